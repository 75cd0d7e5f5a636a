//! <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling>

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::shared::asked::{asked, declared, fault};
use crate::prose::sampling;
use crate::rule::{Observations, rules};
use crate::transcript::{Exchange, Transcript};

rules! { "sampling";
    /// A client that samples declares it.
    ///
    /// Clients break this by handling `sampling/createMessage` always, and declaring the capability only in some set-ups.
    Must client_declares_sampling binds Client since V2024_11_05
        cites ["sampling-client-capability"] = "client/sampling#capabilities";

    /// A client that declares sampling knows the request.
    ///
    /// Clients break this by declaring every capability of their library without a handler behind it.
    Must client_samples_as_declared binds Client needs "client.sampling" since V2024_11_05
        cites ["lifecycle-cap-client-sampling"] = "basic/lifecycle#capability-negotiation";

    /// A client that does not declare tools refuses a request with tools.
    ///
    /// Clients break this by dropping what they do not know: the model then answers without the tools that it needs.
    Must client_refuses_undeclared_tools binds Client since V2025_11_25
        cites ["sampling-client-tools-capability", "sampling-client-error-tools", "sampling-client-error-toolchoice"]
        = "client/sampling#tools-in-sampling";

    /// A refusal by the user has the code -1.
    ///
    /// So the server can tell it from a failure. It is judged by the words of the error: rejected, denied, declined.
    Should client_tells_a_refusal binds Client since V2025_11_25
        cites ["sampling-client-error-rejected"] = "client/sampling#error-handling";

    /// A request that lacks a tool result is refused with -32602.
    ///
    /// Clients break this by handing the conversation on, so that the model's interface refuses it in its own words.
    Should client_refuses_a_missing_tool_result binds Client since V2025_11_25
        cites ["sampling-client-error-missing-result"] = "client/sampling#error-handling";

    /// A request that mixes tool results with other content is refused with -32602.
    ///
    /// Clients break this by handing the conversation on as it is.
    Should client_refuses_mixed_tool_results binds Client since V2025_11_25
        cites ["sampling-client-error-mixed"] = "client/sampling#error-handling";

    /// Where a tool has to be used, one is used; where none may be used, none is.
    ///
    /// `toolChoice` with the mode `required` or `none` binds the model. Clients break this by not handing the mode on.
    Must client_keeps_to_the_tool_choice binds Client since V2025_11_25
        cites ["sampling-toolchoice-required", "sampling-toolchoice-none"] = "client/sampling#tool-choice-modes";

    /// Each tool use has an id of its own.
    ///
    /// Clients break this by numbering the uses of each answer from one, or by taking the tool's name for the id.
    Must tool_use_ids_are_unique binds Client since V2025_11_25
        cites ["sampling-tooluse-id-unique"] = "schema#toolusecontent";

    /// The input of a tool use fits the tool's schema.
    ///
    /// Models make mistakes; the client is the last that can ask again. Judged against `inputSchema` of the tool given.
    Must tool_use_input_fits binds Client since V2025_11_25
        cites ["sampling-tooluse-input-conforms"] = "schema#toolusecontent";

    /// What a client samples is the assistant's.
    ///
    /// Clients break this with a role of their model's own, such as `model`, or by giving a tool use under the role of the
    /// question. Other content under `user` is let pass, which the schema allows.
    Must client_answers_as_the_assistant binds Client since V2024_11_05
        cites ["sampling-roles", "sampling-tooluse-assistant-role"] = "client/sampling#message-roles";
}

const NONE: &str = "no sampling request was answered";
const METHOD: &str = "sampling/createMessage";

/// The tool uses that an answer holds.
fn uses(result: &Value) -> Vec<&Value> {
    let blocks = match &result["content"] {
        Value::Array(blocks) => blocks.iter().collect(),
        one => vec![one],
    };
    blocks.into_iter().filter(|block| block["type"] == "tool_use").collect()
}

fn client_declares_sampling(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (connection, exchange) in asked(t, METHOD) {
        let (Some((answer, _)), Some(declared)) = (exchange.result(), declared(connection, t)) else { continue };
        let why = declared.get("sampling").is_none().then_some("it samples, and does not declare `sampling`");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_samples_as_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        let Some(answer) = exchange.answer() else { continue };
        let why = (answer.code() == Some(-32601)).then_some("the method is unknown, although `sampling` is declared");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_refuses_undeclared_tools(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request gave tools to a client that does not declare them");
    for (connection, exchange) in asked(t, METHOD) {
        let gives = ["tools", "toolChoice"].iter().any(|name| exchange.params().get(name).is_some());
        let lacks = declared(connection, t).is_some_and(|declared| !declared["sampling"]["tools"].is_object());
        let Some(answer) = exchange.answer().filter(|_| gives && lacks) else { continue };
        let why = answer.result().map(|_| "it samples with tools, and does not declare `sampling.tools`");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_tells_a_refusal(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no sampling request was refused by the user");
    for (_, exchange) in asked(t, METHOD) {
        let Some(answer) = exchange.error() else { continue };
        let text = answer.value["error"]["message"].as_str().unwrap_or_default().to_lowercase();
        let by_user = text.contains("user") || text.contains("human");
        let refused = ["reject", "denied", "declin", "refus"].iter().any(|word| text.contains(word));
        if answer.code() == Some(-1) || by_user && refused {
            let why =
                (answer.code() != Some(-1)).then(|| format!("the code is {}, not -1", answer.value["error"]["code"]));
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}

/// Judges what answers a faulty request.
fn is_refused(t: &Transcript, otherwise: &str, is_faulty: impl Fn(&Exchange<'_>) -> bool) -> Observations {
    let mut seen = Observations::new(otherwise);
    for (_, exchange) in asked(t, METHOD).filter(|(_, exchange)| is_faulty(exchange)) {
        let Some(answer) = exchange.answer() else { continue };
        let why = match answer.code() {
            Some(-32602) => None,
            Some(code) => Some(format!("the code is {code}, not -32602")),
            None => Some("it is not refused".to_owned()),
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_refuses_a_missing_tool_result(t: &Transcript) -> Observations {
    let lacks = |exchange: &Exchange<'_>| fault(exchange.params(), sampling::answered_faults).is_some();
    is_refused(t, "no request lacked a tool result", lacks)
}

fn client_refuses_mixed_tool_results(t: &Transcript) -> Observations {
    is_refused(t, "no request mixed tool results with other content", |exchange| {
        let messages = exchange.params()["messages"].as_array();
        messages.is_some_and(|all| all.iter().any(|message| fault(message, sampling::alone_faults).is_some()))
    })
}

fn client_keeps_to_the_tool_choice(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request said whether tools have to be used");
    for (_, exchange) in asked(t, METHOD) {
        let Some((answer, result)) = exchange.result() else { continue };
        let used = !uses(result).is_empty();
        let why = match exchange.params()["toolChoice"]["mode"].as_str() {
            Some("required") => {
                (!used && result["stopReason"] == "endTurn").then_some("no tool is used, though one has to")
            }
            Some("none") => used.then_some("a tool is used, though none may be"),
            _ => continue,
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn tool_use_ids_are_unique(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no answer used a tool");
    for (_, exchange) in asked(t, METHOD) {
        let Some((answer, result)) = exchange.result() else { continue };
        let messages = exchange.params()["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut ids: BTreeSet<_> = messages.iter().flat_map(uses).filter_map(|used| used["id"].as_str()).collect();
        for id in uses(result).iter().filter_map(|used| used["id"].as_str()) {
            let why = (!ids.insert(id)).then(|| format!("the id {id:?} is that of another tool use"));
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}

fn tool_use_input_fits(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no answer used a tool that the request gave");
    for (_, exchange) in asked(t, METHOD) {
        let (Some((answer, result)), Some(tools)) = (exchange.result(), exchange.params()["tools"].as_array()) else {
            continue;
        };
        for used in uses(result) {
            let tool = tools.iter().find(|tool| tool["name"] == used["name"]);
            let Some(Ok(schema)) = tool.map(|tool| jsonschema::validator_for(&tool["inputSchema"])) else { continue };
            let error = schema.iter_errors(&used["input"]).next();
            seen.judge([exchange.request, answer], error.map(|error| format!("the input does not fit: {error}")));
        }
    }
    seen
}

fn client_answers_as_the_assistant(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        let Some((answer, result)) = exchange.result().filter(|(_, result)| result.get("task").is_none()) else {
            continue;
        };
        let role = &result["role"];
        let odd = *role != "assistant" && (*role != "user" || !uses(result).is_empty());
        seen.judge([exchange.request, answer], odd.then(|| format!("the role is {role}")));
    }
    seen
}
