//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "lifecycle";
    /// A client begins with `initialize`.
    ///
    /// Only pings may come before. Clients break this by asking for tools at once, and greeting only a server that minds. It
    /// is judged where there is an `initialize`: without one, the recording may have begun later.
    Must client_begins_with_initialize binds Client since V2024_11_05
        cites ["lifecycle-client-sends-initialize"] = "basic/lifecycle#initialization";

    /// `initialize` names a protocol version.
    ///
    /// Clients break this by leaving it out, or with a number.
    Must client_names_a_version binds Client since V2024_11_05
        cites ["lifecycle-client-protocol-version"] = "basic/lifecycle#initialization";

    /// `initialize` tells the client's capabilities.
    ///
    /// Also where there are none: then it is an empty object. Clients break this by leaving it out.
    Must client_tells_its_capabilities binds Client since V2024_11_05
        cites ["lifecycle-client-capabilities"] = "basic/lifecycle#initialization";

    /// `initialize` tells the client's name and version.
    ///
    /// Clients break this by leaving `clientInfo` or its version out.
    Must client_tells_its_name binds Client since V2024_11_05
        cites ["lifecycle-client-info"] = "basic/lifecycle#initialization";

    /// After the answer to `initialize` a client says that it is ready.
    ///
    /// `notifications/initialized` is a notification, and comes before any request but pings. Clients break this by
    /// forgetting it, or by sending it with an id.
    Must client_says_initialized binds Client since V2024_11_05
        cites ["lifecycle-client-sends-initialized"] = "basic/lifecycle#initialization";

    /// A client waits for the answer to `initialize`.
    ///
    /// Only pings may come meanwhile. Clients break this by sending everything at once, to save a round trip.
    Should client_waits_for_the_answer binds Client since V2024_11_05
        cites ["lifecycle-client-early-requests"] = "basic/lifecycle#initialization";
}

const NONE: &str = "no `initialize` was sent";
const READY: &str = "notifications/initialized";

fn opening(connection: &Connection) -> Option<Exchange<'_>> {
    connection.requests("initialize").find(|exchange| exchange.refused.is_none())
}

fn client_begins_with_initialize(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no handshake was recorded from the start of its connection");
    for connection in t.connections().filter(|connection| connection.is_from_the_start()) {
        let Some(opening) = opening(connection) else { continue };
        let is_early = |message: &&Message| {
            let may_come = |method: &str| matches!(method, "ping" | "initialize");
            message.seq < opening.request.seq && message.method().is_some_and(|method| !may_come(method))
        };
        let early = connection.messages_from(Party::Client).find(is_early);
        let events = early.into_iter().chain([opening.request]);
        seen.judge(events, early.map(|_| "something else than a ping comes before `initialize`"));
    }
    seen
}

fn each_opening(t: &Transcript, judge: impl Fn(&Value) -> Option<String>) -> Observations {
    let mut seen = Observations::new(NONE);
    for exchange in t.requests("initialize") {
        seen.judge([exchange.request], judge(exchange.params()));
    }
    seen
}

fn client_names_a_version(t: &Transcript) -> Observations {
    each_opening(t, |params| {
        let version = &params["protocolVersion"];
        (!version.is_string()).then(|| format!("`protocolVersion` is {version}"))
    })
}

fn client_tells_its_capabilities(t: &Transcript) -> Observations {
    each_opening(t, |params| {
        let capabilities = &params["capabilities"];
        (!capabilities.is_object()).then(|| format!("`capabilities` is {capabilities}"))
    })
}

fn client_tells_its_name(t: &Transcript) -> Observations {
    each_opening(t, |params| {
        let missing = ["name", "version"].into_iter().find(|name| !params["clientInfo"][*name].is_string())?;
        Some(format!("`clientInfo.{missing}` is {}", params["clientInfo"][missing]))
    })
}

fn client_says_initialized(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no handshake came to its end");
    for connection in t.connections() {
        let Some(answer) = opening(connection).and_then(|opening| Some(opening.result()?.0)) else { continue };
        let later =
            |message: &&Message| message.seq > answer.seq && message.method().is_some_and(|method| method != "ping");
        match connection.messages_from(Party::Client).find(later) {
            Some(next) if next.method() == Some(READY) => {
                seen.judge([answer, next], next.is_request().then_some("`notifications/initialized` has an id"));
            }
            Some(next) if next.is_request() => seen.broken([answer, next], "the client goes on without it"),
            _ => {}
        }
    }
    seen
}

fn client_waits_for_the_answer(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for connection in t.connections() {
        let Some(opening) = opening(connection) else { continue };
        let Some(answer) = opening.answer() else { continue };
        let early = connection.messages_from(Party::Client).find(|message| {
            let between = message.seq > opening.request.seq && message.seq < answer.seq;
            between && message.is_request() && message.method() != Some("ping")
        });
        let events = [Some(opening.request), early, Some(answer)];
        seen.judge(events.into_iter().flatten(), early.map(|_| "a request is sent before the answer"));
    }
    seen
}
