//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>

use super::{Scene, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, HttpResponse, Kind, Transcript};

rules! { "http";
    /// A client sends its messages with POST.
    ///
    /// Clients break this with PUT, or by putting a message into the query or the body of a GET.
    Must client_uses_post binds Client on Http since V2025_03_26
        cites ["http-client-uses-post"] = "basic/transports#sending-messages-to-the-server";

    /// The body of a client's POST is one message.
    ///
    /// Batches went with revision 2025-06-18. Clients break this with an array, an empty body, or several messages one after
    /// the other.
    Must client_posts_one_message binds Client on Http since V2025_06_18
        cites ["http-client-new-post", "http-client-single-message-body"]
        = "basic/transports#sending-messages-to-the-server";

    /// A client's POST accepts both JSON and event streams.
    ///
    /// The server picks one, so `Accept` lists both by name; order, spaces and quality values are free. Clients break this
    /// with the wildcard of their HTTP library, or by listing only what the server happens to send.
    Must client_accepts_json_and_streams binds Client on Http since V2025_03_26
        cites ["http-client-accept-post"] = "basic/transports#sending-messages-to-the-server";

    /// A client's GET accepts event streams.
    ///
    /// Clients break this by leaving `Accept` to their HTTP library.
    Must client_get_accepts_streams binds Client on Http since V2025_03_26
        cites ["http-client-accept-get"] = "basic/transports#listening-for-messages-from-the-server";

    /// After the handshake a client sends the version header with every request.
    ///
    /// Clients often forget it on GET and DELETE, or on `notifications/initialized`. It is judged where the recording shows
    /// which revision is in force.
    Must client_sends_the_version binds Client on Http since V2025_06_18
        cites ["http-client-version-header"] = "basic/transports#protocol-version-header";

    /// The version header names the revision that was negotiated.
    ///
    /// Clients break this by sending the revision they asked for, though the server answered with another.
    Should client_sends_the_negotiated_version binds Client on Http since V2025_06_18
        cites ["http-client-version-negotiated"] = "basic/transports#protocol-version-header";
}

fn client_uses_post(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client sent no message");
    for exchange in t.http() {
        let is_message = exchange.sent.iter().any(|message| message.method().is_some() || message.is_response());
        let in_query = exchange.path.contains("%22jsonrpc%22") || exchange.path.contains("\"jsonrpc\"");
        if is_message || in_query {
            let why = (exchange.method != "POST").then(|| format!("a message is sent with {}", exchange.method));
            seen.judge([exchange.event], why);
        }
    }
    seen
}

fn client_posts_one_message(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client posted nothing");
    for exchange in t.http().filter(|exchange| exchange.method == "POST") {
        let why = match exchange.message().map(|message| &message.kind) {
            None => Some("the body is empty"),
            Some(Kind::Batch) => Some("the body is an array"),
            Some(Kind::Unreadable(_)) => Some("the body is not one JSON value"),
            Some(_) => None,
        };
        let shown = exchange.body.map_or(exchange.event, |(event, _)| event);
        seen.judge([shown], why);
    }
    seen
}

fn client_accepts_json_and_streams(t: &Transcript) -> Observations {
    accepts(t, "POST", &["application/json", "text/event-stream"])
}

fn client_get_accepts_streams(t: &Transcript) -> Observations {
    accepts(t, "GET", &["text/event-stream"])
}

fn accepts(t: &Transcript, method: &str, types: &[&str]) -> Observations {
    let mut seen = Observations::new(format!("the client sent no {method}"));
    for exchange in t.http().filter(|exchange| exchange.method == method) {
        let listed = exchange.headers.media_types("accept");
        let missing = types.iter().find(|name| !listed.iter().any(|one| one == *name));
        seen.judge([exchange.event], missing.map(|name| format!("`Accept` does not list {name}")));
    }
    seen
}

fn client_sends_the_version(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request came after a recorded handshake");
    for scene in scenes(t) {
        for exchange in later(&scene) {
            let why = (!exchange.headers.has("mcp-protocol-version")).then_some("`MCP-Protocol-Version` is missing");
            seen.judge([exchange.event], why);
        }
    }
    seen
}

/// What follows the handshake, where one is known of: recorded, assumed, or shown by an earlier version header.
fn later<'s, 't>(scene: &'s Scene<'t>) -> impl Iterator<Item = &'s HttpExchange<'t>> {
    let shown = |exchange: &HttpExchange<'_>| exchange.headers.has("mcp-protocol-version");
    let known = scene.exchanges.iter().any(|exchange| exchange.connection.revision().is_some() || shown(exchange));
    let begins = scene.exchanges.iter().find(|exchange| exchange.is_initialize());
    let ready = match begins {
        Some(exchange) => exchange.response.filter(HttpResponse::is_success).map(|response| response.event.seq),
        None => Some(0),
    };
    scene.exchanges.iter().filter(move |exchange| {
        known && ready.is_some_and(|ready| exchange.event.seq > ready) && !exchange.is_initialize()
    })
}

fn client_sends_the_negotiated_version(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no version header came after a handshake");
    for scene in scenes(t) {
        for exchange in later(&scene) {
            let (Some(sent), Some(agreed)) =
                (exchange.headers.get("mcp-protocol-version"), exchange.connection.revision())
            else {
                continue;
            };
            seen.judge([exchange.event], (sent != agreed).then(|| format!("the header says {sent}, not {agreed}")));
        }
    }
    seen
}
