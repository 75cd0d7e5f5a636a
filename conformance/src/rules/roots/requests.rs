//! <https://modelcontextprotocol.io/specification/2025-11-25/client/roots>

use serde_json::Value;

use super::super::shared::asked::asked;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "roots";
    /// `roots/list` is a request without further ado.
    ///
    /// It needs an id, and has no params but `_meta`. Servers break this with params that are a list, or by sending it as a
    /// notification.
    Must request_is_plain since V2024_11_05 cites ["roots-list-request-shape"] = "schema#listrootsrequest";

    /// A server goes on after the roots changed.
    ///
    /// The notification is never answered, and what follows is served as before. Servers without a handler for it answer
    /// with an error or stop.
    Should goes_on_after_a_change since V2024_11_05
        cites ["roots-server-handle-changes"] = "client/roots#implementation-guidelines";

    /// A server that asked for the roots asks again after they changed.
    ///
    /// It is judged where a call made the server ask before the change, and the same call was served after it.
    Should asks_again_after_a_change since V2024_11_05
        cites ["roots-server-refetch"] = "schema#rootslistchangednotification";

    /// A server goes on without roots.
    ///
    /// The client may have none, or be unable to tell. Servers break this by leaving the call that waits for the roots
    /// without an answer, or by ending.
    Should goes_on_without_roots since V2024_11_05
        cites ["roots-server-unavailable"] = "client/roots#security-considerations";
}

const METHOD: &str = "roots/list";
const CHANGED: &str = "notifications/roots/list_changed";
const NONE: &str = "the server did not ask for roots";

fn request_is_plain(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in t.messages_from(Party::Server).filter(|message| message.method() == Some(METHOD)) {
        let has_params = message.value.get("params").is_some_and(|params| !params.is_object());
        let why = match (message.is_request(), has_params) {
            (false, _) => Some("it is sent as a notification"),
            (true, true) => Some("`params` is no object"),
            (true, false) => None,
        };
        seen.judge([message], why);
    }
    seen
}

fn goes_on_after_a_change(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client told of no change, or asked nothing after it");
    for connection in t.connections() {
        for change in connection.messages_from(Party::Client).filter(|message| message.method() == Some(CHANGED)) {
            let mut later = connection.exchanges(Party::Client).filter(|exchange| exchange.request.seq > change.seq);
            if let Some(next) = later.find(|exchange| exchange.answer().is_some() || exchange.is_unanswered()) {
                let why = next.is_unanswered().then_some("no request is answered after the change");
                seen.judge([change, next.request], why);
            }
        }
    }
    seen
}

fn asks_again_after_a_change(t: &Transcript) -> Observations {
    let mut seen =
        Observations::new("the roots did not change after a call that needed them, or it did not come again");
    for connection in t.connections() {
        let asks: Vec<_> = connection.exchanges(Party::Server).filter(|exchange| exchange.method() == METHOD).collect();
        for change in connection.messages_from(Party::Client).filter(|message| message.method() == Some(CHANGED)) {
            let (before, after): (Vec<_>, Vec<_>) = asks.iter().partition(|ask| ask.request.seq < change.seq);
            match (before.first(), after.first(), repeated(connection, change)) {
                (Some(_), Some(_), _) => seen.held(),
                (_, None, Some((first, again))) => {
                    seen.broken([first.request, change, again.request], "the server goes on with the roots of before");
                }
                _ => {}
            }
        }
    }
    seen
}

/// A call during which the server asked for the roots before the change, and the same call after it.
fn repeated<'t>(connection: &'t Connection, change: &Message) -> Option<(Exchange<'t>, Exchange<'t>)> {
    let asks: Vec<_> = connection.exchanges(Party::Server).filter(|exchange| exchange.method() == METHOD).collect();
    let during = |call: &Exchange<'_>| {
        let end = call.answer().map_or(u64::MAX, |answer| answer.seq);
        asks.iter().any(|ask| (call.request.seq..end).contains(&ask.request.seq) && end < change.seq)
    };
    connection.requests("tools/call").filter(during).find_map(|first| {
        let same = |call: &Exchange<'_>| {
            let of = |call: &Exchange<'_>| (call.params()["name"].clone(), call.params()["arguments"].clone());
            call.request.seq > change.seq && call.result().is_some() && of(call) == of(&first)
        };
        let later = connection.requests("tools/call").find(same)?;
        Some((first, later))
    })
}

fn goes_on_without_roots(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client always told its roots");
    for (connection, exchange) in asked(t, METHOD) {
        let none = |result: &Value| result["roots"].as_array().is_some_and(Vec::is_empty);
        let Some(answer) = exchange.answer().filter(|answer| answer.result().is_none_or(none)) else { continue };
        // The one that was asked for last: an older one may be lost for reasons of its own.
        let waiting = connection.exchanges(Party::Client).filter(|call| {
            let is_open = call.answer().is_none_or(|end| end.seq > exchange.request.seq);
            call.method() != "ping" && call.request.seq < exchange.request.seq && is_open
        });
        let waiting = waiting.max_by_key(|call| call.request.seq);
        if let Some(call) = waiting.filter(|call| call.answer().is_some() || call.is_unanswered()) {
            let why = call.is_unanswered().then_some("the call that needed the roots is never answered");
            seen.judge([call.request, answer], why);
        }
    }
    seen
}
