//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Kind, Message, Party, Transcript};

rules! { "lifecycle";
    /// A server says nothing before it is asked to initialize.
    ///
    /// The handshake comes first. Servers break this by announcing their tools, or asking for the roots, as soon as the
    /// pipe is open. Pings and log messages are let pass.
    Must waits_for_initialize since V2024_11_05 cites ["lifecycle-init-first"] = "basic/lifecycle#initialization";

    /// A server asks nothing of the client before the client says that it is initialized.
    ///
    /// Between its own answer and `notifications/initialized` a server sends pings and log messages at most. A `roots/list`
    /// sent from the handler of `initialize` meets clients that are not ready for it.
    Should sends_no_early_requests since V2024_11_05
    cites ["lifecycle-server-early-requests"] = "basic/lifecycle#initialization";

    /// A request before the handshake is not served.
    ///
    /// Before `initialize` nothing is agreed upon, neither version nor capabilities. The text names no code for the
    /// refusal. Servers without a state of their own serve at any time. Judged is what comes before the answer to `initialize`:
    /// what comes later may have been looked at later.
    Should refuses_requests_before_initialize on Stdio since V2024_11_05
    cites ["lifecycle-init-first"] = "basic/lifecycle#initialization";
}

/// The client's first `initialize`, where the recording has the connection from its beginning.
fn first_initialize(connection: &Connection) -> Option<&Message> {
    let exchange = connection.requests("initialize").next().filter(|_| connection.is_from_the_start())?;
    Some(exchange.request)
}

fn waits_for_initialize(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no handshake was recorded");
    for connection in t.connections() {
        let Some(initialize) = first_initialize(connection) else { continue };
        let is_early = |message: &&Message| message.seq < initialize.seq && is_asking(message);
        let early: Vec<_> = connection.messages_from(Party::Server).filter(is_early).collect();
        if early.is_empty() {
            seen.held();
        }
        for message in early {
            let method = message.method().unwrap_or_default();
            seen.broken([message], format!("`{method}` came before the client's `initialize`"));
        }
    }
    seen
}

fn is_asking(message: &Message) -> bool {
    let is_harmless = matches!(message.method(), Some("ping" | "notifications/message"));
    matches!(message.kind, Kind::Request { .. } | Kind::Notification { .. }) && !is_harmless
}

fn sends_no_early_requests(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no handshake was recorded");
    for connection in t.connections() {
        let Some(initialize) = first_initialize(connection) else { continue };
        let ready = connection.initialized().map(|message| message.seq);
        let is_early = |message: &&Message| {
            message.is_request() && message.seq > initialize.seq && ready.is_none_or(|ready| message.seq < ready)
        };
        let early =
            connection.messages_from(Party::Server).filter(is_early).find(|message| message.method() != Some("ping"));
        match early {
            Some(message) => {
                let method = message.method().unwrap_or_default();
                seen.broken([initialize, message], format!("`{method}` came before `notifications/initialized`"));
            }
            None if ready.is_some() => seen.held(),
            None => {}
        }
    }
    seen
}

fn refuses_requests_before_initialize(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was sent before the handshake");
    for connection in t.connections().filter(|connection| connection.is_from_the_start()) {
        let Some(initialize) = first_initialize(connection) else { continue };
        let opening = connection.requests("initialize").next();
        let opened = opening.and_then(|opening| Some(opening.answer()?.seq));
        for exchange in connection.exchanges(Party::Client).filter(|exchange| exchange.request.seq < initialize.seq) {
            let is_before = |answer: &&Message| opened.is_none_or(|opened| answer.seq < opened);
            let Some(answer) = exchange.answer().filter(is_before).filter(|_| exchange.method() != "ping") else {
                continue;
            };
            let fault = answer.result().map(|_| format!("`{}` was served before `initialize`", exchange.method()));
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}
