//! What a response brings: one body, or a stream of events.

use std::time::Duration;

use reqwest::Response;
use tokio::time::{sleep, timeout};

use super::exchange::Line;
use super::open::Open;
use crate::transcript::{Id, Kind, Message, Party, SseEvent, Text, What};
use crate::wire::sse::Parser;

/// As many times as a stream that breaks off before its answer is taken up again.
const RESUMPTIONS: usize = 8;

/// How long to wait before that, where the server does not say.
const RETRY: Duration = Duration::from_millis(500);

/// Longer than this nobody waits: the suite has asked other things by then.
const LONGEST_RETRY: u64 = 5_000;

/// How long a response may stay open once it has brought the answer.
const STAYS: Duration = Duration::from_secs(2);

/// What is known of a stream while it is read.
#[derive(Default)]
struct Stream {
    awaits: Option<Id>,
    only: bool,
    last_id: Option<String>,
    retry: Option<u64>,
    answered: bool,
    /// Whether it is let go of at the first event that can be come back to.
    breaks: bool,
}

impl Line {
    /// Records what the response brings and hands it on. A stream that breaks off before the answer it was opened for is
    /// taken up again, as the server's events allow. With `only`, reading stops at the answer.
    pub(super) async fn read(&self, open: Open, response: Response, awaits: Option<Id>, only: bool) {
        if !is_stream(&response) {
            return self.whole(open, response).await;
        }
        self.follow(open, response, Stream { awaits, only, ..Stream::default() }).await;
    }

    /// The same, but the stream is let go of after its first event with an id, as if the connection had broken.
    pub(super) async fn read_with_a_break(&self, open: Open, response: Response, awaits: Option<Id>) {
        if !is_stream(&response) {
            return self.whole(open, response).await;
        }
        self.follow(open, response, Stream { awaits, only: true, breaks: true, ..Stream::default() }).await;
    }

    async fn follow(&self, open: Open, response: Response, mut stream: Stream) {
        self.stream(open, response, &mut stream).await;
        stream.breaks = false;
        for _ in 0..RESUMPTIONS {
            if stream.awaits.is_none() || stream.answered || !self.resume(&mut stream).await {
                return;
            }
        }
    }

    /// Asks for the rest of a stream; false where there is none to be had.
    async fn resume(&self, stream: &mut Stream) -> bool {
        let Some(last) = stream.last_id.clone() else { return false };
        match stream.retry {
            Some(retry) if retry > LONGEST_RETRY => return false,
            Some(retry) => sleep(Duration::from_millis(retry)).await,
            None => sleep(RETRY).await,
        }
        let request = self.request("GET", &[("Last-Event-ID", Some(&last))], None);
        let mut open = self.begin(&request);
        match self.exchange(&mut open, &request).await {
            Ok(response) if is_stream(&response) => {
                self.stream(open, response, stream).await;
                true
            }
            Ok(response) => {
                self.whole(open, response).await;
                false
            }
            Err(_) => false,
        }
    }

    /// One body; more of it than the limit is not read.
    async fn whole(&self, mut open: Open, mut response: Response) {
        let mut body = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            body.extend_from_slice(&chunk);
            if body.len() > self.tap.budget.message() {
                break;
            }
        }
        if !body.is_empty() {
            self.tap.text(Some(open.http), Text::from(body), What::Received);
        }
        open.end();
    }

    async fn stream(&self, mut open: Open, mut response: Response, stream: &mut Stream) {
        let mut parser = Parser::default();
        while let Some(chunk) = next(&mut response, stream.answered, &open).await {
            let Some(chunk) = chunk else {
                if let Some(rest) = parser.rest() {
                    open.record(What::Received(rest));
                }
                return open.end();
            };
            if !self.events(&open, parser.push(chunk.as_ref()), chunk.as_ref().len(), stream) {
                return;
            }
            if parser.waiting() > self.tap.budget.message() {
                return self.tap.cut_off("an event without end came".to_owned());
            }
        }
    }

    /// Records the events of a piece of a stream; false where there is no need to read on.
    fn events(&self, open: &Open, events: Vec<SseEvent>, length: usize, stream: &mut Stream) -> bool {
        let carried: usize = events.iter().map(size).sum();
        if let Err(why) = self.tap.budget.pass(length.saturating_sub(carried)) {
            self.tap.cut_off(why);
            return false;
        }
        for event in events {
            stream.see(&event);
            if !self.event(open.http, event) || stream.is_done() {
                return false;
            }
        }
        true
    }

    /// Records an event, and hands on what it carries where that is a message; false where that breaks a limit.
    fn event(&self, http: u64, event: SseEvent) -> bool {
        if let Some(id) = &event.id {
            self.saw_event(id);
        }
        let is_message = event.kind.as_deref().is_none_or(|kind| kind == "message");
        if let Some(data) = event.data.clone().filter(|data| is_message && !data.bytes().is_empty()) {
            return self.tap.text(Some(http), data, |_| What::Sse(event));
        }
        let taken = self.tap.budget.take(event.data.as_ref().map_or(&[], Text::bytes));
        self.tap.track.record_http(http, What::Sse(event));
        taken.map_err(|why| self.tap.cut_off(why)).is_ok()
    }
}

/// The next piece, or none in it at the end of the response; none at all where the answer has come and the response stays
/// open.
async fn next(response: &mut Response, answered: bool, open: &Open) -> Option<Option<impl AsRef<[u8]> + use<>>> {
    // A response that breaks in the middle has ended, too.
    let chunk = async { response.chunk().await.ok().flatten() };
    if !answered {
        return Some(chunk.await);
    }
    let chunk = timeout(STAYS, chunk).await;
    if chunk.is_err() {
        open.stays(STAYS);
    }
    chunk.ok()
}

impl Stream {
    /// Whether there is no need to read on.
    fn is_done(&self) -> bool {
        (self.only && self.answered) || (self.breaks && self.last_id.as_ref().is_some_and(|id| !id.is_empty()))
    }

    fn see(&mut self, event: &SseEvent) {
        if let Some(id) = &event.id {
            self.last_id = Some(id.clone());
        }
        self.retry = event.retry.or(self.retry);
        if let (Some(awaited), Some(data)) = (&self.awaits, &event.data) {
            let message = Message::read(0, Duration::ZERO, None, Party::Server, data.clone());
            let answers =
                matches!(&message.kind, Kind::Result { id: Some(id) } | Kind::Error { id: Some(id) } if id == awaited);
            self.answered |= answers;
        }
    }
}

fn size(event: &SseEvent) -> usize {
    event.data.as_ref().map_or(0, |data| data.bytes().len())
}

fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get("content-type").map(|value| value.as_bytes().to_ascii_lowercase());
    kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"))
}
