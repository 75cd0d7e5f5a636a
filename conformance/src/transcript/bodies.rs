//! Which bodies of HTTP responses hold messages.

use std::collections::BTreeSet;

use super::event::{Event, SseEvent, What};
use super::http::{self, Headers, is_json};

/// Which bodies of responses hold messages.
pub(super) struct Bodies<'a> {
    events: &'a [Event],
    json: BTreeSet<u64>,
    refusals: BTreeSet<u64>,
    resuming: BTreeSet<u64>,
    elsewhere: BTreeSet<u64>,
}

impl<'a> Bodies<'a> {
    pub(super) fn new(events: &'a [Event]) -> Self {
        let endpoint = http::endpoint(events);
        let (mut json, mut resuming, mut elsewhere) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let refuses = |event: &&Event| matches!(event.what, What::HttpResponse { status: 400.., .. });
        let refusals = events.iter().filter(refuses).filter_map(|event| event.http).collect();
        for event in events {
            match &event.what {
                What::HttpResponse { headers, .. } if is_json(Headers(headers)) => json.extend(event.http),
                What::HttpRequest { path, .. } if !http::is_at(path, endpoint) => elsewhere.extend(event.http),
                What::HttpRequest { headers, .. } if Headers(headers).has("last-event-id") => {
                    resuming.extend(event.http);
                }
                _ => {}
            }
        }
        Self { events, json, refusals, resuming, elsewhere }
    }

    /// On HTTP a body is a message only at the endpoint and, in a response, where its headers say JSON; metadata, tokens and
    /// pages of HTML are none. With a refusal HTTP may send any JSON; a message says what it is.
    pub(super) fn is_message(&self, event: &Event) -> bool {
        let is_body = |http: u64| match &event.what {
            What::Received(text) if self.refusals.contains(&http) => {
                self.json.contains(&http) && text.lossy().contains("\"jsonrpc\"")
            }
            What::Sent(_) => true,
            _ => self.json.contains(&http),
        };
        event.http.is_none_or(|http| is_body(http) && !self.elsewhere.contains(&http))
    }

    /// Whether an event of a stream only repeats, after the client came back, what it had seen before: no new message.
    pub(super) fn is_repeated(&self, event: &Event) -> bool {
        let What::Sse(SseEvent { id: Some(id), .. }) = &event.what else { return false };
        let mut before = self.events.iter().take_while(|other| other.seq < event.seq);
        let is_resuming = event.http.is_some_and(|http| self.resuming.contains(&http));
        is_resuming && !id.is_empty() && before.any(|other| other.http != event.http && other.what == event.what)
    }
}
