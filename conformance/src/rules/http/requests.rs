//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>

use super::{Scene, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, Message, Transcript};

rules! { "http";
    /// A request is refused by an error in JSON.
    ///
    /// Whatever the status, whoever asked finds the error, with the id of the request, in the body. Servers break this where
    /// they refuse an unknown method or params of the wrong shape before the protocol sees them, with a line of text or an error
    /// that names no request. Requests that HTTP itself has a reason to refuse are not judged.
    Should refuses_requests_with_an_error_response on Http since V2025_03_26
        cites ["http-request-content-type"] = "basic/transports#sending-messages-to-the-server";

    /// The content type may have a parameter.
    ///
    /// `application/json; charset=utf-8` is what many HTTP clients write. Servers that compare the header as a text refuse it.
    Robustness content_type_may_have_parameters on Http since V2025_03_26
        cites ["http-request-content-type"] = "basic/transports#sending-messages-to-the-server";
}

fn refuses_requests_with_an_error_response(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was refused that HTTP has no reason to refuse");
    for scene in scenes(t) {
        for exchange in scene.exchanges.iter().filter(|exchange| is_in_order(&scene, exchange)) {
            let Some(response) = exchange.response else { continue };
            if exchange.own_response().is_some_and(|answer| answer.error().is_some()) {
                seen.held();
            } else if response.is_refusal() && exchange.own_response().is_none() {
                let why = format!("{} comes without an error that has the id of the request", response.status);
                seen.broken([exchange.event, response.event], why);
            }
        }
    }
    seen
}

/// Whether it is a request after the handshake with which nothing is wrong but what it asks for.
fn is_in_order(scene: &Scene<'_>, exchange: &HttpExchange<'_>) -> bool {
    let is_plain = |request: &Message| {
        request.method() != Some("initialize")
            && !request.has_unknown_members()
            && request.id().is_some_and(|id| !id.is_beyond_double())
    };
    // Where the endpoint itself is at fault, another rule says so.
    let is_beside = |status: u16| scene.is_beside_the_point(status) || matches!(status, 404 | 405 | 501);
    exchange.method == "POST"
        && exchange.request().is_some_and(is_plain)
        && exchange.headers.has("mcp-protocol-version")
        && !has_parameter(exchange)
        && scene.faults(exchange).is_empty()
        && exchange.response.is_some_and(|response| !is_beside(response.status))
}

fn has_parameter(exchange: &HttpExchange<'_>) -> bool {
    exchange.headers.get("content-type").is_some_and(|kind| kind.contains(';'))
}

fn content_type_may_have_parameters(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no content type had a parameter");
    for scene in scenes(t) {
        let has_one = |exchange: &&HttpExchange<'_>| {
            exchange.method == "POST" && has_parameter(exchange) && scene.faults(exchange).is_empty()
        };
        for exchange in scene.exchanges.iter().filter(has_one) {
            let Some(response) = exchange.response else { continue };
            let is_refused = matches!(response.status, 400 | 406 | 415);
            let why = is_refused.then(|| format!("it is refused with {}", response.status));
            seen.judge([exchange.event, response.event], why);
        }
    }
    seen
}
