//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#requests>

use std::collections::HashMap;

use crate::rule::{Observations, rules};
use crate::transcript::{Kind, Message, Party, Transcript};

rules! { "jsonrpc";
    /// A server's requests have an id that is a string or an integer.
    ///
    /// Without an id nobody can answer, and `null`, a fraction, a boolean or an object are no ids. Violations come from
    /// servers that send `ping` or `roots/list` through the same function as their notifications.
    Must server_requests_have_an_id since V2024_11_05
    cites ["jsonrpc-request-id-present", "jsonrpc-request-id-type", "jsonrpc-request-id-not-null"] = "basic/index#requests";

    /// A server does not use an id for two of its requests.
    ///
    /// In one session each request has an id of its own. A counter that starts anew for each call, or a constant id, makes
    /// the answers indistinguishable. The ids of client and server are counted apart.
    Must server_ids_are_not_reused since V2024_11_05 cites ["jsonrpc-request-id-no-reuse"] = "basic/index#requests";

    /// A notification has no id.
    ///
    /// With an id, even a null one, it would be a request, and whoever reads it owes an answer. It happens where one
    /// function builds all outgoing messages.
    Must notifications_have_no_id since V2024_11_05 cites ["jsonrpc-notification-no-id"] = "basic/index#notifications";

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

fn server_requests_have_an_id(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked nothing of the client");
    for message in t.messages_from(Party::Server) {
        let is_notification = message.method().is_some_and(|method| method.starts_with("notifications/"));
        let fault = match &message.kind {
            Kind::Request { id: Some(id), .. } if id.is_usual() => None,
            Kind::Request { .. } if is_notification => continue,
            Kind::Request { .. } => {
                Some(format!("/id is {}, where a string or an integer was expected", message.value["id"]))
            }
            Kind::Notification { method } if REQUESTS.contains(&&**method) => {
                Some(format!("`{method}` asks for an answer, and has no id"))
            }
            _ => continue,
        };
        seen.judge([message], fault);
    }
    seen
}

fn server_ids_are_not_reused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked nothing of the client");
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

fn notifications_have_no_id(t: &Transcript) -> Observations {
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
    let is_large = |message: &Message| message.id().is_some_and(crate::transcript::Id::is_beyond_double);
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
