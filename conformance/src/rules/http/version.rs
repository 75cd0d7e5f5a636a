//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header>

use super::{Fault, Scene, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, HttpResponse, Transcript};

rules! { "http";
    /// A version header that is no revision at all is refused with 400.
    ///
    /// Revisions are dates such as `2025-06-18`. Servers break this by never reading the header, or by failing over it with
    /// 500. Requests with a second fault, and `initialize`, which needs no such header, are not judged.
    Must malformed_version_gets_400 on Http since V2025_06_18
        cites ["http-version-header-invalid-400"] = "basic/transports#protocol-version-header";

    /// A version header naming a revision that the server does not have is refused with 400.
    ///
    /// Servers break this by serving whatever date they are told, which leaves the client to guess what it gets. Judged are
    /// revisions outside of those that the recording says are supported, else dates when no revision was or will soon be
    /// published (before 2024-11-05, or after 2050).
    Must unsupported_version_gets_400 on Http since V2025_06_18
        cites ["http-version-header-unsupported-400"] = "basic/transports#protocol-version-header";

    /// A request without a version header is taken as one of revision 2025-03-26.
    ///
    /// That revision knew no such header, so a server that supports it cannot refuse its requests for lack of one. Servers
    /// break this by making the header mandatory. It is judged only where a 2025-03-26 handshake, or the recording, shows
    /// that the server supports that revision.
    Should missing_version_is_served on Http since V2025_03_26
        cites ["http-version-header-default"] = "basic/transports#protocol-version-header";
}

fn malformed_version_gets_400(t: &Transcript) -> Observations {
    gets_400(t, Fault::MalformedVersion, "no request had a malformed version header")
}

fn unsupported_version_gets_400(t: &Transcript) -> Observations {
    gets_400(t, Fault::UnknownVersion, "no request named a revision known to be unsupported")
}

fn gets_400(t: &Transcript, fault: Fault, otherwise: &str) -> Observations {
    let mut seen = Observations::new(otherwise);
    for scene in scenes(t) {
        for exchange in scene.exchanges.iter().filter(|exchange| !exchange.is_initialize()) {
            let Some(response) = exchange.response.filter(|_| scene.faults(exchange) == [fault]) else { continue };
            if !is_unoffered(exchange, response) && !scene.is_beside_the_point(response.status) {
                let why = (response.status != 400).then(|| format!("the status is {}, not 400", response.status));
                seen.judge([exchange.event, response.event], why);
            }
        }
    }
    seen
}

/// Whether the server has nothing behind that method at all, or no second stream beside the one that is open.
fn is_unoffered(exchange: &HttpExchange<'_>, response: HttpResponse<'_>) -> bool {
    matches!(response.status, 405 | 409) && exchange.method != "POST"
}

fn missing_version_is_served(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request lacked the version header, or the server may not support 2025-03-26");
    for scene in scenes(t).filter(|scene| supports_2025_03_26(t, scene)) {
        for exchange in scene.exchanges.iter().filter(|exchange| is_plain(exchange)) {
            let Some(response) = exchange.response.filter(|_| scene.faults(exchange).is_empty()) else { continue };
            let why = (response.status == 400).then_some("the request was refused with 400");
            seen.judge([exchange.event, response.event], why);
        }
    }
    seen
}

fn is_plain(exchange: &HttpExchange<'_>) -> bool {
    exchange.method == "POST" && !exchange.is_initialize() && !exchange.headers.has("mcp-protocol-version")
}

fn supports_2025_03_26(t: &Transcript, scene: &Scene<'_>) -> bool {
    scene.supports("2025-03-26") || t.connections().any(|connection| connection.revision() == Some("2025-03-26"))
}
