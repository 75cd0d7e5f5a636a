//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion>

use serde_json::Value;

use super::shared::capability::{is_withheld, without};
use super::shared::claimed::claimed;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::{Exchange, Transcript};

rules! { "completion";
    /// What `completion/complete` gives is a completion.
    ///
    /// `completion.values` is a list of texts; `total` and `hasMore` are a number and a boolean. Servers put the values at the
    /// top, or give objects with labels.
    Must result_is_valid since V2024_11_05 cites ["completion-result-shape"] = "schema#completeresult";

    /// A server that completes declares it.
    ///
    /// Without `completions` among the capabilities, clients never ask. Frameworks that register the handler and forget the
    /// capability are the usual case.
    Must capability_is_declared since V2025_03_26
    cites ["completion-capability-declared"] = "server/utilities/completion#capabilities";

    /// A server that does not complete says that there is no such method.
    ///
    /// The code is -32601.
    Should undeclared_is_not_found since V2025_03_26
    cites ["completion-error-capability"] = "server/utilities/completion#error-handling";

    /// One answer has at most 100 values.
    ///
    /// What goes beyond is told by `total` and `hasMore`. Servers that hand out their whole table break it, and clients with
    /// a fixed buffer with them.
    Must at_most_100_values since V2024_11_05
    cites ["completion-max-100"] = "server/utilities/completion#completion-results";

    /// `hasMore` agrees with `total`.
    ///
    /// Where all of `total` are there, it does not say that more is to come, and where not, it does not deny that. A server that
    /// leaves `hasMore` out says neither.
    Must has_more_is_truthful since V2024_11_05
    cites ["completion-hasmore-truthful"] = "server/utilities/completion#completion-results";

    /// A prompt that does not exist is refused with -32602.
    ///
    /// Many servers answer with an empty list, which tells the client that the prompt exists and nothing fits.
    Should unknown_prompt_is_refused needs "completions" since V2024_11_05
    cites ["completion-error-prompt-name"] = "server/utilities/completion#error-handling";

    /// A request that lacks its reference or its argument is refused with -32602.
    ///
    /// There is nothing to complete without `ref`, `argument.name` and `argument.value`.
    Should missing_arguments_are_refused needs "completions" since V2024_11_05
    cites ["completion-error-missing-args"] = "server/utilities/completion#error-handling";

    /// Input that makes no sense gives no values.
    ///
    /// A reference of an unknown type, or an argument whose value is no text, is not completed as if it were right.
    Must inputs_are_validated needs "completions" since V2024_11_05
    cites ["completion-validate-inputs", "completion-validate"] = "server/utilities/completion#security";
}

const METHOD: &str = "completion/complete";

fn capability_is_declared(t: &Transcript) -> Observations {
    is_withheld(t, "completions", METHOD, |exchange| values(exchange).is_some_and(|values| !values.is_empty()))
}

fn undeclared_is_not_found(t: &Transcript) -> Observations {
    let mut seen = Observations::new("completions are declared, or were not asked for");
    for exchange in without(t, "completions").flat_map(|connection| connection.requests(METHOD)) {
        let Some(answer) = exchange.answer() else { continue };
        let fault = match answer.code() {
            Some(-32601) => None,
            Some(code) => Some(format!("the code is {code}, where -32601 was expected")),
            None if values(&exchange).is_some_and(Vec::is_empty) => Some("an undeclared method was served".to_owned()),
            None => continue,
        };
        seen.judge([exchange.request, answer], fault);
    }
    seen
}

fn at_most_100_values(t: &Transcript) -> Observations {
    claimed(t, "completion/at-most-100-values", "nothing was completed")
}

fn has_more_is_truthful(t: &Transcript) -> Observations {
    claimed(t, "completion/has-more-is-truthful", "nothing was completed")
}

fn unknown_prompt_is_refused(t: &Transcript) -> Observations {
    let is_unknown = |params: &Value| params["ref"]["name"].as_str().is_some_and(|name| t.is_unknown(name));
    refused(t, "no unknown prompt was completed", |params| is_unknown(params) && is_whole(params))
}

fn missing_arguments_are_refused(t: &Transcript) -> Observations {
    let lacks = |params: &Value| {
        let argument = &params["argument"];
        params.get("ref").is_none() || argument.get("name").is_none() || argument.get("value").is_none()
    };
    refused(t, "nothing was left out", |params| params.is_object() && lacks(params))
}

fn is_whole(params: &Value) -> bool {
    params["argument"]["name"].is_string() && params["argument"]["value"].is_string()
}

/// Whether such requests are refused as having invalid params.
fn refused(t: &Transcript, otherwise: &str, is_meant: impl Fn(&Value) -> bool) -> Observations {
    let mut seen = Observations::new(otherwise);
    for exchange in t.requests(METHOD).filter(|exchange| is_meant(exchange.params())) {
        let Some(answer) = exchange.answer() else { continue };
        let fault = match answer.code() {
            Some(-32602) => None,
            Some(code) => Some(format!("the code is {code}, where -32602 was expected")),
            None if answer.result().is_some() => Some("the request was served".to_owned()),
            None => continue,
        };
        seen.judge([exchange.request, answer], fault);
    }
    seen
}

fn inputs_are_validated(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing senseless was to be completed");
    let is_senseless = |params: &Value| {
        let kind = &params["ref"]["type"];
        let value = &params["argument"]["value"];
        kind.as_str().is_some_and(|kind| !matches!(kind, "ref/prompt" | "ref/resource"))
            || !value.is_null() && !value.is_string()
    };
    for exchange in t.requests(METHOD).filter(|exchange| is_senseless(exchange.params())) {
        if let Some(answer) = exchange.answer() {
            let gives = values(&exchange).is_some_and(|values| !values.is_empty());
            seen.judge([exchange.request, answer], gives.then_some("senseless input was completed"));
        }
    }
    seen
}

fn values<'t>(exchange: &Exchange<'t>) -> Option<&'t Vec<Value>> {
    exchange.result()?.1["completion"]["values"].as_array()
}

fn result_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["CompleteResult", "CompleteResult/completion"], "nothing was completed").judge(t)
}
