//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>

use super::stream::{asked, brings_a_response, is_cancelled, is_resumed, is_resumption, origin, streams};
use crate::revision::Revision;
use crate::rule::{Observations, rules};
use crate::transcript::{Event, HttpExchange, Party, SseEvent, Transcript};

rules! { "http";
    /// A stream opens with an event that has an id and no data.
    ///
    /// With that id the client can come back, should the connection break before the first message. Servers that learned to
    /// stream before 2025-11-25 begin with the first message, or send a comment in place of the event.
    Should stream_is_primed on Http since V2025_11_25
        cites ["http-sse-prime-event"] = "basic/transports#sending-messages-to-the-server";

    /// Before a server closes the connection of an unfinished stream, it says when to come back.
    ///
    /// The `retry` field tells the client how long to wait. Servers that just let a proxy or a time limit cut the stream
    /// never send it. A GET stream counts as unfinished where the client went on with it later, and more came.
    Should says_retry_before_closing on Http since V2025_11_25
        cites ["http-sse-retry-before-close", "http-get-stream-retry"]
        = "basic/transports#sending-messages-to-the-server";

    /// The stream that answers a request brings its response in the end.
    ///
    /// Servers break this by ending the stream when a handler fails, or by writing the response to another stream. It is
    /// judged where the stream ended, nobody cancelled, and the response came nowhere else either.
    Should stream_brings_the_response on Http since V2025_03_26
        cites ["http-sse-contains-response"] = "basic/transports#sending-messages-to-the-server";

    /// What comes on the stream of a request before its response belongs to that request.
    ///
    /// Progress tokens tell: servers break this by writing the progress of one call to whichever stream was opened last.
    /// It is judged while the request that gave the token still waits on an open stream of its own.
    Should stream_messages_relate_to_its_request on Http since V2025_03_26
        cites ["http-sse-interleaved-related"] = "basic/transports#sending-messages-to-the-server";

    /// After the response the server ends the stream.
    ///
    /// Servers break this by leaving the stream open, which holds a connection of the client for nothing, or by sending
    /// further messages on it.
    Should stream_ends_after_the_response on Http since V2025_03_26
        cites ["http-sse-close-after-response"] = "basic/transports#sending-messages-to-the-server";

    /// A dropped connection does not cancel the request.
    ///
    /// Networks break; only `notifications/cancelled` cancels. Frameworks abort the handler when the socket closes, so that
    /// a client that comes back finds an error that speaks of cancellation.
    Should disconnection_is_no_cancellation on Http since V2025_03_26
        cites ["http-disconnect-not-cancel"] = "basic/transports#sending-messages-to-the-server";
}

fn stream_is_primed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was answered with a stream");
    for exchange in streams(t).filter(|exchange| exchange.request().is_some() && !is_older(exchange)) {
        // A block that only says when to come back is no event yet.
        let is_event = |(_, sse): &&(&Event, &SseEvent)| sse.id.is_some() || sse.data.is_some();
        let Some((event, first)) = exchange.stream.iter().find(is_event) else { continue };
        let has_id = first.id.as_ref().is_some_and(|id| !id.is_empty());
        let is_empty = first.data.as_ref().is_none_or(|data| data.bytes().is_empty());
        let why = match (has_id, is_empty) {
            (true, true) => None,
            (false, _) => Some("the first event has no id"),
            (true, false) => Some("the first event has data"),
        };
        seen.judge([exchange.event, *event], why);
    }
    seen
}

/// Whether the request says that it is one of an older revision; without a header it is one of 2025-03-26.
fn is_older(exchange: &HttpExchange<'_>) -> bool {
    let asked = exchange.request().map(|request| &request.params()["protocolVersion"]);
    let said = if exchange.is_initialize() {
        asked.and_then(serde_json::Value::as_str).map(str::to_owned)
    } else {
        exchange.headers.get("mcp-protocol-version")
    };
    said.is_none_or(|version| version.as_str() < Revision::V2025_11_25.as_str())
}

/// Whether a resumed stream ends after the response to the request that began it.
fn has_brought_its_response(exchange: &HttpExchange<'_>, closed: &Event) -> bool {
    let asked = origin(exchange).and_then(|began| asked(&began));
    asked.is_some_and(|asked| asked.answer().is_some_and(|answer| answer.seq < closed.seq))
}

fn says_retry_before_closing(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no stream was closed before its end");
    for exchange in streams(t) {
        let Some(closed) = exchange.closed else { continue };
        let unfinished = match exchange.method {
            "POST" => exchange.request().is_some() && !brings_a_response(&exchange) && !is_cancelled(&exchange),
            _ => is_resumed(&exchange) && !has_brought_its_response(&exchange, closed),
        };
        let says_it = exchange.stream.iter().any(|(_, sse)| sse.retry.is_some());
        if unfinished {
            seen.judge([exchange.event, closed], (!says_it).then_some("the stream was closed without a `retry`"));
        }
    }
    seen
}

fn stream_brings_the_response(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no stream that answers a request came to its end");
    for exchange in streams(t).filter(|exchange| exchange.request().is_some() && !is_resumption(exchange)) {
        let Some(closed) = exchange.closed else { continue };
        if brings_a_response(&exchange) {
            seen.held();
        } else if asked(&exchange).is_some_and(|asked| asked.answers.is_empty() && asked.cancelled.is_none())
            && exchange.connection.is_over_after(closed.seq, Party::Client)
        {
            seen.broken([exchange.event, closed], "the stream ended without the response, which never came");
        }
    }
    seen
}

fn stream_messages_relate_to_its_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no progress came on the stream of a request");
    for exchange in streams(t).filter(|exchange| exchange.request().is_some()) {
        for progress in super::stream::progress(&exchange) {
            let Some(owner) = super::stream::owner(&exchange, progress) else { continue };
            let strays = owner.request.http != exchange.event.http;
            let why = strays.then_some("the progress of another request comes on this request's stream");
            seen.judge([owner.request.seq, exchange.event.seq, progress.seq], why);
        }
    }
    seen
}

fn stream_ends_after_the_response(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no stream went on after its response");
    for exchange in streams(t) {
        let Some(response) = exchange.own_response() else { continue };
        let more = exchange.stream.iter().map(|(event, _)| *event).find(|event| event.seq > response.seq);
        if let Some(event) = more.or(exchange.silent.filter(|silent| silent.seq > response.seq)) {
            let why = if more.is_some() { "more came after the response" } else { "the stream stayed open" };
            seen.broken([response.seq, event.seq], why);
        } else if exchange.closed.is_some() {
            seen.held();
        }
    }
    seen
}

fn disconnection_is_no_cancellation(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no connection was dropped and its request answered later");
    for exchange in streams(t).filter(|exchange| exchange.own_response().is_none()) {
        let (Some(dropped), Some(asked)) = (exchange.dropped, asked(&exchange)) else { continue };
        let Some(answer) = asked.answer().filter(|answer| asked.cancelled.is_none() && answer.seq > dropped.seq) else {
            continue;
        };
        seen.judge([dropped.seq, answer.seq], speaks_of_cancelling(answer.error()));
    }
    seen
}

fn speaks_of_cancelling(error: Option<&serde_json::Value>) -> Option<&'static str> {
    let message = error?["message"].as_str()?.to_lowercase();
    let is_it = ["cancel", "abort", "disconnect"].iter().any(|word| message.contains(word));
    is_it.then_some("the request was cancelled because its connection was dropped")
}
