//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery>

use std::time::Duration;

use super::stream::{asked, brought, is_cancelled, last_event_id, streams};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, Party, Transcript};

rules! { "http";
    /// A client waits as long as the server asks before it comes back.
    ///
    /// The `retry` field gives the milliseconds. Clients break this with a delay of their own, or with none.
    Must client_waits_for_retry binds Client on Http since V2025_11_25
        cites ["http-client-respect-retry"] = "basic/transports#sending-messages-to-the-server";

    /// A client comes back to a stream that the server closed before its end.
    ///
    /// The server may close a connection at any time after an event with an id; the response waits for a GET with that id.
    /// Clients break this by giving up, or by posting the request once more, which does the work twice.
    Should client_polls_a_closed_stream binds Client on Http since V2025_11_25
        cites ["http-client-poll-reconnect", "http-client-resume-get"]
        = "basic/transports#sending-messages-to-the-server";

    /// A client that comes back names the last event it received.
    ///
    /// With an older event it gets messages twice, and without one it begins a new stream and misses what it came for.
    Should client_resumes_from_its_last_event binds Client on Http since V2025_03_26
        cites ["http-client-resume-last-event-id"] = "basic/transports#resumability-and-redelivery";

    /// A client that does not want an answer any more says so.
    ///
    /// A dropped connection is no cancellation. Clients break this by closing the connection when their own time limit ends,
    /// and leave the server to work for nobody.
    Should client_cancels_explicitly binds Client on Http since V2025_03_26
        cites ["http-client-explicit-cancel"] = "basic/transports#sending-messages-to-the-server";
}

/// The id of the last event of a stream.
fn last_id<'t>(exchange: &HttpExchange<'t>) -> Option<&'t str> {
    exchange.stream.iter().rev().find_map(|(_, sse)| sse.id.as_deref()).filter(|id| !id.is_empty())
}

/// The GET with which the client came back to a stream.
fn comeback<'t>(exchange: &HttpExchange<'t>) -> Option<HttpExchange<'t>> {
    let mut later = exchange.connection.http().into_iter().filter(|later| later.event.seq > exchange.event.seq);
    later.find(|later| later.method == "GET" && last_event_id(later).is_some_and(|id| brought(exchange, &id)))
}

fn client_waits_for_retry(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client came back to a stream with a `retry`");
    for exchange in streams(t) {
        let retry = exchange.stream.iter().rev().find_map(|(_, sse)| sse.retry).map(Duration::from_millis);
        let (Some(retry), Some(closed), Some(back)) = (retry, exchange.closed, comeback(&exchange)) else { continue };
        let waited = back.event.at.saturating_sub(closed.at);
        let short = waited + retry / 20 < retry;
        let why = short.then(|| format!("it waited {} ms, not {}", waited.as_millis(), retry.as_millis()));
        seen.judge([closed, back.event], why);
    }
    seen
}

fn client_polls_a_closed_stream(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server closed no stream before its end");
    for exchange in streams(t).filter(|exchange| exchange.request().is_some() && last_id(exchange).is_some()) {
        let Some(closed) = exchange.closed.filter(|_| exchange.own_response().is_none() && !is_cancelled(&exchange))
        else {
            continue;
        };
        if comeback(&exchange).is_some() {
            seen.held();
        } else if let Some(again) = asked_again(&exchange, closed.seq) {
            seen.broken([closed.seq, again], "the request is posted once more");
        } else if exchange.connection.is_over_after(closed.seq, Party::Client) {
            seen.broken([closed], "the client never came back for the response");
        }
    }
    seen
}

fn asked_again(exchange: &HttpExchange<'_>, after: u64) -> Option<u64> {
    let request = exchange.request()?;
    let mut later = exchange.connection.exchanges(Party::Client).filter(|asked| asked.request.seq > after);
    let again = later
        .find(|asked| asked.method() == request.method().unwrap_or_default() && asked.params() == request.params());
    again.map(|asked| asked.request.seq)
}

fn client_resumes_from_its_last_event(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client came back to a stream");
    for exchange in streams(t) {
        let (Some(back), Some(last)) = (comeback(&exchange), last_id(&exchange)) else { continue };
        let named = last_event_id(&back).unwrap_or_default();
        let why = (named != last).then(|| format!("it names the event {named:?}, though {last:?} came after it"));
        seen.judge([exchange.event, back.event], why);
    }
    seen
}

fn client_cancels_explicitly(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client let go of a waiting request");
    for exchange in streams(t).filter(|exchange| exchange.own_response().is_none()) {
        let (Some(dropped), Some(asked)) = (exchange.dropped, asked(&exchange)) else { continue };
        if asked.cancelled.is_some() || comeback(&exchange).is_some() {
            seen.held();
        } else if asked.answers.is_empty() && exchange.connection.is_over_after(dropped.seq, Party::Client) {
            seen.broken([dropped], "the connection was dropped without `notifications/cancelled`");
        }
    }
    seen
}
