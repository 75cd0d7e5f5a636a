//! <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#security-considerations>

use serde_json::Value;

use super::super::shared::asked::asked;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "sampling";
    /// A server lives with a sampled message that is none.
    ///
    /// What a client sends is checked before it is used: a result without a role, a model or content. The call that asked
    /// for it fails, and the server goes on. Servers break this by ending, or by leaving the call without an answer.
    Should bad_answers_do_no_harm since V2024_11_05
        cites ["sampling-validate-content"] = "client/sampling#security-considerations";
}

fn bad_answers_do_no_harm(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no sampling was answered with something that is no message");
    for (connection, exchange) in asked(t, "sampling/createMessage") {
        let Some((answer, _)) = exchange.result().filter(|(_, result)| is_no_message(result)) else { continue };
        let Some(call) = waiting(connection, exchange.request, answer) else { continue };
        if let Some(exit) = connection.exit_after(answer.seq).filter(|_| call.answer().is_none()) {
            seen.broken([answer.seq, exit.seq], "the server ended over it");
        } else if call.answer().is_some() || call.is_unanswered() {
            let why = call.is_unanswered().then_some("the call that asked for it is never answered");
            seen.judge([call.request, answer], why);
        }
    }
    seen
}

fn is_no_message(result: &Value) -> bool {
    let is_whole = result["role"].is_string() && result["model"].is_string();
    !is_whole || !(result["content"].is_object() || result["content"].is_array())
}

/// The call that was under way when the server asked, and not answered before it was told.
fn waiting<'t>(connection: &'t Connection, asked: &Message, told: &Message) -> Option<Exchange<'t>> {
    let mut calls = connection.exchanges(Party::Client);
    calls.find(|call| {
        let waits = call.answer().is_none_or(|answer| answer.seq > told.seq);
        call.method() == "tools/call" && call.request.seq < asked.seq && waits
    })
}
