//! Batches: revision 2025-03-26 alone lets several messages come as one array.

use serde_json::value::RawValue;

use super::event::{Assumption, Event, What};
use super::message::{Kind, Message};
use super::{Id, Party, Text};

/// The one revision that knows batches.
const REVISION: &str = "2025-03-26";

/// The messages, each batch followed by what is in it, where the revision in force has batches. A batch of which the other
/// side answers nothing stays a thing that nobody had to make sense of.
pub(super) fn opened(messages: Vec<Message>, events: &[Event]) -> Vec<Message> {
    if !messages.iter().any(|message| message.kind == Kind::Batch) || !is_in_force(&messages, events) {
        return messages;
    }
    let inside: Vec<_> = messages.iter().map(inner).collect();
    let answered: Vec<(Party, Id)> = messages.iter().chain(inside.iter().flatten()).filter_map(answers).collect();
    let counts = |message: &Message, inner: &[Message]| {
        let asks = |one: &Message| one.id().is_some_and(|id| answered.contains(&(message.from.other(), id.clone())));
        message.from == Party::Server || inner.iter().any(asks)
    };
    let pairs = messages.into_iter().zip(inside);
    pairs
        .flat_map(|(message, inner)| {
            let inner = if counts(&message, &inner) { inner } else { Vec::new() };
            std::iter::once(message).chain(inner)
        })
        .collect()
}

fn answers(message: &Message) -> Option<(Party, Id)> {
    Some((message.from, message.id().filter(|_| message.is_response())?.clone()))
}

fn is_in_force(messages: &[Message], events: &[Event]) -> bool {
    let assumed = |event: &Event| matches!(&event.what, What::Assume(Assumption::NegotiatedRevision(revision)) if revision == REVISION);
    let agreed = |message: &Message| {
        message.from == Party::Server && message.result().is_some_and(|result| result["protocolVersion"] == REVISION)
    };
    events.iter().any(assumed) || messages.iter().any(agreed)
}

fn inner(batch: &Message) -> Vec<Message> {
    if batch.kind != Kind::Batch {
        return Vec::new();
    }
    let parts: Vec<&RawValue> =
        batch.text.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let read = |part: &RawValue| Message::read(batch.seq, batch.at, batch.http, batch.from, Text::from(part.get()));
    parts.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Event, Header, Transcript};
    use super::*;

    fn asked_and_answered(revision: &str, answer: &str) -> (usize, usize) {
        let asked = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]"#;
        let said = [
            What::Assume(Assumption::NegotiatedRevision(revision.to_owned())),
            What::Sent(Text::from(asked)),
            What::Received(Text::from(answer)),
        ];
        let event = |(seq, what)| Event { seq, at: Duration::ZERO, conn: 1, http: None, what };
        let t = Transcript::new(Header::default(), (1..).zip(said).map(event));
        let answered = t.requests("ping").filter(|exchange| exchange.result().is_some()).count();
        (t.requests("ping").count(), answered)
    }

    #[test]
    fn what_is_in_a_batch_is_judged_only_where_there_are_batches() {
        let answer = r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#;
        assert_eq!(asked_and_answered("2025-03-26", answer), (1, 1));
        assert_eq!(asked_and_answered("2025-11-25", answer), (0, 0));
        let refusal = r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"no batches"}}"#;
        assert_eq!(asked_and_answered("2025-03-26", refusal), (0, 0));
    }
}
