//! What passes on one socket, as exchanges in a recording.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::http1::{Headers, Piece, Reader};
use super::sessions::Sessions;
use crate::transcript::{Party, Text, Track, What};
use crate::wire::sse;

/// One socket: the requests that wait for their responses, in order.
#[derive(Debug, Clone)]
pub(super) struct Socket {
    sessions: Arc<Sessions>,
    waiting: Arc<Mutex<VecDeque<Exchange>>>,
}

#[derive(Debug, Clone)]
struct Exchange {
    track: Track,
    http: u64,
    /// Whether it is a handshake.
    begins: bool,
}

impl Exchange {
    fn record(&self, what: What) {
        self.track.record_http(self.http, what);
    }
}

impl Socket {
    pub(super) fn new(sessions: Arc<Sessions>) -> Self {
        Self { sessions, waiting: Arc::default() }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Exchange>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes down what the client writes on a socket.
pub(super) struct Requests {
    socket: Socket,
    reader: Reader,
    head: Option<(String, String, Headers)>,
    body: Vec<u8>,
}

impl Requests {
    pub(super) fn new(socket: Socket) -> Self {
        Self { socket, reader: Reader::new(Party::Client), head: None, body: Vec::new() }
    }

    /// Takes down what these bytes complete.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        for piece in self.reader.push(bytes) {
            match piece {
                Piece::Request { method, path, headers } => self.head = Some((method, path, headers)),
                Piece::Body(part) => self.body.extend(part),
                Piece::End => self.end(),
                Piece::Response { .. } => {}
            }
        }
    }

    fn end(&mut self) {
        let Some((method, path, headers)) = self.head.take() else { return };
        let body = Text::from(std::mem::take(&mut self.body));
        let begins = begins(&body);
        let track = self.socket.sessions.of_request(&headers, begins);
        let exchange = Exchange { http: track.exchange(), track, begins };
        exchange.record(What::HttpRequest { method, path, headers });
        if !body.bytes().is_empty() {
            exchange.record(What::Sent(body));
        }
        self.socket.waiting().push_back(exchange);
    }

    /// The client hung up.
    pub(super) fn finish(self) {
        self.socket.sessions.count_lost(self.reader.is_lost());
        if let Some(exchange) = self.socket.waiting().front() {
            exchange.record(What::InputClosed);
        }
    }
}

fn begins(body: &Text) -> bool {
    serde_json::from_slice::<serde_json::Value>(body.bytes()).is_ok_and(|message| message["method"] == "initialize")
}

/// Takes down what the server writes on a socket.
pub(super) struct Responses {
    socket: Socket,
    reader: Reader,
    body: Body,
}

enum Body {
    None,
    Whole(Vec<u8>),
    Stream(sse::Parser),
}

impl Responses {
    pub(super) fn new(socket: Socket) -> Self {
        Self { socket, reader: Reader::new(Party::Server), body: Body::None }
    }

    /// Takes down what these bytes complete.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        for piece in self.reader.push(bytes) {
            self.piece(piece);
        }
    }

    /// The server hung up.
    pub(super) fn finish(mut self) {
        self.socket.sessions.count_lost(self.reader.is_lost());
        if let Some(piece) = self.reader.finish() {
            self.piece(piece);
        }
        if !matches!(self.body, Body::None) {
            self.end();
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Response { status: 100..=199, .. } => self.body = Body::None,
            Piece::Response { status, headers } => self.head(status, headers),
            Piece::Body(part) => self.part(&part),
            Piece::End => self.end(),
            Piece::Request { .. } => {}
        }
    }

    fn head(&mut self, status: u16, headers: Headers) {
        let Some(exchange) = self.socket.waiting().front().cloned() else { return };
        let is_stream = headers.iter().any(|(name, value)| {
            name.eq_ignore_ascii_case("content-type") && value.to_ascii_lowercase().starts_with("text/event-stream")
        });
        self.body = if is_stream { Body::Stream(sse::Parser::default()) } else { Body::Whole(Vec::new()) };
        self.socket.sessions.of_response(status, &headers, &exchange.track, exchange.begins);
        exchange.record(What::HttpResponse { status, headers });
    }

    fn part(&mut self, part: &[u8]) {
        match &mut self.body {
            Body::None => {}
            Body::Whole(body) => body.extend_from_slice(part),
            Body::Stream(parser) => {
                let events = parser.push(part);
                let Some(exchange) = self.socket.waiting().front().cloned() else { return };
                for event in events {
                    exchange.record(What::Sse(event));
                }
            }
        }
    }

    fn end(&mut self) {
        let body = std::mem::replace(&mut self.body, Body::None);
        if matches!(body, Body::None) {
            return;
        }
        let Some(exchange) = self.socket.waiting().pop_front() else { return };
        if let Body::Whole(bytes) = body
            && !bytes.is_empty()
        {
            exchange.record(What::Received(Text::from(bytes)));
        }
        exchange.record(What::Closed);
    }
}
