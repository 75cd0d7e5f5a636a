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
