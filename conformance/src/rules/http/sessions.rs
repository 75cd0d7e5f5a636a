//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management>

use std::collections::BTreeMap;

use super::{Fault, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{Event, HttpResponse, Transcript};

rules! { "http";
    /// A session id holds only visible ASCII characters.
    ///
    /// Any of 0x21 to 0x7E will do, so a client can send the id back in a header unchanged. Servers break this with spaces
    /// (a name and a number put together), with an empty value, or with letters beyond ASCII.
    Must session_id_is_visible_ascii on Http since V2025_03_26
        cites ["http-session-id-ascii"] = "basic/transports#session-management";

    /// Every session has an id of its own.
    ///
    /// Servers break this by deriving the id from the client's name or address, or from a constant: then two clients share
    /// one session.
    Should session_ids_differ on Http since V2025_03_26
        cites ["http-session-id-unique"] = "basic/transports#session-management";

    /// A request that lacks its session id is refused with 400.
    ///
    /// Only a server that needs the id refuses, and only 400 tells the client what is missing: 404 would say that a session
    /// has ended, and 401 that credentials are missing. Being served without the id is no fault.
    Should missing_session_gets_400 on Http since V2025_03_26
        cites ["http-session-missing-400"] = "basic/transports#session-management";

    /// A request for an ended session is answered with 404.
    ///
    /// With 404 the client knows that it has to begin anew; with 400 or 401 it repeats the dead id or asks for credentials,
    /// and 200 serves a session that does not exist. Ended is a session that a DELETE ended, or of which the recording says
    /// so. Judged are POST and GET; a server without streams may refuse any GET with 405.
    Must ended_session_gets_404 on Http since V2025_03_26
        cites ["http-session-terminated-404"] = "basic/transports#session-management";

    /// A session id that the server does not know is refused with 404.
    ///
    /// After the server was started anew, or behind a balancer, it may have been a good one. Only 404 tells the client to begin
    /// anew; with 400 or 401 it goes on with the dead id, or gives up. Being served with such an id is no fault here.
    Robustness unknown_session_gets_404 on Http since V2025_03_26
        cites ["http-session-terminated-404"] = "basic/transports#session-management";
}

/// The ids given to sessions, each with the event of the response.
fn issued(t: &Transcript) -> Vec<(&str, &Event)> {
    let all: Vec<_> = t.http().collect();
    let opening = all.iter().filter(|exchange| exchange.is_initialize());
    let served = opening.filter(|exchange| exchange.response.is_some_and(|response| response.is_success()));
    served.filter_map(|exchange| Some((exchange.issued_session()?, exchange.response?.event))).collect()
}

fn session_id_is_visible_ascii(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server gave no session id");
    for (id, event) in issued(t) {
        let bad = id.chars().find(|c| !('\u{21}'..='\u{7e}').contains(c));
        let why = match bad {
            Some(c) => Some(format!("the session id holds {c:?}")),
            None => id.is_empty().then(|| "the session id is empty".to_owned()),
        };
        seen.judge([event], why);
    }
    seen
}

fn session_ids_differ(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server gave no two session ids");
    let mut first = BTreeMap::new();
    for (id, event) in issued(t) {
        match first.insert(id, event) {
            Some(before) => seen.broken([before, event], "two sessions have one id"),
            None if first.len() > 1 => seen.held(),
            None => {}
        }
    }
    seen
}

fn missing_session_gets_400(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request without its session id was refused");
    for scene in scenes(t) {
        for exchange in &scene.exchanges {
            let Some(response) = exchange.response.filter(HttpResponse::is_refusal) else { continue };
            let lacks_it = exchange.method == "POST" && scene.faults(exchange) == [Fault::MissingSession];
            if lacks_it && !scene.is_beside_the_point(response.status) {
                let why = (response.status != 400).then(|| format!("the status is {}, not 400", response.status));
                seen.judge([exchange.event, response.event], why);
            }
        }
    }
    seen
}

fn unknown_session_gets_404(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request with an unknown session id was refused");
    for scene in scenes(t) {
        for exchange in scene.exchanges.iter().filter(|exchange| exchange.method == "POST") {
            let Some(response) = exchange.response.filter(HttpResponse::is_refusal) else { continue };
            let is_unknown = !exchange.is_initialize() && scene.faults(exchange) == [Fault::UnknownSession];
            let has_sessions = scene.issued_before(exchange.event.seq).next().is_some();
            if is_unknown && has_sessions && !scene.is_beside_the_point(response.status) {
                let why = (response.status != 404).then(|| format!("the status is {}, not 404", response.status));
                seen.judge([exchange.event, response.event], why);
            }
        }
    }
    seen
}

fn ended_session_gets_404(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request named a session known to have ended");
    for scene in scenes(t) {
        let judged = |method: &str| matches!(method, "POST" | "GET");
        for exchange in scene.exchanges.iter().filter(|exchange| judged(exchange.method) && !exchange.is_initialize()) {
            let Some(response) = exchange.response.filter(|_| scene.faults(exchange) == [Fault::EndedSession]) else {
                continue;
            };
            let refuses_every_get = exchange.method == "GET" && response.status == 405;
            if !refuses_every_get && !scene.is_beside_the_point(response.status) {
                let why = (response.status != 404).then(|| format!("the status is {}, not 404", response.status));
                seen.judge([exchange.event, response.event], why);
            }
        }
    }
    seen
}
