//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#responses>

use crate::rule::{Observations, rules};
use crate::transcript::{Cause, Connection, Exchange, Message, Party, Stray, Transcript};

rules! { "jsonrpc";
    /// Every request is answered.
    ///
    /// A request that is a request gets a result or an error, also where the method is unknown or the params are wrong.
    /// Servers break this when a handler throws and nobody turns it into an error, when an unknown method is dropped, or
    /// when they hang or end. Pings have their own rule; cancelled requests, requests before the handshake, an `initialize`
    /// that is none, and what is odd though legal (ids too large for a double, unknown members) are not counted here.
    Must requests_are_answered since V2024_11_05 cites ["jsonrpc-request-gets-response"] = "basic/index#responses";

    /// A request is answered once.
    ///
    /// A second response under the same id confuses whoever waits for it. It comes from an error handler that runs after the
    /// answer is out, or from a loop variable that still holds an earlier request when the next line cannot be read.
    Must one_response_per_request since V2024_11_05
    cites ["jsonrpc-request-gets-response", "jsonrpc-error-id-echo"] = "basic/index#responses";

    /// A response repeats the id of its request, type and all.
    ///
    /// `1` and `"1"` are two ids. Servers that read ids as numbers first turn `"1"` into `1`, others make texts of all
    /// ids, and some leave the id out of errors although they could read it. The client never recognizes the answer.
    Must ids_are_echoed since V2024_11_05
    cites ["jsonrpc-result-id-echo", "jsonrpc-error-id-echo"] = "basic/index#result-responses";

    /// Every response answers a request of the client.
    ///
    /// An id that the client never used belongs to nobody. It is made up where input could not be read (0, or a constant
    /// such as `"server-error"`, where the id should be left out), or a response of the client is answered as if it asked
    /// something.
    Must responses_answer_a_request since V2024_11_05
    cites ["jsonrpc-error-id-echo", "jsonrpc-result-id-echo"] = "basic/index#error-responses";

    /// A notification is never answered.
    ///
    /// What has no id asks for nothing: no result, no error, not even where the notification is unknown or its params are
    /// wrong. Routers that treat `notifications/initialized` as an unknown method send an error without id, and some
    /// clients close the connection over it.
    Must notifications_are_never_answered since V2024_11_05
    cites ["jsonrpc-notification-no-response"] = "basic/index#notifications";
}

fn requests_are_answered(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was sent");
    for connection in t.connections() {
        let open = connection.handshake().map(|handshake| handshake.answer.seq);
        let is_early = |request: &Message| {
            connection.is_from_the_start()
                && request.method() != Some("initialize")
                && connection.requests("initialize").next().is_some()
                && open.is_none_or(|open| request.seq < open)
        };
        for exchange in connection.exchanges(Party::Client).filter(|exchange| is_owed_an_answer(exchange)) {
            if !exchange.answers.is_empty() {
                seen.held();
            } else if exchange.is_unanswered() && !is_early(exchange.request) {
                seen.broken([exchange.request], format!("`{}` got no answer", exchange.method()));
            }
        }
    }
    seen
}

fn is_owed_an_answer(exchange: &Exchange<'_>) -> bool {
    let request = exchange.request;
    let id_is_small = request.id().is_some_and(|id| !id.is_beyond_double());
    let is_odd = request.is_malformed() || request.is_bad_initialize() || request.has_unknown_members();
    exchange.method() != "ping" && id_is_small && !is_odd
}

fn one_response_per_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was answered");
    for exchange in t.exchanges(Party::Client).filter(|exchange| !exchange.answers.is_empty()) {
        match exchange.answers[..] {
            [_] => seen.held(),
            [.., last] => seen.broken([exchange.request, exchange.answers[0], last], "the request was answered again"),
            [] => {}
        }
    }
    seen
}

fn ids_are_echoed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was answered");
    for stray in t.strays(Party::Server) {
        if let Cause::Request(request) = stray.cause {
            seen.broken([request, stray.response], lost(request, &stray));
        }
    }
    t.exchanges(Party::Client).filter(|exchange| exchange.answer().is_some()).for_each(|_| seen.held());
    seen
}

fn lost(request: &Message, stray: &Stray<'_>) -> String {
    let asked = request.id().map(ToString::to_string).unwrap_or_default();
    match stray.response.id() {
        Some(id) => format!("the request has the id {asked}, the answer {id}"),
        None => format!("the answer lacks the id {asked}"),
    }
}

fn responses_answer_a_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was answered");
    for connection in t.connections() {
        for stray in connection.strays(Party::Server) {
            match (stray.cause, stray.response.id()) {
                (Cause::Malformed(input), Some(id)) if !input.mentions(id) => {
                    let why = format!("the id {id} is made up; where none could be read it is left out");
                    seen.broken([input, stray.response], why);
                }
                (Cause::Response(input), _) => seen.broken([input, stray.response], "a response was answered"),
                (Cause::Nothing, _) if is_whole(connection) => {
                    seen.broken([stray.response], "no request of the client has this id");
                }
                _ => {}
            }
        }
        connection.exchanges(Party::Client).flat_map(|exchange| exchange.answers).for_each(|_| seen.held());
    }
    seen
}

/// Whether the recording has both sides of the connection from its beginning.
fn is_whole(connection: &Connection) -> bool {
    connection.is_from_the_start() && connection.messages_from(Party::Client).next().is_some()
}

fn notifications_are_never_answered(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no notification was sent");
    for connection in t.connections() {
        let answered = |notification: &Message| {
            let mut strays = connection.strays(Party::Server);
            strays.find(|stray| matches!(stray.cause, Cause::Notification(cause) if cause.seq == notification.seq))
        };
        for notification in connection.messages_from(Party::Client).filter(|message| message.is_notification()) {
            if let Some(stray) = answered(notification) {
                let method = notification.method().unwrap_or_default();
                seen.broken([notification, stray.response], format!("`{method}` was answered"));
            } else if connection.is_over_after(notification.seq, Party::Client) {
                seen.held();
            }
        }
    }
    seen
}
