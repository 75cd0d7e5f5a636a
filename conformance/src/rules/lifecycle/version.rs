//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation>

use crate::revision::Revision;
use crate::rule::{Observations, rules};
use crate::transcript::{Assumption, Exchange, Message, Transcript};

rules! { "lifecycle";
    /// A version that the server supports is answered with the same version.
    ///
    /// What the server offers elsewhere, it has to accept when a client proposes it. Servers break this by comparing
    /// with their newest version only, which sends older clients away.
    Must supported_version_is_kept since V2024_11_05
    cites ["lifecycle-version-echo"] = "basic/lifecycle#version-negotiation";

    /// A version that the server does not support is answered with another one, which it does support.
    ///
    /// Proposed a version that cannot exist, the server makes a counter-offer. Servers that repeat whatever they are asked
    /// for promise what they cannot keep, and the trouble comes later, in messages that nobody understands.
    Must unknown_version_gets_a_counter_offer since V2024_11_05
    cites ["lifecycle-version-counter-offer", "lifecycle-handle-version-mismatch"] = "basic/lifecycle#version-negotiation";

    /// A version that the server does not support is no error.
    ///
    /// The text asks for a counter-offer, so that the client can decide. As an example on the same page shows an error with
    /// the supported versions, an error is only advised against.
    Should unknown_version_is_no_error since V2024_11_05
    cites ["lifecycle-version-counter-offer"] = "basic/lifecycle#version-negotiation";

    /// The version that a server offers in place of an unknown one is its newest.
    ///
    /// A server that accepts a newer version elsewhere should not fall back to an old one, else clients that ask for a
    /// future version lose features that both sides have.
    Should counter_offer_is_the_newest since V2024_11_05
    cites ["lifecycle-version-counter-latest"] = "basic/lifecycle#version-negotiation";
}

/// A client's proposal and the server's answer to it.
struct Offer<'t> {
    request: &'t Message,
    proposed: &'t str,
    answer: &'t Message,
    /// What the result says; none where it is an error or says nothing.
    answered: Option<&'t str>,
}

fn offers(t: &Transcript) -> impl Iterator<Item = Offer<'_>> {
    t.requests("initialize").filter_map(|exchange: Exchange<'_>| {
        let (request, answer) = (exchange.request, exchange.answer()?);
        let proposed = request.params()["protocolVersion"].as_str()?;
        Some(Offer {
            request,
            proposed,
            answer,
            answered: answer.result().and_then(|result| result["protocolVersion"].as_str()),
        })
    })
}

/// Whether it looks like a version: a date.
fn is_date(version: &str) -> bool {
    version.len() == 10
        && version
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
}

/// Whether no server supports it: a date before the first revision, or one that is far off, or one that the recording
/// says to be unsupported.
fn is_fictional(version: &str, t: &Transcript) -> bool {
    let mut known = t.assumptions().filter_map(|assumption| match assumption {
        Assumption::SupportedRevisions(all) => Some(all),
        _ => None,
    });
    let is_excluded = known.next().is_some_and(|all| !all.iter().any(|supported| supported == version));
    let is_impossible = is_date(version) && (version < Revision::ALL[0].as_str() || version > "2100-01-01");
    is_excluded || is_impossible || t.is_unknown(version)
}

/// Every version that the server supports for certain: it says so, or it has answered with it of its own accord.
fn supported(t: &Transcript) -> Vec<&str> {
    let own = offers(t).filter_map(|offer| offer.answered.filter(|version| *version != offer.proposed));
    let kept = offers(t).filter_map(|offer| offer.answered.filter(|version| !is_fictional(version, t)));
    let said = t.assumptions().filter_map(|assumption| match assumption {
        Assumption::SupportedRevisions(all) => Some(all.iter().map(String::as_str)),
        _ => None,
    });
    own.chain(kept).chain(said.flatten()).collect()
}

fn supported_version_is_kept(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no version was proposed that the server is known to support");
    let supported = supported(t);
    for offer in offers(t).filter(|offer| supported.contains(&offer.proposed)) {
        let fault = match offer.answered {
            Some(version) if version == offer.proposed => None,
            Some(version) => Some(format!("{} is supported, and was answered with {version}", offer.proposed)),
            None => continue,
        };
        seen.judge([offer.request, offer.answer], fault);
    }
    seen
}

fn unknown_version_gets_a_counter_offer(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no version was proposed that cannot be supported");
    for offer in offers(t).filter(|offer| is_fictional(offer.proposed, t)) {
        let fault = match offer.answered {
            Some(version) if version == offer.proposed => Some(format!("the unknown version {version} was accepted")),
            Some(version) if version.trim().is_empty() => Some("the version offered instead is empty".to_owned()),
            Some(_) => None,
            None => continue,
        };
        seen.judge([offer.request, offer.answer], fault);
    }
    seen
}

fn unknown_version_is_no_error(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no version was proposed that cannot be supported");
    for offer in offers(t).filter(|offer| is_fictional(offer.proposed, t)) {
        let fault = offer.answer.error().map(|_| "the version was refused, where another was expected");
        seen.judge([offer.request, offer.answer], fault);
    }
    seen
}

fn counter_offer_is_the_newest(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no version was offered in place of an unknown one");
    let newest = supported(t).into_iter().filter(|version| is_date(version)).max();
    for offer in offers(t).filter(|offer| is_fictional(offer.proposed, t)) {
        let Some(version) = offer.answered.filter(|version| *version != offer.proposed && is_date(version)) else {
            continue;
        };
        let fault = newest
            .filter(|newest| *newest > version)
            .map(|newest| format!("{version} is offered, {newest} is supported"));
        seen.judge([offer.request, offer.answer], fault);
    }
    seen
}
