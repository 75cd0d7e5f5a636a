//! One connection of a recording, and the questions that rules ask of it.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;

use super::batch;
use super::bodies::Bodies;
use super::event::{Assumption, Event, Transport, What};
use super::exchange::{Exchange, Pairing, cancels, pair};
use super::http::{Grouped, HttpExchange};
use super::message::Message;
use super::stray::{Cause, Scene, Stray};
use super::{Party, Text};

/// One client talking to one server: everything that happened, and the messages found in it.
#[derive(Debug)]
pub struct Connection {
    id: u32,
    events: Vec<Event>,
    messages: Vec<Message>,
    pairs: Vec<Pairing>,
    strays: Vec<(usize, Cause<usize>)>,
    deaf_after: Option<u64>,
    http: OnceLock<Grouped>,
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
        let bodies = Bodies::new(&events);
        let messages = batch::opened(events.iter().filter_map(|event| message(event, &bodies)).collect(), &events);
        let (mut pairs, strays) = pair(&messages);
        let causes = Scene { events: &events, messages: &messages, pairs: &pairs, strays: &strays }.causes();
        let strays: Vec<_> = strays.into_iter().zip(causes).collect();
        let refusals = refusals(&events);
        for pair in &mut pairs {
            pair.refused = messages[pair.request].http.and_then(|http| refusals.get(&http).copied());
            let is_mine =
                |cause: &Cause<usize>| matches!(cause, Cause::Request(at) | Cause::Rounded(at) if *at == pair.request);
            pair.mistaken = strays.iter().find(|(_, cause)| is_mine(cause)).map(|&(at, _)| at);
        }
        let deaf_after = deaf_after(&messages, &pairs);
        Self { id, events, messages, pairs, strays, deaf_after, http: OnceLock::new() }
    }

    /// Its number in the recording.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Everything that happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The command line or the address of the server, where the recording says so.
    pub fn target(&self) -> Option<&str> {
        self.events.iter().find_map(|event| match &event.what {
            What::Opened { target, .. } => target.as_deref(),
            _ => None,
        })
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

    /// Every sound request of the client for that method.
    pub fn requests<'t>(&'t self, method: &str) -> impl Iterator<Item = Exchange<'t>> {
        let asks = move |request: &Message| {
            request.from == Party::Client && request.method() == Some(method) && !request.is_malformed()
        };
        self.pairs.iter().filter(move |pair| asks(&self.messages[pair.request])).map(|pair| self.exchange(pair))
    }

    /// Every exchange with the endpoint of Streamable HTTP, in order.
    pub fn http(&self) -> Vec<HttpExchange<'_>> {
        self.grouped().at_the_endpoint(self)
    }

    /// Every HTTP exchange, also those with other paths than the endpoint's.
    pub fn every_http(&self) -> Vec<HttpExchange<'_>> {
        self.grouped().all(self)
    }

    /// Which events and messages belong to which exchange is found out once, for all rules.
    fn grouped(&self) -> &Grouped {
        self.http.get_or_init(|| Grouped::new(self))
    }

    /// Every response of one side that answers no request of the other, with what it seems to have been meant for.
    pub fn strays(&self, from: Party) -> impl Iterator<Item = Stray<'_>> {
        let strays = self.strays.iter().filter(move |&&(at, _)| self.messages[at].from == from);
        strays.map(|&(at, cause)| Stray { response: &self.messages[at], cause: cause.map(|at| &self.messages[at]) })
    }

    /// The client's first deliberate fault (a malformed message, a cancellation of nothing, a request before the handshake)
    /// after which the server answers no request any more. What is left unanswered after it says nothing about the server's answers.
    pub fn deaf_after(&self) -> Option<u64> {
        self.deaf_after
    }

    /// The client's `notifications/initialized`.
    pub fn initialized(&self) -> Option<&Message> {
        let mut sent = self.messages_from(Party::Client);
        sent.find(|message| message.is_notification() && message.method() == Some("notifications/initialized"))
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

    /// The end of the server's process after that event, where it ended by itself while its input was open.
    pub fn exit_after(&self, seq: u64) -> Option<&Event> {
        let later = self.events.iter().filter(|event| event.seq > seq);
        let mut open = later.take_while(|event| event.what != What::InputClosed);
        open.find(|event| matches!(event.what, What::Exited(exit) if !exit.was_killed()))
    }

    /// Whether the recording goes on long enough after that event to say that an answer would have come: a silence, the
    /// end, or an answer to something asked later. Once the input is closed a server may leave things unanswered, a
    /// server that was killed may have been about to answer, and where nobody listened any more an answer may have come.
    pub fn is_over_after(&self, seq: u64, by: Party) -> bool {
        let is_cut_off = || self.events.iter().any(|event| matches!(event.what, What::CutOff(_)));
        self.has_ended_after(seq)
            || !is_cut_off()
                && self.pairs.iter().any(|pair| {
                    let request = &self.messages[pair.request];
                    request.seq > seq && request.from == by && !pair.answers.is_empty()
                })
    }

    fn has_ended_after(&self, seq: u64) -> bool {
        let later = self.events.iter().filter(|event| event.seq > seq && event.http.is_none());
        let mut open = later.take_while(|event| event.what != What::InputClosed);
        open.any(|event| match event.what {
            What::Silence(_) | What::Closed => true,
            What::Exited(exit) => !exit.was_killed(),
            _ => false,
        })
    }

    fn is_over(&self, request: &Message) -> bool {
        let takes_its_time = matches!(
            request.method(),
            Some("tools/call" | "tasks/result" | "sampling/createMessage" | "elicitation/create")
        );
        let is_deaf = request.from == Party::Client && self.deaf_after.is_some_and(|seq| request.seq > seq);
        !is_deaf
            && if takes_its_time {
                self.has_ended_after(request.seq)
            } else {
                self.is_over_after(request.seq, request.from)
            }
    }

    fn exchange(&self, pair: &Pairing) -> Exchange<'_> {
        let request = &self.messages[pair.request];
        let answers: Vec<_> = pair.answers.iter().map(|&at| &self.messages[at]).collect();
        let is_over = answers.is_empty() && self.is_over(request) && !self.is_dropped(request);
        let (cancelled, mistaken) =
            (pair.cancelled.map(|at| &self.messages[at]), pair.mistaken.map(|at| &self.messages[at]));
        Exchange { request, answers, cancelled, mistaken, is_over, refused: pair.refused }
    }

    /// Whether the client let go of the HTTP response that was to answer it before a silence had shown that no answer would
    /// come, or the request may not have arrived at all: no status came, and nothing shows that one was waited for.
    fn is_dropped(&self, request: &Message) -> bool {
        let Some(http) = request.http else { return false };
        let is_silence = |event: &&Event| event.http.is_none() && matches!(event.what, What::Silence(_));
        let later = || self.events.iter().filter(|event| event.seq > request.seq);
        let of_it = || later().take_while(|event| !is_silence(event)).filter(|event| event.http == Some(http));
        let arrived = of_it().any(|event| matches!(event.what, What::HttpResponse { .. }));
        let waited = later().any(|event| is_silence(&event));
        of_it().any(|event| event.what == What::InputClosed) || !(arrived || waited)
    }
}

/// The HTTP exchanges that were refused, with their statuses.
fn refusals(events: &[Event]) -> HashMap<u64, u16> {
    let refused = |event: &Event| match event.what {
        What::HttpResponse { status, .. } if status >= 400 => Some((event.http?, status)),
        _ => None,
    };
    // Where one is refused more than once, the first time counts.
    events.iter().rev().filter_map(refused).collect()
}

/// See [`Connection::deaf_after`].
fn deaf_after(messages: &[Message], pairs: &[Pairing]) -> Option<u64> {
    let hears_after = |at: usize| {
        let mut later = pairs.iter().filter(|pair| pair.request > at && messages[pair.request].from == Party::Client);
        later.any(|pair| !pair.answers.is_empty() || pair.mistaken.is_some())
    };
    let opening = messages.iter().position(|message| message.is_request() && message.method() == Some("initialize"));
    let is_early = |at: usize| {
        let message = &messages[at];
        message.is_request() && message.method() != Some("ping") && opening.is_some_and(|opening| at < opening)
    };
    let is_fault =
        |&at: &usize| messages[at].from == Party::Client && (is_early(at) || is_provocation(at, messages, pairs));
    (0..messages.len()).filter(is_fault).find(|&at| !hears_after(at)).map(|at| messages[at].seq)
}

fn is_provocation(at: usize, messages: &[Message], pairs: &[Pairing]) -> bool {
    let message = &messages[at];
    message.is_malformed()
        || message.is_bad_initialize()
        || message.method() == Some("notifications/cancelled")
            && !pairs.iter().any(|pair| {
                pair.request < at
                    && messages[pair.request].from == message.from
                    && messages[pair.request].id() == cancels(message).as_ref()
                    && pair.answers.first().is_none_or(|&answer| answer > at)
            })
}

/// The message that an event brings, if it brings one.
fn message(event: &Event, bodies: &Bodies<'_>) -> Option<Message> {
    let (from, text) = match &event.what {
        What::Sent(text) if bodies.is_message(event) => (Party::Client, text),
        What::Received(text) if bodies.is_message(event) => (Party::Server, text),
        What::Sse(_) if bodies.is_repeated(event) => return None,
        What::Sse(sse) if sse.kind.as_deref().is_none_or(|kind| kind == "message") => {
            (Party::Server, sse.data.as_ref()?)
        }
        _ => return None,
    };
    // A blank line of the client is kept: a server may answer it as unreadable.
    let blank = text.bytes().iter().all(u8::is_ascii_whitespace);
    let kept = !blank || (from == Party::Client && event.http.is_none());
    kept.then(|| Message::read(event.seq, event.at, event.http, from, text.clone()))
}
