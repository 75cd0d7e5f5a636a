//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::rules::shared::shape::Shape;
use crate::transcript::{Exchange, Message, Transcript};

rules! { "lifecycle";
    /// The result of `initialize` has what it needs.
    ///
    /// The version, the capabilities and the server's name and version are there, each of its own type. Violations:
    /// capabilities as a list or as `true`, a `serverInfo` without version, `null` for what is not there, and a capability
    /// such as `"tools": true` where an object belongs.
    Must result_is_valid since V2024_11_05
    cites ["lifecycle-server-capabilities", "lifecycle-server-info", "lifecycle-init-result-version"] = "basic/lifecycle#initialization";

    /// A server answers `initialize` with a result.
    ///
    /// Nothing works before the handshake does. A refusal because of the version has a rule of its own; any other error
    /// comes from servers that demand members which are optional, or that fail before they are configured.
    Must initialize_succeeds since V2024_11_05
    cites ["lifecycle-supported", "jsonrpc-base-protocol-supported"] = "basic/lifecycle#initialization";

    /// An `initialize` that lacks what it needs is refused.
    ///
    /// Where the version is a number, or the capabilities are missing, nothing could be agreed upon. Servers that never look
    /// shake hands all the same, and go by what they have not read; others end, or wait for a better one without a word.
    Robustness malformed_initialize_is_refused since V2024_11_05
    cites ["jsonrpc-invalid-params-code"] = "basic/lifecycle#initialization";
}

fn initialize_succeeds(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no complete `initialize` was sent");
    for exchange in t.requests("initialize").filter(|exchange| is_complete(exchange.request)) {
        if let Some(answer) = exchange.answer().filter(|answer| !is_about_the_version(answer)) {
            let fault = answer.error().map(|error| format!("the handshake failed: {}", error["message"]));
            seen.judge([exchange.request, answer], fault.filter(|_| is_first(&exchange, t)));
        }
    }
    seen
}

fn malformed_initialize_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no `initialize` lacked anything");
    for connection in t.connections() {
        for exchange in connection.requests("initialize").filter(|exchange| exchange.request.is_bad_initialize()) {
            let has_ended = connection.deaf_after() == Some(exchange.request.seq)
                && connection.exit_after(exchange.request.seq).is_some();
            match exchange.answer() {
                Some(answer) => {
                    seen.judge([exchange.request, answer], answer.result().map(|_| "the handshake is granted"));
                }
                None if has_ended => seen.broken([exchange.request], "the server ended over it"),
                None if exchange.is_unanswered() => seen.broken([exchange.request], "it got no answer"),
                None if exchange.refused.is_some() => seen.held(),
                None => {}
            }
        }
    }
    seen
}

/// Whether nothing is missing from what the client says.
fn is_complete(request: &Message) -> bool {
    let params = request.params();
    let info = &params["clientInfo"];
    !request.is_malformed()
        && params["protocolVersion"].is_string()
        && params["capabilities"].is_object()
        && info["name"].is_string()
        && info["version"].is_string()
}

/// A second handshake on one connection may be refused.
fn is_first(exchange: &Exchange<'_>, t: &Transcript) -> bool {
    let same = |connection: &&crate::transcript::Connection| {
        connection.messages().iter().any(|message| message.seq == exchange.request.seq)
    };
    let first = t.connections().find(same).and_then(|connection| connection.requests("initialize").next());
    first.is_some_and(|first| first.request.seq == exchange.request.seq)
}

fn is_about_the_version(answer: &Message) -> bool {
    let says_version = |text: &Value| text.as_str().is_some_and(|text| text.to_ascii_lowercase().contains("version"));
    answer.error().is_some_and(|error| says_version(&error["message"]) || error["data"].get("supported").is_some())
}

fn result_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["InitializeResult", "ServerCapabilities", "Implementation"], "no handshake came to an end").judge(t)
}
