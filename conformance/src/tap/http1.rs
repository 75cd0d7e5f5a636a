//! HTTP/1.1 read off a stream of bytes that somebody else answers for.
//!
//! <https://www.rfc-editor.org/rfc/rfc9112>

use crate::transcript::Party;

/// A piece of a request or response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A request's first line and headers.
    Request {
        /// The method.
        method: String,
        /// Path and query.
        path: String,
        /// The headers.
        headers: Headers,
    },
    /// A response's first line and headers.
    Response {
        /// The status code.
        status: u16,
        /// The headers.
        headers: Headers,
    },
    /// A part of the body, without the framing of chunks.
    Body(Vec<u8>),
    /// The end of the body.
    End,
}

pub(super) type Headers = Vec<(String, String)>;

/// Headers as many as a message may have.
const HEADERS: usize = 128;

/// Reads one direction of a connection.
#[derive(Debug)]
pub(super) struct Reader {
    side: Party,
    buffer: Vec<u8>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    Length(u64),
    ChunkSize,
    Chunk(u64),
    ChunkEnd,
    Trailer,
    UntilEnd,
    /// This is no HTTP/1.1; nothing more is read.
    Lost,
}

impl Reader {
    /// Reads what that party writes.
    pub(super) fn new(side: Party) -> Self {
        Self { side, buffer: Vec::new(), state: State::Head }
    }

    /// Whether the bytes stopped to be HTTP/1.1.
    pub(super) fn is_lost(&self) -> bool {
        self.state == State::Lost
    }

    /// The pieces that these bytes complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Piece> {
        self.buffer.extend_from_slice(bytes);
        let mut pieces = Vec::new();
        while let Some(found) = self.step() {
            pieces.extend(found);
        }
        pieces
    }

    /// What the end of the stream completes.
    pub(super) fn finish(&mut self) -> Option<Piece> {
        let was = std::mem::replace(&mut self.state, State::Lost);
        (was == State::UntilEnd).then_some(Piece::End)
    }

    /// The next pieces, or nothing until more bytes come.
    fn step(&mut self) -> Option<Vec<Piece>> {
        match self.state {
            State::Lost => {
                self.buffer.clear();
                None
            }
            State::Head => self.head(),
            State::Length(left) => self.body(left, None),
            State::Chunk(left) => self.body(left, Some(State::ChunkEnd)),
            State::UntilEnd if self.buffer.is_empty() => None,
            State::UntilEnd => Some(vec![Piece::Body(std::mem::take(&mut self.buffer))]),
            State::ChunkEnd => {
                let pair = self.line()?;
                self.state = if pair.is_empty() { State::ChunkSize } else { State::Lost };
                Some(Vec::new())
            }
            State::ChunkSize => self.chunk_size(),
            State::Trailer => {
                let last = self.line()?.is_empty();
                self.state = if last { State::Head } else { State::Trailer };
                Some(if last { vec![Piece::End] } else { Vec::new() })
            }
        }
    }

    fn head(&mut self) -> Option<Vec<Piece>> {
        if self.buffer.is_empty() {
            return None;
        }
        let Ok(parsed) = (match self.side {
            Party::Client => request(&self.buffer),
            Party::Server => response(&self.buffer),
        }) else {
            self.state = State::Lost;
            return Some(Vec::new());
        };
        let (used, piece) = parsed?;
        self.buffer.drain(..used);
        self.state = framing(&piece);
        let ends = self.state == State::Length(0);
        if ends {
            self.state = State::Head;
        }
        Some(if ends { vec![piece, Piece::End] } else { vec![piece] })
    }

    fn body(&mut self, left: u64, then: Option<State>) -> Option<Vec<Piece>> {
        if self.buffer.is_empty() {
            return None;
        }
        let some = usize::try_from(left).unwrap_or(usize::MAX).min(self.buffer.len());
        let part: Vec<u8> = self.buffer.drain(..some).collect();
        let left = left - u64::try_from(some).unwrap_or(left);
        self.state = match (left, then) {
            (0, None) => State::Head,
            (0, Some(then)) => then,
            (left, None) => State::Length(left),
            (left, Some(_)) => State::Chunk(left),
        };
        let ends = self.state == State::Head;
        Some([Piece::Body(part)].into_iter().chain(ends.then_some(Piece::End)).collect())
    }

    fn chunk_size(&mut self) -> Option<Vec<Piece>> {
        let line = self.line()?;
        let digits = line.split(|byte| *byte == b';').next().unwrap_or_default();
        let size = std::str::from_utf8(digits).ok().and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
        self.state = match size {
            Some(0) => State::Trailer,
            Some(size) => State::Chunk(size),
            None => State::Lost,
        };
        Some(Vec::new())
    }

    /// The next line without its end.
    fn line(&mut self) -> Option<Vec<u8>> {
        let end = memchr::memchr(b'\n', &self.buffer)?;
        let mut line: Vec<u8> = self.buffer.drain(..=end).collect();
        line.pop();
        if line.ends_with(b"\r") {
            line.pop();
        }
        Some(line)
    }
}

type Parsed = Result<Option<(usize, Piece)>, httparse::Error>;

fn request(bytes: &[u8]) -> Parsed {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(used) = head.parse(bytes)? else { return Ok(None) };
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let piece = Piece::Request { method: text(head.method), path: text(head.path), headers: owned(head.headers) };
    Ok(Some((used, piece)))
}

fn response(bytes: &[u8]) -> Parsed {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(used) = head.parse(bytes)? else { return Ok(None) };
    let piece = Piece::Response { status: head.code.unwrap_or_default(), headers: owned(head.headers) };
    Ok(Some((used, piece)))
}

fn owned(headers: &[httparse::Header<'_>]) -> Headers {
    let value = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
    headers.iter().map(|header| (header.name.to_owned(), value(header.value))).collect()
}

fn framing(head: &Piece) -> State {
    let (headers, otherwise) = match head {
        Piece::Request { headers, .. } => (headers, State::Length(0)),
        Piece::Response { status: 100..=199 | 204 | 304, .. } => return State::Length(0),
        Piece::Response { headers, .. } => (headers, State::UntilEnd),
        Piece::Body(_) | Piece::End => return State::Lost,
    };
    let named =
        |name: &str| headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
    if named("transfer-encoding").is_some_and(|coding| coding.to_ascii_lowercase().ends_with("chunked")) {
        return State::ChunkSize;
    }
    named("content-length").map_or(otherwise, |length| length.parse().map_or(State::Lost, State::Length))
}

#[cfg(test)]
mod tests {
    use super::{Party, Piece, Reader};

    const ANSWERS: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n!\r\n0\r\nT: 1\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nto the end";

    fn told(size: usize) -> Vec<String> {
        let mut reader = Reader::new(Party::Server);
        let pieces: Vec<_> = ANSWERS.chunks(size).flat_map(|bytes| reader.push(bytes)).collect();
        let mut told: Vec<String> = Vec::new();
        for piece in pieces.into_iter().chain(reader.finish()) {
            match piece {
                Piece::Response { status, .. } => told.push(format!("{status} ")),
                Piece::Body(bytes) => told.last_mut().unwrap().push_str(&String::from_utf8(bytes).unwrap()),
                Piece::End => told.last_mut().unwrap().push('.'),
                Piece::Request { .. } => unreachable!(),
            }
        }
        told
    }

    #[test]
    fn responses_are_the_same_whatever_the_pieces() {
        for size in 1..ANSWERS.len() {
            assert_eq!(told(size), ["100 .", "200 hello!.", "202 .", "200 to the end."], "in pieces of {size}");
        }
    }

    #[test]
    fn requests_on_one_connection_are_told_apart() {
        let mut reader = Reader::new(Party::Client);
        let pieces = reader.push(b"POST /mcp HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        let ends = pieces.iter().filter(|piece| **piece == Piece::End).count();
        assert_eq!((pieces.len(), ends), (5, 2));
    }

    #[test]
    fn what_is_no_http_is_given_up() {
        let mut reader = Reader::new(Party::Client);
        assert!(reader.push(b"\x16\x03\x01 hello\r\n\r\n").is_empty());
        assert!(reader.is_lost());
    }
}
