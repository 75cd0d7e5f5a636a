//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts>

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "lifecycle";
    /// A server that no longer waits for its client's answer says so.
    ///
    /// It cancels its request. It is judged where a call fails while what the server asked during it is not answered yet.
    /// Servers break this by letting a timer in the handler end the wait, of which the part that speaks to the client never
    /// hears.
    Should cancels_what_it_gives_up since V2024_11_05
    cites ["lifecycle-timeout-cancel"] = "basic/lifecycle#timeouts";

    /// A server that has cancelled its request stops waiting for the answer.
    ///
    /// The call for which it asked comes to an end. Servers break this by telling the client and forgetting the handler.
    Should stops_waiting_after_a_cancellation since V2024_11_05
    cites ["lifecycle-timeout-stop-waiting"] = "basic/lifecycle#timeouts";
}

/// What a server asked during a call, with that call.
fn asked(connection: &Connection) -> impl Iterator<Item = (Exchange<'_>, Exchange<'_>)> {
    // A ping is asked of the connection, whatever call is under way.
    // What comes on another stream than the call's is asked for a reason of its own.
    connection.exchanges(Party::Server).filter(|asked| asked.method() != "ping").filter_map(|asked| {
        let is_under_way = |call: &Exchange<'_>| {
            let begun = call.request.seq < asked.request.seq && call.request.http == asked.request.http;
            begun && call.answer().is_none_or(|answer| answer.seq > asked.request.seq)
        };
        let mut calls = connection.requests("tools/call").filter(is_under_way);
        // With two calls under way nothing says for which of them the server asks.
        let call = calls.next().filter(|_| calls.next().is_none())?;
        Some((asked, call))
    })
}

fn cancels_what_it_gives_up(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no call failed while the server waited for an answer");
    for connection in t.connections() {
        for (asked, call) in asked(connection) {
            let Some(failed) = call.answer().filter(|answer| has_failed(answer)) else { continue };
            let is_later = |seq: u64| seq > failed.seq;
            let waits = asked.answer().is_none_or(|answer| is_later(answer.seq)) && call.cancelled.is_none();
            if waits && connection.is_over_after(failed.seq, Party::Client) {
                let why = asked.cancelled.is_none().then_some("the call has failed, and its question still stands");
                seen.judge([asked.request, failed], why);
            }
        }
    }
    seen
}

fn has_failed(answer: &Message) -> bool {
    answer.error().is_some() || answer.result().is_some_and(|result| result["isError"] == true)
}

fn stops_waiting_after_a_cancellation(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server cancelled nothing that it had asked for during a call");
    for connection in t.connections() {
        for (asked, call) in asked(connection) {
            let Some(cancelled) = asked.cancelled else { continue };
            if asked.answer().is_some_and(|answer| answer.seq < cancelled.seq) {
                continue;
            }
            if call.answer().is_some() || call.is_unanswered() {
                let why = call.is_unanswered().then_some("the call is never answered");
                seen.judge([call.request, cancelled], why);
            }
        }
    }
    seen
}
