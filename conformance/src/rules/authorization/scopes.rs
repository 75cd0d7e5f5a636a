//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#scope-challenge-handling>

use std::collections::BTreeMap;

use super::challenge::{Challenge, refusals};
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "authorization";
    /// A 401 names the scopes that are needed.
    ///
    /// Then the client asks for these and no more. Servers break this by leaving `scope` out, so that clients ask for
    /// everything there is.
    Should challenge_names_scopes on Http since V2025_11_25
        cites ["authorization-challenge-scope"]
        = "basic/authorization#protected-resource-metadata-discovery-requirements";

    /// The same request is always asked for the same scopes.
    ///
    /// Servers break this by building the list from an unordered set, or from what was asked for before.
    Should scopes_stay_the_same on Http since V2025_11_25
        cites ["authorization-scope-consistency", "authorization-scope-strategy-consistent"]
        = "basic/authorization#runtime-insufficient-scope-errors";

    /// What lacks a scope is refused with 403.
    ///
    /// Servers break this by answering `insufficient_scope` with 401, as if the token were bad.
    Should insufficient_scope_gets_403 on Http since V2025_11_25
        cites ["authorization-insufficient-scope-403", "authorization-server-403-scope"]
        = "basic/authorization#runtime-insufficient-scope-errors";

    /// A 403 with a challenge says `insufficient_scope`.
    ///
    /// Servers break this by leaving `error` out, or with an error of their own.
    Should insufficient_scope_is_named on Http since V2025_11_25
        cites ["authorization-insufficient-scope-challenge"]
        = "basic/authorization#runtime-insufficient-scope-errors";

    /// What lacks a scope is told which.
    ///
    /// Servers break this by naming the error and not the scopes: the client cannot know what to ask for.
    Should insufficient_scope_names_scopes on Http since V2025_11_25
        cites ["authorization-insufficient-scope-scope"]
        = "basic/authorization#runtime-insufficient-scope-errors";

    /// What lacks a scope is told where the metadata are.
    ///
    /// As with 401. Servers break this by writing the two challenges in two places.
    Should insufficient_scope_names_the_metadata on Http since V2025_11_25
        cites ["authorization-insufficient-scope-metadata"]
        = "basic/authorization#runtime-insufficient-scope-errors";
}

const NO_SCOPE: &str = "no request was refused for lack of a scope";

fn challenge_names_scopes(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was refused with a Bearer challenge");
    for challenge in refusals(t, 401).filter(Challenge::is_bearer) {
        let named = challenge.parameter("scope").is_some_and(|scope| !scope.is_empty());
        let why = (!named).then_some("the challenge names no scope");
        seen.judge([challenge.exchange.event, challenge.response.event], why);
    }
    seen
}

fn scopes_stay_the_same(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was refused twice");
    let mut known = BTreeMap::<_, (String, u64)>::new();
    for challenge in refusals(t, 401).chain(refusals(t, 403)) {
        let Some(scope) = challenge.parameter("scope") else { continue };
        let asked = challenge.exchange.message().map(|message| (message.method(), message.params().to_string()));
        let key = (challenge.response.status, challenge.exchange.method, asked);
        if let Some((first, seq)) = known.insert(key, (scope.to_owned(), challenge.response.event.seq)) {
            let why = (first != scope).then(|| format!("it asked for {first:?} before, and for {scope:?} now"));
            seen.judge([seq, challenge.response.event.seq], why);
        }
    }
    seen
}

/// The refusals that say that a scope is lacking.
fn lacking(t: &Transcript) -> impl Iterator<Item = Challenge<'_>> {
    [400, 401, 403]
        .into_iter()
        .flat_map(|status| refusals(t, status))
        .filter(|challenge| challenge.parameter("error") == Some("insufficient_scope"))
}

fn insufficient_scope_gets_403(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NO_SCOPE);
    for challenge in lacking(t) {
        let status = challenge.response.status;
        let why = (status != 403).then(|| format!("the status is {status}, not 403"));
        seen.judge([challenge.exchange.event, challenge.response.event], why);
    }
    seen
}

fn insufficient_scope_is_named(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NO_SCOPE);
    for challenge in refusals(t, 403).filter(|challenge| challenge.is_bearer() && challenge.had_credentials()) {
        let named = challenge.parameter("error") == Some("insufficient_scope");
        let why = (!named).then(|| format!("the challenge is {:?}", challenge.said));
        seen.judge([challenge.exchange.event, challenge.response.event], why);
    }
    seen
}

fn insufficient_scope_names_scopes(t: &Transcript) -> Observations {
    names(t, "scope")
}

fn insufficient_scope_names_the_metadata(t: &Transcript) -> Observations {
    names(t, "resource_metadata")
}

fn names(t: &Transcript, parameter: &str) -> Observations {
    let mut seen = Observations::new(NO_SCOPE);
    for challenge in lacking(t) {
        let named = challenge.parameter(parameter).is_some_and(|value| !value.is_empty());
        let why = (!named).then(|| format!("the challenge has no `{parameter}`"));
        seen.judge([challenge.exchange.event, challenge.response.event], why);
    }
    seen
}
