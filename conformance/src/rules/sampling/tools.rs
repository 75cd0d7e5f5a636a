//! <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#message-content-constraints>

use serde_json::Value;

use super::super::shared::asked::{asked, fault};
use crate::prose::{Fault, Object, sampling};
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "sampling";
    /// A user's message with tool results holds nothing else.
    ///
    /// Models take tool results in a message of their own. Servers break this by adding a text such as "here are the
    /// results" beside them.
    Must tool_results_stand_alone since V2025_11_25
        cites ["sampling-toolresult-pure", "sampling-reply-pure"] = "client/sampling#tool-result-messages";

    /// Every tool use has its result in the next message.
    ///
    /// The conversation goes on only after each use has been answered, under its id. Servers break this by dropping the
    /// results of tools that failed, by answering one of several uses, or by adding another question first.
    Must tool_use_is_answered since V2025_11_25
        cites ["sampling-tooluse-followed", "sampling-tooluse-matched", "sampling-reply-matched"]
        = "client/sampling#tool-use-and-result-balance";

    /// Tool uses are the assistant's.
    ///
    /// It is the model that wants a tool used. Servers break this by writing the whole history under one role.
    Must tool_use_is_assistants since V2025_11_25
        cites ["sampling-tooluse-assistant-role"] = "client/sampling#message-roles";

    /// Tool results are the user's.
    ///
    /// Servers break this by putting the result beside the tool use, in the assistant's message.
    Must tool_result_is_users since V2025_11_25
        cites ["sampling-toolresult-user-role"] = "client/sampling#message-roles";

    /// A tool result names a tool use that came before.
    ///
    /// Servers break this by cutting the beginning of a long conversation off, so that results stay whose uses are gone.
    Must tool_result_has_known_id since V2025_11_25
        cites ["sampling-toolresult-known-id"] = "schema#toolresultcontent";

    /// The structured content of a tool result fits the tool's output schema.
    ///
    /// It is judged where the request gives the tool with an output schema.
    Should structured_tool_result_fits since V2025_11_25
        cites ["sampling-toolresult-structured"] = "schema#toolresultcontent";

    /// A server puts an end to a conversation of tools.
    ///
    /// A model can ask for tools for ever. Servers without a limit go on as long as the client answers; more than fifty
    /// rounds in a row are taken as a sign.
    Should tool_rounds_have_a_limit since V2025_11_25
        cites ["sampling-iteration-limit"] = "client/sampling#security-considerations";
}

const METHOD: &str = "sampling/createMessage";
const NONE: &str = "no messages with tool uses or tool results were sent";
const ROUNDS: usize = 50;

fn messages(params: &Value) -> &[Value] {
    params["messages"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The blocks of a message, whether one or a list.
fn blocks(message: &Value) -> Vec<&Value> {
    match &message["content"] {
        Value::Array(blocks) => blocks.iter().collect(),
        one => vec![one],
    }
}

fn has(message: &Value, kind: &str) -> bool {
    blocks(message).iter().any(|block| block["type"] == kind)
}

/// Judges each message that has a block of that kind.
fn each_message(t: &Transcript, kind: &str, judge: fn(&Object<'_>) -> Vec<Fault>) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        for message in messages(exchange.params()).iter().filter(|message| has(message, kind)) {
            seen.judge([exchange.request], fault(message, judge));
        }
    }
    seen
}

/// Judges each conversation that has a block of that kind.
fn each_request(t: &Transcript, kind: &str, judge: fn(&Object<'_>) -> Vec<Fault>) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        if messages(exchange.params()).iter().any(|message| has(message, kind)) {
            seen.judge([exchange.request], fault(exchange.params(), judge));
        }
    }
    seen
}

fn tool_results_stand_alone(t: &Transcript) -> Observations {
    each_message(t, "tool_result", sampling::alone_faults)
}

fn tool_use_is_answered(t: &Transcript) -> Observations {
    each_request(t, "tool_use", sampling::answered_faults)
}

fn tool_use_is_assistants(t: &Transcript) -> Observations {
    each_message(t, "tool_use", sampling::assistant_faults)
}

fn tool_result_is_users(t: &Transcript) -> Observations {
    each_message(t, "tool_result", sampling::user_faults)
}

fn tool_result_has_known_id(t: &Transcript) -> Observations {
    each_request(t, "tool_result", sampling::known_faults)
}

fn structured_tool_result_fits(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no structured tool result with an output schema was sent");
    for (_, exchange) in asked(t, METHOD) {
        let all: Vec<_> = messages(exchange.params()).iter().flat_map(blocks).collect();
        for result in all.iter().filter(|block| block["type"] == "tool_result") {
            let used = all.iter().find(|block| block["type"] == "tool_use" && block["id"] == result["toolUseId"]);
            let Some(content) = result.get("structuredContent") else { continue };
            let Some(schema) = used.and_then(|used| output_schema(exchange.params(), &used["name"])) else { continue };
            let Ok(schema) = jsonschema::validator_for(schema) else { continue };
            let error = schema.iter_errors(content).next();
            seen.judge([exchange.request], error.map(|error| format!("a tool result does not fit: {error}")));
        }
    }
    seen
}

fn output_schema<'t>(params: &'t Value, name: &Value) -> Option<&'t Value> {
    let tools = params["tools"].as_array()?;
    tools.iter().find(|tool| tool["name"] == *name)?.get("outputSchema")
}

fn tool_rounds_have_a_limit(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client never asked for a tool");
    for connection in t.connections() {
        let asked: Vec<_> = asked(t, METHOD).filter(|(other, _)| other.id() == connection.id()).collect();
        let wants = |result: &Value| result["stopReason"] == "toolUse";
        let goes_on = |params: &Value| messages(params).last().is_some_and(|message| has(message, "tool_result"));
        let runs = asked.chunk_by(|(_, one), (_, next)| {
            one.result().is_some_and(|(_, result)| wants(result)) && goes_on(next.params())
        });
        for run in runs.filter(|run| run.len() > 1) {
            let last = run[run.len() - 1].1.request;
            let why = (run.len() > ROUNDS).then(|| format!("{} rounds of tools in a row", run.len()));
            seen.judge([run[0].1.request, last], why);
        }
    }
    seen
}
