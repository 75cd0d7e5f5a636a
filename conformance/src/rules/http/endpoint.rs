//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server>

use super::{Fault, Scene, scenes};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, HttpResponse, Transcript};

rules! { "http";
    /// One path takes both POST and GET.
    ///
    /// Where `initialize` was served, every later POST and GET of the session goes too; a GET that offers nothing is refused
    /// with 405, not as an unknown path. Servers break this by routing GET elsewhere (404), or by having no handler for it
    /// (501). A 404 counts where no session was given, or where the
    /// session was served again later: else it may have ended.
    Must endpoint_takes_post_and_get on Http since V2025_03_26
        cites ["http-single-endpoint", "http-endpoint-post-and-get"] = "basic/transports#streamable-http";

    /// A GET is answered with an event stream or with 405.
    ///
    /// The client asks for a stream on which the server may speak first. Servers break this with 200 and a page of HTML or a
    /// JSON error, which a client takes for a stream that ended at once, or with a status that says something is broken.
    /// A second stream beside an open one may be refused, and so may a request that lacks its session.
    Must get_is_a_stream_or_405 on Http since V2025_03_26
        cites ["http-get-sse-or-405"] = "basic/transports#listening-for-messages-from-the-server";
}

fn endpoint_takes_post_and_get(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no session went on with another POST or GET");
    for scene in scenes(t) {
        for (exchange, response) in of_the_session(&scene) {
            let wrong = match (exchange.method, response.status) {
                ("POST" | "GET", 404) if scene.may_have_ended(exchange) => continue,
                ("POST", 404 | 405 | 501) | ("GET", 404 | 501) => Some(response.status),
                ("POST" | "GET", _) => None,
                _ => continue,
            };
            let why = wrong.map(|status| format!("{} is answered with {status}", exchange.method));
            seen.judge([exchange.event, response.event], why);
        }
    }
    seen
}

/// What follows a served `initialize` without any fault of its own.
fn of_the_session<'s, 't>(scene: &'s Scene<'t>) -> impl Iterator<Item = (&'s HttpExchange<'t>, HttpResponse<'t>)> {
    let is_served = |exchange: &HttpExchange<'_>| {
        exchange.is_initialize() && exchange.response.is_some_and(|response| response.is_success())
    };
    let rest = scene.exchanges.iter().skip_while(move |exchange| !is_served(exchange)).skip(1);
    rest.filter(|exchange| scene.faults(exchange).is_empty())
        .filter_map(|exchange| Some((exchange, exchange.response?)))
}

fn get_is_a_stream_or_405(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no GET asked for a stream");
    for scene in scenes(t) {
        for exchange in scene.exchanges.iter().filter(|exchange| exchange.method == "GET") {
            let Some(response) = exchange.response else { continue };
            match fault(&scene, exchange, response) {
                Some(why) => seen.broken([exchange.event, response.event], why),
                None if response.status == 405 || response.is_success() => seen.held(),
                None => {}
            }
        }
    }
    seen
}

fn fault(scene: &Scene<'_>, exchange: &HttpExchange<'_>, response: HttpResponse<'_>) -> Option<String> {
    if response.is_success() {
        let kind = response.headers.get("content-type").unwrap_or_else(|| "nothing said".to_owned());
        return (!response.is_stream()).then(|| format!("{} with the content type {kind}", response.status));
    }
    let forgives = |fault: &Fault| *fault != Fault::OtherVersion;
    let may_be = response.status < 400
        || response.status == 405
        || scene.faults(exchange).iter().any(forgives)
        || response.status == 404 && scene.may_have_ended(exchange)
        || response.status == 409 && has_open_stream(scene, exchange, response)
        || scene.is_beside_the_point(response.status);
    (!may_be).then(|| format!("the status is {}", response.status))
}

/// Whether the client had another stream open, or under way, when this one was refused.
fn has_open_stream(scene: &Scene<'_>, exchange: &HttpExchange<'_>, refusal: HttpResponse<'_>) -> bool {
    scene.exchanges.iter().any(|other| {
        let is_stream = other.response.is_some_and(|response| response.is_success() && response.is_stream());
        let ended = other.closed.or(other.dropped).is_some_and(|end| end.seq < exchange.event.seq);
        other.method == "GET" && is_stream && other.event.seq < refusal.event.seq && !ended
    })
}
