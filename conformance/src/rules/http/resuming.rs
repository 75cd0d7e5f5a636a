//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery>

use std::collections::BTreeMap;

use super::stream::{brought, is_resumption, last_event_id, origin, streams};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpExchange, Message, Party, SseEvent, Transcript};

rules! { "http";
    /// No two streams of a session use one event id.
    ///
    /// The id alone has to tell from where to go on. Servers break this with a counter that begins anew for each stream. What
    /// a resumed stream repeats keeps its id.
    Must event_ids_are_unique on Http since V2025_03_26
        cites ["http-event-id-unique"] = "basic/transports#resumability-and-redelivery";

    /// A resumed stream repeats nothing that belongs to another stream.
    ///
    /// Servers break this with one log for the whole session, of which they replay everything after the given id. What shows
    /// it: an event seen on another stream, or the response to a request that was posted elsewhere.
    Must replays_only_its_own_stream on Http since V2025_03_26
        cites ["http-resume-no-cross-stream", "http-event-id-stream-encoded"]
        = "basic/transports#resumability-and-redelivery";

    /// A resumed stream goes on after the event that the client names.
    ///
    /// Servers break this by repeating the whole stream, or by being off by one, so that the client gets a message twice.
    Should replays_after_the_given_event on Http since V2025_03_26
        cites ["http-event-id-per-stream"] = "basic/transports#resumability-and-redelivery";

    /// A stream that a POST began is resumed by a GET too.
    ///
    /// Servers that keep only what they sent on the streams of GETs refuse such a GET with 405. Where no GET is served at all,
    /// ids on the streams of requests are let pass.
    Should posted_streams_are_resumed_by_get on Http since V2025_11_25
        cites ["http-resume-via-get-only"] = "basic/transports#resumability-and-redelivery";
}

fn event_ids_are_unique(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no two streams had event ids");
    let mut known = BTreeMap::<(Option<&str>, &str), (HttpExchange<'_>, u64, &SseEvent)>::new();
    for exchange in streams(t) {
        let session = exchange.session().or(exchange.issued_session());
        for (event, sse) in &exchange.stream {
            let Some(id) = sse.id.as_deref().filter(|id| !id.is_empty()) else { continue };
            match known.get(&(session, id)) {
                Some((stream, seq, first)) if stream.event.seq != exchange.event.seq => {
                    let repeats = is_resumption(&exchange) && is_repeated(first, sse);
                    seen.judge(
                        [*seq, event.seq],
                        (!repeats).then(|| format!("the event id {id:?} comes on two streams")),
                    );
                }
                Some(_) => {}
                None => {
                    let others = known.values().any(|(stream, ..)| stream.event.seq != exchange.event.seq);
                    known.insert((session, id), (exchange.clone(), event.seq, sse));
                    if others {
                        seen.held();
                    }
                }
            }
        }
    }
    seen
}

fn is_repeated(first: &SseEvent, again: &SseEvent) -> bool {
    let is_empty = |sse: &SseEvent| sse.data.as_ref().is_none_or(|data| data.bytes().is_empty());
    first.data == again.data || is_empty(first) || is_empty(again)
}

/// Every stream that was resumed, with the stream as it began.
fn resumed(t: &Transcript) -> impl Iterator<Item = (HttpExchange<'_>, HttpExchange<'_>)> {
    streams(t).filter(is_resumption).filter_map(|exchange| {
        let origin = origin(&exchange)?;
        Some((exchange, origin))
    })
}

fn replays_only_its_own_stream(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no stream was resumed and brought anything");
    for (exchange, began) in resumed(t) {
        for (event, sse) in &exchange.stream {
            let message = exchange.received.iter().find(|message| message.seq == event.seq);
            let foreign = message.and_then(|message| posted_elsewhere(&exchange, &began, message));
            let foreign = foreign.or_else(|| seen_elsewhere(&exchange, &began, sse.id.as_deref()?));
            let events = foreign.into_iter().chain([exchange.event.seq, event.seq]);
            seen.judge(events, foreign.map(|_| "this belongs to another stream"));
        }
    }
    seen
}

fn posted_elsewhere(exchange: &HttpExchange<'_>, began: &HttpExchange<'_>, message: &Message) -> Option<u64> {
    let id = message.id().filter(|_| message.is_response())?;
    let asked = exchange.connection.exchanges(Party::Client);
    let mut asked = asked.filter(|asked| asked.request.id() == Some(id) && asked.request.seq < message.seq);
    let mine = began.event.http;
    let first = asked.next()?.request;
    (first.http != mine && !asked.any(|asked| asked.request.http == mine)).then_some(first.seq)
}

fn seen_elsewhere(exchange: &HttpExchange<'_>, began: &HttpExchange<'_>, id: &str) -> Option<u64> {
    let before = exchange.connection.http();
    let mut before = before.iter().filter(|other| other.event.seq < exchange.event.seq && brought(other, id));
    let first = before.next()?;
    let from = origin(first)?;
    (from.event.seq != began.event.seq).then_some(first.event.seq)
}

fn replays_after_the_given_event(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no stream was resumed and brought events with ids");
    for (exchange, _) in resumed(t) {
        let Some(given) = last_event_id(&exchange) else { continue };
        let before = earlier_ids(&exchange, &given);
        for (event, sse) in exchange.stream.iter().filter(|(_, sse)| has_data(sse)) {
            let Some(id) = &sse.id else { continue };
            let again = before.iter().any(|known| known == id);
            seen.judge(
                [exchange.event.seq, event.seq],
                again.then_some("this came before the event that the client names"),
            );
        }
    }
    seen
}

fn has_data(sse: &SseEvent) -> bool {
    sse.data.as_ref().is_some_and(|data| !data.bytes().is_empty())
}

/// The ids of the stream up to the given one.
fn earlier_ids(exchange: &HttpExchange<'_>, given: &str) -> Vec<String> {
    let all = exchange.connection.http();
    let Some(owner) = all.iter().rev().find(|other| other.event.seq < exchange.event.seq && brought(other, given))
    else {
        return Vec::new();
    };
    let mut ids: Vec<_> = owner.stream.iter().filter_map(|(_, sse)| sse.id.clone()).collect();
    if let Some(at) = ids.iter().position(|id| id == given) {
        ids.truncate(at + 1);
    }
    ids
}

/// Whether a GET that resumed nothing was served on the same connection.
fn serves_get(exchange: &HttpExchange<'_>) -> bool {
    let is_served = |other: &HttpExchange<'_>| other.response.is_some_and(|response| response.is_success());
    let mut all = exchange.connection.http().into_iter();
    all.any(|other| other.method == "GET" && !is_resumption(&other) && is_served(&other))
}

fn posted_streams_are_resumed_by_get(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no stream that a POST began was resumed");
    for exchange in t.http().filter(|exchange| exchange.method == "GET" && is_resumption(exchange)) {
        let Some(response) = exchange.response else { continue };
        let is_posted = origin(&exchange).is_some_and(|began| began.method == "POST" && began.own_response().is_none());
        if is_posted && (response.is_success() || response.status == 405 && serves_get(&exchange)) {
            let why = (response.status == 405).then_some("the server refuses to go on with a stream that it gave ids");
            seen.judge([exchange.event, response.event], why);
        }
    }
    seen
}
