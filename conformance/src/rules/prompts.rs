//! <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts>

use serde_json::Value;

use super::shared::capability::is_withheld;
use super::shared::changed::{announced, unique};
use super::shared::claimed::claimed;
use super::shared::listing::PROMPTS;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::{Exchange, Transcript};

rules! { "prompts";
    /// What `prompts/list` gives is a list of prompts.
    ///
    /// Each has a name; its arguments are a list, each with a name of its own and a boolean `required`. Arguments as an
    /// object, as in JSON Schema, are the usual mistake.
    Must list_is_valid since V2024_11_05 cites ["prompts-list-shape"] = "schema#listpromptsresult";

    /// What `prompts/get` gives is a list of messages.
    ///
    /// Each has the role `user` or `assistant`, and one block of content. `system` is no role here, and content is neither a
    /// bare text nor a list.
    Must result_is_valid since V2024_11_05
    cites ["prompts-get-shape", "prompts-role-values", "prompts-content-single-block"] = "server/prompts#promptmessage";

    /// A server that offers prompts declares it.
    ///
    /// Without `prompts` among the capabilities clients never ask for them.
    Must capability_is_declared since V2024_11_05
    cites ["prompts-capability-declared"] = "server/prompts#capabilities";

    /// No two prompts have the same name.
    ///
    /// The name is what a client asks for; of two prompts with one name, the second can never be had. Names are compared over
    /// all pages of the list.
    Must names_are_unique since V2024_11_05 cites ["prompts-name-unique"] = "server/prompts#prompt";

    /// A resource embedded in a prompt states its MIME type.
    ///
    /// In a prompt, the client has nothing else to go by.
    Must embedded_resource_has_mime_type since V2024_11_05
    cites ["content-embedded-mime"] = "server/prompts#embedded-resources";

    /// A prompt that does not exist is refused with -32602.
    ///
    /// An empty prompt or another code leaves the client guessing. Exceptions passed through often carry the code 0.
    Should unknown_prompt_is_refused needs "prompts" since V2024_11_05
    cites ["prompts-error-unknown-name"] = "server/prompts#error-handling";

    /// A prompt that lacks a required argument is refused with -32602.
    ///
    /// The list says which arguments are required. Templates filled with `undefined` reach the model as they are.
    Should missing_argument_is_refused needs "prompts" since V2024_11_05
    cites ["prompts-error-missing-args", "prompts-validate-args"] = "server/prompts#error-handling";

    /// An argument that is no text is refused.
    ///
    /// Arguments of prompts are texts. A number or an object that is accepted is written into the prompt in whatever way the
    /// language does it, such as `[object Object]`.
    Should odd_arguments_are_refused needs "prompts" since V2024_11_05
    cites ["prompts-validate-args"] = "server/prompts#implementation-considerations";

    /// A change of the list of prompts is announced.
    ///
    /// A server that declares `prompts.listChanged` sends `notifications/prompts/list_changed` when its list has changed.
    Should changes_are_announced needs "prompts.listChanged" since V2024_11_05
    cites ["prompts-list-changed-notify"] = "server/prompts#list-changed-notification";
}

const METHOD: &str = "prompts/get";

fn capability_is_declared(t: &Transcript) -> Observations {
    is_withheld(t, "prompts", "prompts/list", |exchange| {
        exchange.result().is_some_and(|(_, result)| result["prompts"].as_array().is_some_and(|all| !all.is_empty()))
    })
}

fn names_are_unique(t: &Transcript) -> Observations {
    unique(t, PROMPTS)
}

fn embedded_resource_has_mime_type(t: &Transcript) -> Observations {
    claimed(t, "prompts/embedded-resource-has-mime-type", "no prompt was given")
}

fn unknown_prompt_is_refused(t: &Transcript) -> Observations {
    let is_unknown =
        |exchange: &Exchange<'_>| exchange.params()["name"].as_str().is_some_and(|name| t.is_unknown(name));
    refused(t, "no unknown prompt was asked for", is_unknown)
}

fn missing_argument_is_refused(t: &Transcript) -> Observations {
    refused(t, "no required argument was left out", |exchange| {
        let Some(name) = exchange.params()["name"].as_str() else { return false };
        let given = &exchange.params()["arguments"];
        let listed = PROMPTS.find(t, name, exchange.request).and_then(|prompt| prompt["arguments"].as_array());
        let mut required = listed.into_iter().flatten().filter(|argument| argument["required"] == true);
        required.any(|argument| argument["name"].as_str().is_some_and(|name| given.get(name).is_none()))
    })
}

/// Whether such requests are refused as having invalid params.
fn refused(t: &Transcript, otherwise: &str, is_meant: impl Fn(&Exchange<'_>) -> bool) -> Observations {
    let mut seen = Observations::new(otherwise);
    for exchange in t.requests(METHOD).filter(is_meant) {
        let Some(answer) = exchange.answer() else { continue };
        let fault = match answer.code() {
            Some(-32602) => None,
            Some(code) => Some(format!("the code is {code}, where -32602 was expected")),
            None if answer.result().is_some() => Some("the prompt was given all the same".to_owned()),
            None => continue,
        };
        seen.judge([exchange.request, answer], fault);
    }
    seen
}

fn odd_arguments_are_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("every argument was a text");
    let is_odd = |arguments: &Value| match arguments {
        Value::Object(members) => members.values().any(|value| !value.is_string()),
        other => !other.is_null(),
    };
    for exchange in t.requests(METHOD).filter(|exchange| is_odd(&exchange.params()["arguments"])) {
        if let Some(answer) = exchange.answer() {
            let fault = answer.result().map(|_| "an argument that is no text was accepted");
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}

fn changes_are_announced(t: &Transcript) -> Observations {
    announced(t, PROMPTS, "prompts.listChanged")
}

fn list_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ListPromptsResult", "Prompt", "PromptArgument"], "no prompts were listed").judge(t)
}

fn result_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["GetPromptResult", "PromptMessage"], "no prompt was given").judge(t)
}
