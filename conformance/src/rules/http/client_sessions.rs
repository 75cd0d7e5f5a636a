//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management>

use super::{Scene, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, Transcript, What};

rules! { "http";
    /// Once it has a session id, a client sends it with every request.
    ///
    /// Clients break this by forgetting the header on GET or on notifications, or by sending an id of their own making.
    Must client_sends_the_session binds Client on Http since V2025_03_26
        cites ["http-client-session-header"] = "basic/transports#session-management";

    /// After 404 for its session a client begins a new one.
    ///
    /// 404 says that the session is gone. Clients break this by repeating the dead id, so that every call fails from then
    /// on. A DELETE that tidies up is no fault.
    Must client_begins_anew_after_404 binds Client on Http since V2025_03_26
        cites ["http-client-404-reinitialize"] = "basic/transports#session-management";

    /// The `initialize` that begins a new session names no session.
    ///
    /// Clients break this by setting the header once for all requests, so that the dead id goes along with the new
    /// beginning.
    Must client_begins_without_a_session binds Client on Http since V2025_03_26
        cites ["http-client-404-no-session-id"] = "basic/transports#session-management";

    /// A client that is done ends its session with DELETE.
    ///
    /// Without it the server has to keep the session until it guesses that nobody will come back. It is judged where the
    /// recording shows the end of the connection.
    Should client_deletes_its_session binds Client on Http since V2025_03_26
        cites ["http-client-delete-session"] = "basic/transports#session-management";
}

/// The answers that said that a session is gone: the session, and the event.
fn gone<'t>(scene: &Scene<'t>) -> Vec<(&'t str, u64)> {
    let lost = |exchange: &HttpExchange<'t>| {
        let response = exchange.response.filter(|response| response.status == 404)?;
        Some((exchange.session()?, response.event.seq))
    };
    scene.exchanges.iter().filter_map(lost).collect()
}

fn client_sends_the_session(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server gave no session id, or nothing came after it");
    for scene in scenes(t) {
        let gone = gone(&scene);
        for exchange in scene.exchanges.iter().filter(|exchange| !exchange.is_initialize()) {
            let seq = exchange.event.seq;
            let issued: Vec<_> = scene.issued_before(seq).collect();
            let lost = |id: &str| gone.iter().any(|(dead, at)| *dead == id && *at < seq) || scene.has_ended(id, seq);
            match exchange.session() {
                _ if issued.is_empty() => {}
                Some(id) => {
                    let why = (!issued.contains(&id)).then_some("the session id is none that the server gave");
                    seen.judge([exchange.event], why);
                }
                None if issued.iter().all(|id| lost(id)) => {}
                None => seen.broken([exchange.event], "`MCP-Session-Id` is missing"),
            }
        }
    }
    seen
}

fn client_begins_anew_after_404(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no session got 404 and was followed by anything");
    let begun = handshakes(t);
    for scene in scenes(t) {
        for (dead, at) in gone(&scene) {
            let mut later =
                scene.exchanges.iter().filter(|exchange| exchange.event.seq > at && exchange.method != "DELETE");
            match later.next() {
                Some(exchange) if exchange.is_initialize() => seen.held(),
                Some(exchange) if exchange.session() == Some(dead) => {
                    seen.broken([at, exchange.event.seq], "the client goes on with a session that got 404");
                }
                None if begun.iter().any(|begins| begins.event.seq > at) => seen.held(),
                _ => {}
            }
        }
    }
    seen
}

/// Every `initialize`, on whatever connection: a session that is begun anew is one of its own.
fn handshakes(t: &Transcript) -> Vec<HttpExchange<'_>> {
    t.http().filter(HttpExchange::is_initialize).collect()
}

fn client_begins_without_a_session(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no session was begun anew after 404");
    let first = scenes(t).flat_map(|scene| gone(&scene)).map(|(_, at)| at).min();
    for (at, exchange) in first.into_iter().flat_map(|at| handshakes(t).into_iter().map(move |begins| (at, begins))) {
        if exchange.event.seq > at {
            let why = exchange.session().map(|_| "`initialize` names a session");
            seen.judge([at, exchange.event.seq], why);
        }
    }
    seen
}

fn client_deletes_its_session(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no session was seen to its end");
    for scene in scenes(t) {
        let gone = gone(&scene);
        let end = scene.exchanges[0]
            .connection
            .events()
            .iter()
            .find(|event| event.http.is_none() && matches!(event.what, What::Closed | What::InputClosed));
        let Some(end) = end else { continue };
        for id in scene.issued_before(end.seq).filter(|id| gone.iter().all(|(dead, _)| dead != id)) {
            let is_end = |exchange: &HttpExchange<'_>| exchange.method == "DELETE" && exchange.session() == Some(id);
            let why = (!scene.exchanges.iter().any(is_end)).then_some("the session was left without a DELETE");
            seen.judge([end], why);
        }
    }
    seen
}
