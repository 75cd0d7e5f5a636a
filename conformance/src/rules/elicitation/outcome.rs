//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions>

use super::mode::{elicitations, in_mode};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Party, Transcript};

rules! { "elicitation";
    /// A server goes on when the user accepts.
    ///
    /// Servers break this by losing the answer, so that the call which needed it never ends.
    Should goes_on_after_accept since V2025_06_18
        cites ["elicitation-server-handle-accept"] = "client/elicitation#response-actions";

    /// A server goes on when the user declines.
    ///
    /// The call ends, with or without a result. Servers break this by reading content that is not there: the call hangs, or
    /// fails with an internal error.
    Should goes_on_after_decline since V2025_06_18
        cites ["elicitation-server-handle-decline"] = "client/elicitation#response-actions";

    /// A server goes on when the user cancels.
    ///
    /// As after a refusal; also, one call does not ask the same again and again.
    Should goes_on_after_cancel since V2025_06_18
        cites ["elicitation-server-handle-cancel"] = "client/elicitation#response-actions";

    /// A server checks what the user submits.
    ///
    /// A client may send anything. Servers break this by taking an answer that does not fit the form that they asked for: the
    /// call succeeds as if nothing were wrong.
    Should checks_submitted_content since V2025_06_18
        cites ["elicitation-server-validate-response"] = "client/elicitation#form-mode-security";
}

fn goes_on_after_accept(t: &Transcript) -> Observations {
    goes_on(t, "accept")
}

fn goes_on_after_decline(t: &Transcript) -> Observations {
    goes_on(t, "decline")
}

fn goes_on_after_cancel(t: &Transcript) -> Observations {
    goes_on(t, "cancel")
}

/// The only request that waits while the server asks.
fn waiting<'t>(connection: &'t Connection, asked: &Exchange<'_>) -> Option<Exchange<'t>> {
    let waits = |call: &Exchange<'_>| {
        let end = call.answer().or(call.cancelled);
        call.request.seq < asked.request.seq && end.is_none_or(|end| end.seq > asked.request.seq)
    };
    let mut all = connection.exchanges(Party::Client).filter(waits);
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

fn goes_on(t: &Transcript, action: &str) -> Observations {
    let mut seen = Observations::new(format!("no elicitation was answered with {action} during a call"));
    for (connection, asked) in elicitations(t) {
        let Some((answer, _)) = asked.result().filter(|(_, result)| result["action"] == action) else { continue };
        let Some(call) = waiting(connection, &asked) else { continue };
        let insists = action == "cancel" && repeats(connection, &call, &asked) >= 3;
        let fails = action != "accept" && call.answer().is_some_and(|answer| answer.code() == Some(-32603));
        let why = match (call.is_unanswered(), fails, insists) {
            (true, ..) => Some("the call that asked is never answered"),
            (_, true, _) => Some("the call fails with an internal error"),
            (_, _, true) => Some("the same is asked again and again"),
            _ if call.answer().is_none() => continue,
            _ => None,
        };
        let events = [Some(asked.request), Some(answer), call.answer()];
        seen.judge(events.into_iter().flatten(), why);
    }
    seen
}

/// How often a call asks the same once more.
fn repeats(connection: &Connection, call: &Exchange<'_>, asked: &Exchange<'_>) -> usize {
    let is_over = |seq: u64| call.answer().or(call.cancelled).is_some_and(|end| end.seq < seq);
    let later = connection.exchanges(Party::Server).filter(|other| other.request.seq > asked.request.seq);
    let during = later.filter(|other| !is_over(other.request.seq));
    during.filter(|other| other.method() == asked.method() && other.params() == asked.params()).count()
}

fn checks_submitted_content(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no submitted content was unfit for its form");
    for (connection, asked) in in_mode(t, "form") {
        let Some((answer, result)) = asked.result().filter(|(_, result)| result["action"] == "accept") else {
            continue;
        };
        let Ok(schema) = jsonschema::validator_for(&asked.params()["requestedSchema"]) else { continue };
        let Some(content) = result.get("content").filter(|content| !schema.is_valid(content)) else { continue };
        let Some(call) = waiting(connection, &asked) else { continue };
        let Some((end, outcome)) = call.result() else { continue };
        let asks_again = repeats(connection, &call, &asked) > 0;
        let takes_it = outcome["isError"] != true && outcome.get("content").is_some() && !asks_again;
        let why = takes_it.then(|| format!("{content} is taken, though it does not fit the form"));
        seen.judge([asked.request, answer, end], why);
    }
    seen
}
