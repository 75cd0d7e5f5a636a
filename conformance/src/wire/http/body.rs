//! What a response brings: one body, or a stream of events.

use std::time::Duration;

use reqwest::Response;

use super::exchange::Line;
use crate::transcript::{Id, Kind, Message, Party, SseEvent, Text, What};
use crate::wire::sse::Parser;

/// As many times as a stream that breaks off before its answer is taken up again.
const RESUMPTIONS: usize = 8;

/// How long to wait before that, where the server does not say.
const RETRY: Duration = Duration::from_millis(500);

/// Longer than this nobody waits: the suite has asked other things by then.
const LONGEST_RETRY: u64 = 5_000;

/// What is known of a stream while it is read.
#[derive(Default)]
struct Stream {
    last_id: Option<String>,
    retry: Option<u64>,
    answered: bool,
}

impl Line {
    /// Records what the response brings and hands it on. A stream that breaks off before the answer it was opened for is
    /// taken up again, as the server's events allow. With `only`, reading stops at the answer.
    pub(super) async fn read(&self, http: u64, response: Response, awaits: Option<Id>, only: bool) {
        if !is_stream(&response) {
            return self.whole(http, response).await;
        }
        let mut stream = Stream::default();
        self.stream(http, response, awaits.as_ref(), only, &mut stream).await;
        for _ in 0..RESUMPTIONS {
            if awaits.is_none() || stream.answered || !self.resume(awaits.as_ref(), only, &mut stream).await {
                return;
            }
        }
    }

    /// Asks for the rest of a stream; false where there is none to be had.
    async fn resume(&self, awaits: Option<&Id>, only: bool, stream: &mut Stream) -> bool {
        let Some(last) = stream.last_id.clone() else { return false };
        match stream.retry {
            Some(retry) if retry > LONGEST_RETRY => return false,
            Some(retry) => tokio::time::sleep(Duration::from_millis(retry)).await,
            None => tokio::time::sleep(RETRY).await,
        }
        let request = self.request("GET", &[("Last-Event-ID", Some(&last))], None);
        let http = self.begin(&request);
        match self.exchange(http, &request).await {
            Ok(response) if is_stream(&response) => {
                self.stream(http, response, awaits, only, stream).await;
                true
            }
            _ => false,
        }
    }

    /// One body; more of it than the limit is not read.
    async fn whole(&self, http: u64, mut response: Response) {
        let mut body = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            body.extend_from_slice(&chunk);
            if body.len() > self.tap.budget.message() {
                break;
            }
        }
        if !body.is_empty() {
            self.tap.text(Some(http), Text::from(body), What::Received);
        }
    }

    async fn stream(&self, http: u64, mut response: Response, awaits: Option<&Id>, only: bool, stream: &mut Stream) {
        let mut parser = Parser::default();
        while let Ok(Some(chunk)) = response.chunk().await {
            let events = parser.push(&chunk);
            let carried: usize = events.iter().map(size).sum();
            if let Err(why) = self.tap.budget.pass(chunk.len().saturating_sub(carried)) {
                return self.tap.cut_off(why);
            }
            if parser.waiting() > self.tap.budget.message() {
                return self.tap.cut_off("an event without end came".to_owned());
            }
            for event in events {
                stream.see(&event, awaits);
                if !self.event(http, event) || (only && stream.answered) {
                    return;
                }
            }
        }
        if let Some(rest) = parser.rest() {
            self.tap.track.record_http(http, What::Received(rest));
        }
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
        let taken = self.tap.budget.take(size(&event));
        self.tap.track.record_http(http, What::Sse(event));
        taken.map_err(|why| self.tap.cut_off(why)).is_ok()
    }
}

impl Stream {
    fn see(&mut self, event: &SseEvent, awaits: Option<&Id>) {
        if let Some(id) = &event.id {
            self.last_id = Some(id.clone());
        }
        self.retry = event.retry.or(self.retry);
        if let (Some(awaited), Some(data)) = (awaits, &event.data) {
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
