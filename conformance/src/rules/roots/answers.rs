//! <https://modelcontextprotocol.io/specification/2025-11-25/client/roots#error-handling>

use super::super::shared::asked::{asked, declared};
use crate::prose::uri;
use crate::rule::{Observations, rules};
use crate::transcript::{Party, Transcript};

rules! { "roots";
    /// A client that tells its roots declares them.
    ///
    /// Clients break this by answering always, and declaring only where somebody picked a folder.
    Must client_declares_roots binds Client since V2024_11_05
        cites ["roots-client-capability"] = "client/roots#capabilities";

    /// A client that declares roots tells them.
    ///
    /// Clients break this by declaring the capability of their library without a handler behind it.
    Must client_tells_roots_as_declared binds Client needs "client.roots" since V2024_11_05
        cites ["lifecycle-cap-client-roots"] = "basic/lifecycle#capability-negotiation";

    /// A client says when its roots change.
    ///
    /// With `roots.listChanged` declared, two lists that differ have `notifications/roots/list_changed` between them.
    Must client_says_when_roots_change binds Client needs "client.roots.listChanged" since V2024_11_05
        cites ["roots-client-list-changed"] = "client/roots#root-list-changes";

    /// The URI of a root starts with `file://`.
    ///
    /// Clients break this with a bare path, or with the address of a repository.
    Must uri_is_file binds Client since V2024_11_05 cites ["roots-client-uri-file"] = "client/roots#root";

    /// No two roots of a list have one URI.
    ///
    /// Clients break this by listing a folder once for each window that has it open.
    Must uris_are_unique binds Client since V2024_11_05 cites ["roots-client-uri-unique"] = "client/roots#root";

    /// The URI of a root does not climb out of its folder.
    ///
    /// A `..` in it, plain or percent-encoded, makes the boundary another than it looks.
    Must client_uri_does_not_climb binds Client since V2024_11_05
        cites ["roots-client-validate-uris"] = "client/roots#security-considerations";

    /// A client without roots answers -32601.
    ///
    /// Clients break this with an empty list, which says that nothing may be touched, or with another error.
    Should client_without_roots_says_so binds Client since V2024_11_05
        cites ["roots-client-error-unsupported"] = "client/roots#error-handling";

    /// A failure to list roots has the code -32603.
    ///
    /// It is judged by the words of the error: it speaks of an internal error.
    Should client_failure_is_internal binds Client since V2024_11_05
        cites ["roots-client-error-internal"] = "client/roots#error-handling";
}

const METHOD: &str = "roots/list";
const CHANGED: &str = "notifications/roots/list_changed";
const NONE: &str = "the server did not ask for roots";

fn client_declares_roots(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (connection, exchange) in asked(t, METHOD) {
        let (Some((answer, _)), Some(declared)) = (exchange.result(), declared(connection, t)) else { continue };
        let why = declared.get("roots").is_none().then_some("it tells roots, and does not declare `roots`");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_tells_roots_as_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        let Some(answer) = exchange.answer() else { continue };
        let why = (answer.code() == Some(-32601)).then_some("the method is unknown, although `roots` is declared");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_says_when_roots_change(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the roots were not told twice");
    for connection in t.connections() {
        let told: Vec<_> = asked(t, METHOD)
            .filter(|(other, _)| other.id() == connection.id())
            .filter_map(|(_, exchange)| exchange.result())
            .collect();
        for pair in told.windows(2) {
            let [(first, before), (second, after)] = pair else { continue };
            let said = connection.messages_from(Party::Client).any(|message| {
                message.method() == Some(CHANGED) && message.seq > first.seq && message.seq < second.seq
            });
            let why = (before["roots"] != after["roots"] && !said).then_some("the roots changed without a word");
            seen.judge([*first, *second], why);
        }
    }
    seen
}

/// Judges each URI of each root.
fn each_uri(t: &Transcript, judge: impl Fn(&str) -> Option<String>) -> Observations {
    let mut seen = Observations::new("no root was told");
    for (_, exchange) in asked(t, METHOD) {
        let Some((answer, result)) = exchange.result() else { continue };
        for uri in result["roots"].as_array().into_iter().flatten().filter_map(|root| root["uri"].as_str()) {
            seen.judge([exchange.request, answer], judge(uri).map(|why| format!("{uri:?} {why}")));
        }
    }
    seen
}

fn uri_is_file(t: &Transcript) -> Observations {
    each_uri(t, uri::root_fault)
}

fn uris_are_unique(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no root was told");
    for (_, exchange) in asked(t, METHOD) {
        let Some((answer, result)) = exchange.result() else { continue };
        let roots = result["roots"].as_array().map(Vec::as_slice).unwrap_or_default();
        let uris: Vec<_> = roots.iter().filter_map(|root| root["uri"].as_str()).collect();
        let twice = uris.iter().enumerate().find(|(at, uri)| uris[..*at].contains(uri));
        if !uris.is_empty() {
            seen.judge([exchange.request, answer], twice.map(|(_, uri)| format!("{uri:?} is told twice")));
        }
    }
    seen
}

fn client_uri_does_not_climb(t: &Transcript) -> Observations {
    each_uri(t, |uri| {
        let path = uri.to_ascii_lowercase().replace("%2e", ".").replace("%2f", "/");
        path.split(['/', '\\']).any(|step| step == "..").then(|| "has a step upwards".to_owned())
    })
}

fn client_without_roots_says_so(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client without roots was asked for them");
    for (connection, exchange) in asked(t, METHOD) {
        let lacks = declared(connection, t).is_some_and(|declared| declared.get("roots").is_none());
        let Some(answer) = exchange.answer().filter(|_| lacks) else { continue };
        let why = (answer.code() != Some(-32601)).then_some("the answer is not the error -32601");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_failure_is_internal(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client failed to tell its roots");
    for (_, exchange) in asked(t, METHOD) {
        let Some(answer) = exchange.error() else { continue };
        let text = answer.value["error"]["message"].as_str().unwrap_or_default().to_lowercase();
        if answer.code() == Some(-32603) || text.contains("internal") {
            let why = (answer.code() != Some(-32603)).then(|| format!("the code is {}", answer.value["error"]["code"]));
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}
