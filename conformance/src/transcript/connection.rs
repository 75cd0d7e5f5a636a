//! One connection of a recording, and the questions that rules ask of it.

use serde_json::Value;

use super::event::{Assumption, Event, Transport, What};
use super::exchange::{Exchange, Pairing, pair};
use super::http::{self, HttpExchange};
use super::message::Message;
use super::{Party, Text};

/// One client talking to one server: everything that happened, and the messages found in it.
#[derive(Debug)]
pub struct Connection {
    id: u32,
    events: Vec<Event>,
    messages: Vec<Message>,
    pairs: Vec<Pairing>,
    strays: Vec<usize>,
}

/// The `initialize` request and its result.
#[derive(Debug, Clone, Copy)]
pub struct Handshake<'t> {
    /// The request.
    pub request: &'t Message,
    /// The result response.
    pub answer: &'t Message,
}

impl<'t> Handshake<'t> {
    /// The `InitializeResult`.
    pub fn result(&self) -> &'t Value {
        &self.answer.value["result"]
    }

    /// What the server declares.
    pub fn server_capabilities(&self) -> &'t Value {
        &self.result()["capabilities"]
    }

    /// What the client declares.
    pub fn client_capabilities(&self) -> &'t Value {
        &self.request.params()["capabilities"]
    }

    /// The revision that the server answers with.
    pub fn revision(&self) -> Option<&'t str> {
        self.result()["protocolVersion"].as_str()
    }
}

impl Connection {
    pub(super) fn new(id: u32, events: Vec<Event>) -> Self {
        let messages: Vec<_> = events.iter().filter_map(|event| message(event, &events)).collect();
        let (pairs, strays) = pair(&messages);
        Self { id, events, messages, pairs, strays }
    }

    /// Its number in the recording.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Everything that happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How the two talk, where the recording says so.
    pub fn transport(&self) -> Option<Transport> {
        self.events.iter().find_map(|event| match event.what {
            What::Opened { transport, .. } => Some(transport),
            _ => None,
        })
    }

    /// Whether the recording has the connection from its beginning.
    pub fn is_from_the_start(&self) -> bool {
        self.transport().is_some()
    }

    /// Every message of both sides, in order.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Every message of one side, in order.
    pub fn messages_from(&self, party: Party) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(move |message| message.from == party)
    }

    /// Every request of one side with what answered it.
    pub fn exchanges(&self, by: Party) -> impl Iterator<Item = Exchange<'_>> {
        self.pairs.iter().filter(move |pair| self.messages[pair.request].from == by).map(|pair| self.exchange(pair))
    }

    /// Every request of the client for that method.
    pub fn requests<'t>(&'t self, method: &str) -> impl Iterator<Item = Exchange<'t>> {
        self.exchanges(Party::Client).filter(move |exchange| exchange.method() == method)
    }

    /// Every exchange with the endpoint of Streamable HTTP, in order.
    pub fn http(&self) -> Vec<HttpExchange<'_>> {
        http::endpoint_exchanges(self)
    }

    /// Every HTTP exchange, also those with other paths than the endpoint's.
    pub fn every_http(&self) -> Vec<HttpExchange<'_>> {
        http::exchanges(self)
    }

    /// Every response of one side whose id belongs to no request of the other.
    pub fn strays(&self, from: Party) -> impl Iterator<Item = &Message> {
        self.strays.iter().map(|&at| &self.messages[at]).filter(move |message| message.from == from)
    }

    /// The request that a response answers.
    pub fn asked(&self, response: &Message) -> Option<&Message> {
        let is_it = |&at: &usize| self.messages[at].seq == response.seq;
        let pair = self.pairs.iter().find(|pair| pair.answers.iter().any(is_it))?;
        Some(&self.messages[pair.request])
    }

    /// The handshake, if it came to an end.
    pub fn handshake(&self) -> Option<Handshake<'_>> {
        let exchange = self.requests("initialize").find(|exchange| exchange.result().is_some())?;
        Some(Handshake { request: exchange.request, answer: exchange.result()?.0 })
    }

    /// The revision in force: assumed, or answered in the handshake.
    pub fn revision(&self) -> Option<&str> {
        let assumed = self.assumptions().find_map(|assumption| match assumption {
            Assumption::NegotiatedRevision(revision) => Some(&**revision),
            _ => None,
        });
        assumed.or_else(|| self.handshake()?.revision())
    }

    /// What the recording asks to be taken for granted.
    pub fn assumptions(&self) -> impl Iterator<Item = &Assumption> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Assume(assumption) => Some(assumption),
            _ => None,
        })
    }

    /// The lines or bodies that the server wrote where only messages belong.
    pub fn received(&self) -> impl Iterator<Item = (&Event, &Text)> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Received(text) => Some((event, text)),
            _ => None,
        })
    }

    /// Whether the recording goes on long enough after that event to say that an answer would have come: a silence, the
    /// end, or an answer to something asked later.
    pub fn is_over_after(&self, seq: u64, by: Party) -> bool {
        let ended = self.events.iter().filter(|event| event.seq > seq).any(|event| {
            event.http.is_none() && matches!(event.what, What::Silence(_) | What::Exited(_) | What::Closed)
        });
        ended
            || self.pairs.iter().any(|pair| {
                let request = &self.messages[pair.request];
                request.seq > seq && request.from == by && !pair.answers.is_empty()
            })
    }

    fn exchange(&self, pair: &Pairing) -> Exchange<'_> {
        let request = &self.messages[pair.request];
        let answers: Vec<_> = pair.answers.iter().map(|&at| &self.messages[at]).collect();
        let is_over = answers.is_empty() && self.is_over_after(request.seq, request.from);
        let refused = self.refused(request);
        Exchange { request, answers, cancelled: pair.cancelled.map(|at| &self.messages[at]), is_over, refused }
    }

    fn refused(&self, request: &Message) -> Option<u16> {
        let http = request.http?;
        self.events.iter().find_map(|event| match event.what {
            What::HttpResponse { status, .. } if event.http == Some(http) && status >= 400 => Some(status),
            _ => None,
        })
    }
}

/// The message that an event brings, if it brings one.
fn message(event: &Event, events: &[Event]) -> Option<Message> {
    let (from, text) = match &event.what {
        What::Sent(text) => (Party::Client, text),
        What::Received(text) if is_message_body(event, events) => (Party::Server, text),
        What::Sse(sse) if sse.kind.as_deref().is_none_or(|kind| kind == "message") => {
            (Party::Server, sse.data.as_ref()?)
        }
        _ => return None,
    };
    let blank = text.bytes().iter().all(u8::is_ascii_whitespace);
    (!blank).then(|| Message::read(event.seq, event.at, event.http, from, text.clone()))
}

/// On HTTP a body is a message only where its headers say JSON; a page of HTML is the transport's matter.
fn is_message_body(event: &Event, events: &[Event]) -> bool {
    let Some(http) = event.http else { return true };
    events.iter().any(|other| match &other.what {
        What::HttpResponse { headers, .. } if other.http == Some(http) => headers.iter().any(|(name, value)| {
            name.eq_ignore_ascii_case("content-type")
                && value.trim_start().to_ascii_lowercase().starts_with("application/json")
        }),
        _ => false,
    })
}
