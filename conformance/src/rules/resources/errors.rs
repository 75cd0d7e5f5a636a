//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling>

use serde_json::Value;

use crate::prose::uri;
use crate::rule::{Observations, rules};
use crate::rules::shared::listing::RESOURCES;
use crate::transcript::{Exchange, Transcript};

rules! { "resources";
    /// A resource that does not exist is refused.
    ///
    /// An answer with empty contents, or with a text that says "not found", is taken for the resource itself.
    Should unknown_resource_is_refused needs "resources" since V2024_11_05
    cites ["resources-error-not-found"] = "server/resources#error-handling";

    /// The error for a resource that does not exist has the code -32002.
    ///
    /// Many libraries answer with -32602, -32603 or 0; clients cannot tell a missing resource from a failure.
    Should unknown_resource_code needs "resources" since V2024_11_05
    cites ["resources-error-not-found"] = "server/resources#error-handling";

    /// A server checks the URIs that it is given.
    ///
    /// `resources/read` without a URI, with a number in its place, or with something that is no URI gives no contents. A
    /// server that reads whatever it is told also reads `../../etc/passwd`.
    Must uris_are_validated needs "resources" since V2024_11_05
    cites ["resources-validate-uris"] = "server/resources#security-considerations";
}

/// Requests to read a resource that is known not to exist.
fn unknown(t: &Transcript) -> impl Iterator<Item = Exchange<'_>> {
    t.requests("resources/read")
        .filter(|exchange| exchange.params()["uri"].as_str().is_some_and(|uri| t.is_unknown(uri)))
}

fn unknown_resource_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unknown resource was read");
    for exchange in unknown(t) {
        if let Some(answer) = exchange.answer() {
            seen.judge([exchange.request, answer], answer.result().map(|_| "a resource that does not exist was read"));
        }
    }
    seen
}

fn unknown_resource_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unknown resource was refused");
    for exchange in unknown(t) {
        if let Some((answer, code)) = exchange.error().and_then(|answer| Some((answer, answer.code()?))) {
            let fault = (code != -32002).then(|| format!("the code is {code}, where -32002 was expected"));
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}

fn uris_are_validated(t: &Transcript) -> Observations {
    let mut seen = Observations::new("every URI was one");
    for exchange in t.requests("resources/read") {
        let asked = &exchange.params()["uri"];
        let is_listed = asked.as_str().is_some_and(|uri| RESOURCES.find(t, uri, exchange.request).is_some());
        let is_good = asked.as_str().is_some_and(|uri| uri::fault(uri).is_none()) || is_listed;
        let Some(answer) = exchange.answer().filter(|_| !is_good) else { continue };
        let gives =
            answer.result().is_some_and(|result| result["contents"].as_array().is_some_and(|all| !all.is_empty()));
        seen.judge([exchange.request, answer], gives.then(|| format!("contents were given for {}", shown(asked))));
    }
    seen
}

fn shown(asked: &Value) -> String {
    if asked.is_null() { "no URI".to_owned() } else { asked.to_string() }
}
