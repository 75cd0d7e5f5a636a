//! Server-sent events, from the bytes of a stream.
//!
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>

use memchr::memchr2;

use crate::transcript::{SseEvent, Text};

/// Takes the bytes of a stream as they come and gives its events.
#[derive(Debug, Default)]
pub(crate) struct Parser {
    line: Vec<u8>,
    after_return: bool,
    started: bool,
    event: Pending,
}

#[derive(Debug, Default)]
struct Pending {
    event: SseEvent,
    data: Option<Vec<u8>>,
    some: bool,
}

impl Parser {
    /// The events that these bytes bring to their end.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) -> Vec<SseEvent> {
        let mut events = Vec::new();
        if self.after_return && !bytes.is_empty() {
            self.after_return = false;
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
        while let Some(end) = memchr2(b'\n', b'\r', bytes) {
            self.line.extend_from_slice(&bytes[..end]);
            let line = std::mem::take(&mut self.line);
            events.extend(self.end_of(&line));
            let pair = bytes[end..].starts_with(b"\r\n");
            self.after_return = !pair && bytes[end] == b'\r' && end + 1 == bytes.len();
            bytes = &bytes[end + 1 + usize::from(pair)..];
        }
        self.line.extend_from_slice(bytes);
        events
    }

    /// How many bytes wait for the end of their event.
    pub(super) fn waiting(&self) -> usize {
        self.line.len() + self.event.data.as_ref().map_or(0, Vec::len)
    }

    /// What stays without an end when the stream ends: the standard has it thrown away.
    pub(super) fn rest(self) -> Option<Text> {
        let mut rest = self.event.data.unwrap_or_default();
        rest.extend(self.line);
        (!rest.is_empty()).then(|| Text::from(rest))
    }

    fn end_of(&mut self, line: &[u8]) -> Option<SseEvent> {
        let line = if self.started { line } else { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) };
        self.started = true;
        if line.is_empty() {
            return self.event.take();
        }
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        self.event.field(&line[..colon], value.strip_prefix(b" ").unwrap_or(value));
        None
    }
}

impl Pending {
    fn field(&mut self, name: &[u8], value: &[u8]) {
        let text = || String::from_utf8_lossy(value).into_owned();
        match name {
            b"id" if !value.contains(&0) => self.event.id = Some(text()),
            b"event" => self.event.kind = Some(text()),
            b"retry" => self.event.retry = text().parse().ok().filter(|_| value.iter().all(u8::is_ascii_digit)),
            b"data" => match &mut self.data {
                Some(data) => data.extend([b"\n", value].concat()),
                None => self.data = Some(value.to_vec()),
            },
            _ => return,
        }
        self.some = true;
    }

    fn take(&mut self) -> Option<SseEvent> {
        let Self { event, data, some } = std::mem::take(self);
        some.then(|| SseEvent { data: data.map(Text::from), ..event })
    }
}

#[cfg(test)]
mod tests {
    use super::Parser;
    use crate::transcript::{SseEvent, Text};

    const STREAM: &[u8] = b"\xef\xbb\xbf: hello\n\nid: 1\nretry: 500\ndata:\n\nevent: message\r\nid: 2\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\ndata:x\rid\r\rretry: -1\ndata: \xff\n\ndata: half";

    fn expected() -> [SseEvent; 4] {
        let data = |text: &[u8]| Some(Text::new(text));
        let id = |id: &str| Some(id.to_owned());
        [
            SseEvent { id: id("1"), retry: Some(500), data: data(b""), ..SseEvent::default() },
            SseEvent { id: id("2"), kind: Some("message".to_owned()), data: data(b"{\"a\":\n1}"), retry: None },
            SseEvent { id: id(""), data: data(b"x"), ..SseEvent::default() },
            SseEvent { data: data(b"\xff"), ..SseEvent::default() },
        ]
    }

    #[test]
    fn events_are_the_same_whatever_the_pieces() {
        for size in 1..STREAM.len() {
            let mut parser = Parser::default();
            let events: Vec<_> = STREAM.chunks(size).flat_map(|piece| parser.push(piece)).collect();
            assert_eq!(events, expected(), "in pieces of {size}");
            assert_eq!(parser.waiting(), 10);
            assert_eq!(parser.rest(), Some(Text::from("data: half")));
        }
    }
}
