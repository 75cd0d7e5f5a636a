//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#requests>

use std::collections::HashMap;

use crate::rule::{Observations, rules};
use crate::transcript::{Id, Message, Party, Transcript};

rules! { "jsonrpc";
    /// A server's request has an id.
    ///
    /// Without one nobody can answer. Violations come from servers that send `ping` or `roots/list` through the same
    /// function as their notifications.
    Must request_has_an_id since V2024_11_05 cites ["jsonrpc-request-id-present"] = "basic/index#requests";

    /// The id of a server's request is not null.
    ///
    /// Plain JSON-RPC lets null pass, this protocol does not.
    Must request_id_is_not_null since V2024_11_05 cites ["jsonrpc-request-id-not-null"] = "basic/index#requests";

    /// The id of a server's request is a string or an integer.
    ///
    /// A fraction, a boolean, a list or an object are no ids: receivers cannot compare or repeat them safely.
    Must request_id_is_string_or_integer since V2024_11_05 cites ["jsonrpc-request-id-type"] = "basic/index#requests";

    /// A server does not use an id for two of its requests.
    ///
    /// In one session each request has an id of its own. A counter that starts anew for each call, or a constant id, makes
    /// the answers indistinguishable. The ids of client and server are counted apart.
    Must server_ids_are_not_reused since V2024_11_05 cites ["jsonrpc-request-id-no-reuse"] = "basic/index#requests";

    /// A notification has no id.
    ///
    /// With an id, even a null one, it would be a request, and whoever reads it owes an answer. It happens where one
    /// function builds all outgoing messages.
    Must notification_has_no_id since V2024_11_05 cites ["jsonrpc-notification-no-id"] = "basic/index#notifications";

    /// A request with a null id is not served.
    ///
    /// Plain JSON-RPC lets it pass, this protocol does not: nobody could tell the answers apart. A good server refuses it as
    /// an invalid request or drops it; one that compares the id with "absent" serves it and answers under `null`.
    Should null_id_is_not_served since V2024_11_05 cites ["jsonrpc-request-id-not-null"] = "basic/index#requests";

    /// Ids beyond 2^53 come back unchanged.
    ///
    /// Such an id is an integer like any other, yet languages whose numbers are doubles round it, and the client waits for
    /// an answer that came under a neighbouring id.
    Robustness large_ids_survive since V2024_11_05 cites ["jsonrpc-result-id-echo"] = "basic/index#requests";
}

/// What a server can ask of a client; none of them is ever a notification.
const REQUESTS: &[&str] = &[
    "ping",
    "roots/list",
    "sampling/createMessage",
    "elicitation/create",
    "tasks/get",
    "tasks/result",
    "tasks/list",
    "tasks/cancel",
];

const NONE: &str = "the server asked nothing of the client";

fn request_has_an_id(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in t.messages_from(Party::Server) {
        match message.method() {
            Some(method) if message.is_notification() && REQUESTS.contains(&method) => {
                seen.broken([message], format!("`{method}` asks for an answer, and has no id"));
            }
            Some(_) if is_request(message) => seen.held(),
            _ => {}
        }
    }
    seen
}

/// Notifications with an id have a rule of their own.
fn is_request(message: &Message) -> bool {
    message.is_request() && message.method().is_some_and(|method| !method.starts_with("notifications/"))
}

fn request_id_is_not_null(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in t.messages_from(Party::Server).filter(|message| is_request(message)) {
        seen.judge([message], message.value["id"].is_null().then_some("/id is null"));
    }
    seen
}

fn request_id_is_string_or_integer(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in t.messages_from(Party::Server).filter(|message| is_request(message)) {
        let is_good = message.value["id"].is_null() || message.id().is_some_and(Id::is_usual);
        let fault =
            (!is_good).then(|| format!("/id is {}, where a string or an integer was expected", message.value["id"]));
        seen.judge([message], fault);
    }
    seen
}

fn server_ids_are_not_reused(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for connection in t.connections() {
        let mut used = HashMap::new();
        for message in connection.messages_from(Party::Server).filter(|message| message.is_request()) {
            let Some(id) = message.id() else { continue };
            match used.insert(id, message) {
                Some(earlier) => seen.broken([earlier, message], format!("the id {id} was used before")),
                None => seen.held(),
            }
        }
    }
    seen
}

fn notification_has_no_id(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no notification");
    let is_meant = |message: &&Message| message.method().is_some_and(|method| method.starts_with("notifications/"));
    for message in t.messages_from(Party::Server).filter(is_meant) {
        let id = message.value.get("id");
        seen.judge([message], id.map(|id| format!("the notification has an id, {id}")));
    }
    seen
}

fn null_id_is_not_served(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request with a null id was sent");
    for connection in t.connections() {
        let is_null = |message: &&Message| message.is_request() && message.value["id"].is_null();
        for request in connection.messages_from(Party::Client).filter(is_null) {
            let served = connection.messages_from(Party::Server).find(|message| {
                message.seq > request.seq && message.result().is_some() && message.value["id"].is_null()
            });
            match served {
                Some(answer) => seen.broken([request, answer], "a request with a null id was served"),
                None if connection.is_over_after(request.seq, Party::Client) => seen.held(),
                None => {}
            }
        }
    }
    seen
}

fn large_ids_survive(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no id beyond 2^53 was used");
    let is_large = |message: &Message| message.id().is_some_and(Id::is_beyond_double);
    for exchange in t.exchanges(Party::Client).filter(|exchange| is_large(exchange.request)) {
        match (exchange.answer(), exchange.mistaken) {
            (Some(_), _) => seen.held(),
            (None, Some(answer)) => seen.broken([exchange.request, answer], "the id came back rounded"),
            (None, None) if exchange.is_unanswered() => seen.broken([exchange.request], "the request got no answer"),
            (None, None) => {}
        }
    }
    seen
}
