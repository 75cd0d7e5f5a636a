//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server>

use std::time::Duration;

use super::stream::{is_resumption, owner, progress, streams};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, Message, Transcript};

rules! { "http";
    /// No response comes on a stream that a GET opened.
    ///
    /// Responses belong to the stream of their request; only a GET that resumes such a stream may bring one. Servers break
    /// this by writing every message to the one stream they keep for the client.
    Must get_stream_carries_no_response on Http since V2025_03_26
        cites ["http-get-stream-no-response"] = "basic/transports#listening-for-messages-from-the-server";

    /// What comes on a stream that a GET opened has nothing to do with a request in progress.
    ///
    /// Progress tokens tell: servers break this by sending all notifications to the stream that listens, so that a client
    /// learns of progress apart from its call, or not at all. The progress of a task outlives the call that created it, so it
    /// may come here.
    Should get_stream_is_unrelated on Http since V2025_03_26
        cites ["http-get-stream-unrelated"] = "basic/transports#listening-for-messages-from-the-server";

    /// Each message is sent on one stream only.
    ///
    /// Servers break this by walking through all their streams with each message, so that the client counts everything
    /// twice. What shows it: one response, one request, or one step of progress on two streams, or the same notification on
    /// two listening streams within a tenth of a second. What a resumed stream repeats is no copy.
    Must each_message_goes_to_one_stream on Http since V2025_03_26
        cites ["http-no-broadcast"] = "basic/transports#multiple-connections";
}

fn listening(t: &Transcript) -> impl Iterator<Item = HttpExchange<'_>> {
    streams(t).filter(|exchange| exchange.method == "GET" && !is_resumption(exchange))
}

fn get_stream_carries_no_response(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing came on a stream that a GET opened");
    for exchange in listening(t) {
        for message in &exchange.received {
            let why = message.is_response().then_some("a response comes on a stream that listens");
            seen.judge([exchange.event.seq, message.seq], why);
        }
    }
    seen
}

fn get_stream_is_unrelated(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing came on a stream that a GET opened while a request waited on its own");
    for exchange in listening(t) {
        for message in &exchange.received {
            let owner = progress(&exchange).find(|one| one.seq == message.seq).and_then(|one| owner(&exchange, one));
            match owner.filter(|owner| owner.request.params()["task"].is_null()) {
                Some(owner) => seen.broken(
                    [owner.request.seq, message.seq],
                    "the progress of a waiting request comes on a stream that listens",
                ),
                None => seen.held(),
            }
        }
    }
    seen
}

fn each_message_goes_to_one_stream(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no two streams brought messages");
    for connection in t.connections() {
        let mut all = connection.http();
        all.retain(|exchange| !exchange.stream.is_empty() && !is_resumption(exchange));
        let came: Vec<_> =
            all.iter().flat_map(|exchange| exchange.received.iter().map(move |message| (exchange, *message))).collect();
        for (at, &(stream, message)) in came.iter().enumerate() {
            let mut before = came[..at].iter().filter(|(other, _)| other.event.seq != stream.event.seq).peekable();
            if before.peek().is_some() {
                let copied = before.find(|(other, earlier)| is_copy((other, earlier), (stream, message)));
                let events = copied.map(|(_, earlier)| earlier.seq).into_iter().chain([message.seq]);
                seen.judge(events, copied.map(|_| "the same message was sent on two streams"));
            }
        }
    }
    seen
}

/// Whether a message comes as soon as its stream is open: such may be said to every stream for its own sake.
fn greets((stream, message): (&HttpExchange<'_>, &Message)) -> bool {
    let opened = stream.response.map_or(stream.event.at, |response| response.event.at);
    !message.at.is_zero() && message.at.saturating_sub(opened) < Duration::from_millis(100)
}

fn is_copy(earlier: (&HttpExchange<'_>, &Message), later: (&HttpExchange<'_>, &Message)) -> bool {
    let soon = later.1.at.abs_diff(earlier.1.at) <= Duration::from_millis(100);
    // Without a session, streams have nothing in common: each may belong to a client of its own.
    let both_listen = [earlier, later].iter().all(|(stream, _)| stream.method == "GET" && stream.session().is_some());
    let both_greet = greets(earlier) && greets(later);
    let is_singular =
        later.1.is_request() || later.1.is_response() || later.1.method() == Some("notifications/progress");
    earlier.1.value == later.1.value && (is_singular || both_listen && soon && !both_greet)
}
