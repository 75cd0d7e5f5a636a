//! Which bodies of HTTP responses hold messages.

use std::collections::BTreeSet;

use super::event::{Event, SseEvent, What};
use super::http::{Headers, is_json};

/// Which bodies of responses hold messages.
pub(super) struct Bodies<'a> {
    events: &'a [Event],
    json: BTreeSet<u64>,
    resuming: BTreeSet<u64>,
}

impl<'a> Bodies<'a> {
    pub(super) fn new(events: &'a [Event]) -> Self {
        let (mut json, mut resuming) = (BTreeSet::new(), BTreeSet::new());
        for event in events {
            match &event.what {
                What::HttpResponse { headers, .. } if is_json(Headers(headers)) => json.extend(event.http),
                What::HttpRequest { headers, .. } if Headers(headers).has("last-event-id") => {
                    resuming.extend(event.http);
                }
                _ => {}
            }
        }
        Self { events, json, resuming }
    }

    /// On HTTP a body is a message only where its headers say JSON; a page of HTML is the transport's matter.
    pub(super) fn is_message(&self, event: &Event) -> bool {
        event.http.is_none_or(|http| self.json.contains(&http))
    }

    /// Whether an event of a stream only repeats, after the client came back, what it had seen before: no new message.
    pub(super) fn is_repeated(&self, event: &Event) -> bool {
        let What::Sse(SseEvent { id: Some(id), .. }) = &event.what else { return false };
        let mut before = self.events.iter().take_while(|other| other.seq < event.seq);
        let is_resuming = event.http.is_some_and(|http| self.resuming.contains(&http));
        is_resuming && !id.is_empty() && before.any(|other| other.http != event.http && other.what == event.what)
    }
}
