//! Questions about the streams of Streamable HTTP.

use crate::transcript::{Exchange, HttpExchange, HttpResponse, Message, Party, Transcript};

/// Every exchange whose response is a stream.
pub(in crate::rules) fn streams(t: &Transcript) -> impl Iterator<Item = HttpExchange<'_>> {
    t.http().filter(is_open)
}

fn is_open(exchange: &HttpExchange<'_>) -> bool {
    exchange.response.as_ref().is_some_and(|response| response.is_stream() && HttpResponse::is_success(response))
}

/// The event after which the client wants to go on, where it resumes a stream.
pub(in crate::rules) fn last_event_id(exchange: &HttpExchange<'_>) -> Option<String> {
    exchange.headers.get("last-event-id")
}

/// Whether the client resumes a stream with it.
pub(in crate::rules) fn is_resumption(exchange: &HttpExchange<'_>) -> bool {
    exchange.headers.has("last-event-id")
}

/// Whether that stream brought an event with that id.
pub(in crate::rules) fn brought(exchange: &HttpExchange<'_>, id: &str) -> bool {
    exchange.stream.iter().any(|(_, sse)| sse.id.as_deref() == Some(id))
}

/// Whether the client went on with that stream in another exchange, and more came.
pub(in crate::rules) fn is_resumed(exchange: &HttpExchange<'_>) -> bool {
    let goes_on = |later: &HttpExchange<'_>| {
        later.event.seq > exchange.event.seq && last_event_id(later).is_some_and(|id| brought(exchange, &id))
    };
    exchange.connection.http().iter().any(|later| is_open(later) && goes_on(later) && !later.received.is_empty())
}

/// The exchange in which the stream that a GET resumes began; none where its event was never seen.
pub(in crate::rules) fn origin<'t>(exchange: &HttpExchange<'t>) -> Option<HttpExchange<'t>> {
    let mut at = exchange.clone();
    while let Some(id) = last_event_id(&at) {
        let mut before = exchange.connection.http();
        before.retain(|other| other.event.seq < at.event.seq && brought(other, &id));
        at = before.pop()?;
    }
    Some(at)
}

/// The request that was posted, with what answered it anywhere.
pub(in crate::rules) fn asked<'t>(exchange: &HttpExchange<'t>) -> Option<Exchange<'t>> {
    let request = exchange.request()?;
    exchange.connection.exchanges(Party::Client).find(|asked| asked.request.seq == request.seq)
}

/// Whether a response came on that stream, under whatever id.
pub(in crate::rules) fn brings_a_response(exchange: &HttpExchange<'_>) -> bool {
    exchange.received.iter().any(|message| message.is_response())
}

/// Whether the request that was posted was cancelled.
pub(in crate::rules) fn is_cancelled(exchange: &HttpExchange<'_>) -> bool {
    asked(exchange).is_some_and(|asked| asked.cancelled.is_some())
}

/// The progress notifications that came on a stream.
pub(in crate::rules) fn progress<'t>(exchange: &HttpExchange<'t>) -> impl Iterator<Item = &'t Message> {
    exchange.received.iter().copied().filter(|message| message.method() == Some("notifications/progress"))
}

/// The request whose progress that is, while it waits on an open stream of its own. What belongs to a task may come on any
/// stream.
pub(in crate::rules) fn owner<'t>(exchange: &HttpExchange<'t>, progress: &Message) -> Option<Exchange<'t>> {
    let token = progress.params().get("progressToken")?;
    let is_task = |asked: &Exchange<'_>| asked.params().get("task").is_some();
    let gave = |asked: &Exchange<'_>| asked.params().pointer("/_meta/progressToken") == Some(token) && !is_task(asked);
    let waits = |asked: &Exchange<'_>| {
        asked.request.seq < progress.seq && asked.answer().is_none_or(|answer| answer.seq > progress.seq)
    };
    // A task goes on after its answer, which may come later than the progress on another stream.
    let is_task = |asked: &Exchange<'_>| asked.result().is_some_and(|(_, result)| result.get("task").is_some());
    let mut all = exchange.connection.exchanges(Party::Client);
    let asked = all.find(|asked| gave(asked) && waits(asked) && !is_task(asked))?;
    let mut all = exchange.connection.http().into_iter();
    let own = all.find(|other| other.event.http == asked.request.http)?;
    let ended = own.closed.or(own.dropped).is_some_and(|end| end.seq < progress.seq);
    let opened = own.response.is_some_and(|response| response.is_stream() && response.event.seq < progress.seq);
    (opened && !ended).then_some(asked)
}
