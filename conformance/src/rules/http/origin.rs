//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning>

use super::{Fault, Scene, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, HttpResponse, Transcript};

rules! { "http";
    /// A server does not serve a request that comes from a foreign origin.
    ///
    /// A page on the web can make a browser talk to a server on the same machine (DNS rebinding); the `Origin` header is
    /// what tells. Servers break this by never reading the header, or by checking it on POST alone. Foreign is an origin
    /// outside of the allowed ones, where the recording says which these are; else one under a name that is reserved for
    /// examples (`.example`, `.test`, `.invalid`), which nobody can have allowed.
    Must refuses_foreign_origins on Http since V2025_03_26
        cites ["http-origin-validate"] = "basic/transports#security-warning";

    /// A request from a foreign origin is refused with 403.
    ///
    /// What counts as foreign is told with `http/refuses-foreign-origins`. Servers that leave the check to a framework often
    /// answer 400 or 401 instead, so that a client cannot tell this refusal from another. Requests with a second fault, such
    /// as an ended session, are not judged.
    Must refuses_foreign_origins_with_403 on Http since V2025_11_25
        cites ["http-origin-403"] = "basic/transports#security-warning";
}

const NONE: &str = "no request came from an origin known to be foreign";

fn foreign<'s, 't>(scene: &'s Scene<'t>) -> impl Iterator<Item = (&'s HttpExchange<'t>, HttpResponse<'t>)> {
    let is_foreign = |exchange: &&HttpExchange<'_>| scene.faults(exchange).contains(&Fault::ForeignOrigin);
    scene.exchanges.iter().filter(is_foreign).filter_map(|exchange| Some((exchange, exchange.response?)))
}

fn refuses_foreign_origins(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for scene in scenes(t) {
        for (exchange, response) in foreign(&scene) {
            let why = response.is_success().then_some("the request was served all the same");
            if why.is_some() || exchange.method == "POST" || response.status == 403 {
                seen.judge([exchange.event, response.event], why);
            }
        }
    }
    seen
}

fn refuses_foreign_origins_with_403(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for scene in scenes(t) {
        for (exchange, response) in foreign(&scene).filter(|(_, response)| response.is_refusal()) {
            // A GET is also refused for want of a stream, or of a second one.
            let is_clear = scene.faults(exchange) == [Fault::ForeignOrigin] && exchange.method == "POST";
            if response.status == 403 {
                seen.held();
            } else if is_clear && !scene.is_beside_the_point(response.status) {
                seen.broken([exchange.event, response.event], format!("the status is {}, not 403", response.status));
            }
        }
    }
    seen
}
