//! Recordings: what a run records, what a rule judges, and what a fixture is.
//!
//! A recording is a file of JSON lines. The first is the header, `{"transcript":1}`, with `client` (`suite` where this
//! suite played the client, whose deliberate faults nobody judges), `tool`, and in a
//! fixture `also`, the rules it breaks beside its own. Every other line is an event with `seq`
//! (from 1), `us` (microseconds since the start), `conn` (the connection), `event`, and what belongs to that event:
//!
//! | `event` | further members |
//! |---|---|
//! | `opened` | `transport` (`stdio`, `http`, `memory`), `target` |
//! | `sent`, `received` | one of `json`, `text`, `base64`: the client's and the server's bytes |
//! | `http-request` | `http`, `method`, `path`, `headers` (a list of pairs) |
//! | `http-response` | `http`, `status`, `headers` |
//! | `sse` | `http`, `id`, `type`, `retry` (milliseconds), and the data as `json`, `text` or `base64` |
//! | `stderr` | `text` or `base64` |
//! | `silence` | `ms`, how long nothing came |
//! | `exited` | `code` or `signal` |
//! | `input-closed`, `closed` | |
//! | `cut-off` | `text`: which limit of the recorder's own made it stop listening; nothing after it says anything of the server |
//! | `assume` | `assume`: one of `negotiated-revision`, `supported-revisions`, `allowed-origins`, `ended-session`, `valid-credentials`, `unknown-name` |
//!
//! `json` is the exact text of one JSON value; on a line transport the newline after it is understood. `text` is
//! everything as it came, terminator included. `base64` is for bytes that are not UTF-8. `http` joins the events of one
//! HTTP exchange; with it, `closed` says that the server ended the response, `input-closed` that the client let go of it,
//! and `silence` that nothing more came on a response that is still open.

mod batch;
mod bodies;
mod connection;
mod event;
mod exchange;
mod file;
mod http;
mod id;
mod line;
mod message;
mod recorder;
mod secrets;
mod stray;
mod text;
pub mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use connection::{Connection, Handshake};
pub use event::{Assumption, Event, Exit, SseEvent, Transport, What};
pub use exchange::Exchange;
pub use file::{ReadError, read, write, write_event};
pub use http::{Headers, HttpExchange, HttpResponse};
pub use id::Id;
pub use message::{Kind, Message};
pub use recorder::{Recorder, Track};
pub use secrets::{REDACTED, Secrets};
pub use stray::{Cause, Stray};
pub use text::Text;

/// One of the two who talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// The one who opened the connection.
    Client,
    /// The one who is called.
    Server,
}

impl Party {
    /// The one on the other side.
    pub const fn other(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }

    /// The name used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
        }
    }
}

/// Who played the client in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Client {
    /// This suite, whose bad input is deliberate: rules that bind clients do not apply.
    Suite,
    /// Somebody else's client.
    #[default]
    Other,
}

/// What the first line of a recording says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// Who played the client.
    pub client: Client,
    /// The program that recorded.
    pub tool: Option<String>,
    /// In a fixture: the rules that it breaks beside its own, because it cannot help it.
    pub also: Vec<String>,
}

/// A recording, split into its connections.
#[derive(Debug, Clone)]
pub struct Transcript {
    header: Header,
    connections: Vec<Arc<Connection>>,
}

impl Transcript {
    /// Splits the events by connection and finds the messages.
    pub fn new(header: Header, events: impl IntoIterator<Item = Event>) -> Self {
        let mut by_conn = BTreeMap::<u32, Vec<Event>>::new();
        for event in events {
            by_conn.entry(event.conn).or_default().push(event);
        }
        let connections = by_conn.into_iter().map(|(id, events)| Arc::new(Connection::new(id, events))).collect();
        Self { header, connections }
    }

    /// What the first line says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The connections, by number.
    pub fn connections(&self) -> impl Iterator<Item = &Connection> {
        self.connections.iter().map(|connection| &**connection)
    }

    /// The same recording with only some of its connections.
    #[must_use]
    pub fn only(&self, keep: impl Fn(&Connection) -> bool) -> Self {
        let connections = self.connections.iter().filter(|connection| keep(connection)).cloned().collect();
        Self { header: self.header.clone(), connections }
    }

    /// Every message of one side.
    pub fn messages_from(&self, party: Party) -> impl Iterator<Item = &Message> {
        self.connections().flat_map(move |connection| connection.messages_from(party))
    }

    /// Every request of one side with what answered it.
    pub fn exchanges(&self, by: Party) -> impl Iterator<Item = Exchange<'_>> {
        self.connections().flat_map(move |connection| connection.exchanges(by))
    }

    /// Every sound request of the client for that method.
    pub fn requests<'t>(&'t self, method: &'t str) -> impl Iterator<Item = Exchange<'t>> {
        self.connections().flat_map(move |connection| connection.requests(method))
    }

    /// Every exchange with the endpoint of Streamable HTTP.
    pub fn http(&self) -> impl Iterator<Item = HttpExchange<'_>> {
        self.connections().flat_map(Connection::http)
    }

    /// Every response of one side that answers no request of the other, with what it seems to have been meant for.
    pub fn strays(&self, from: Party) -> impl Iterator<Item = Stray<'_>> {
        self.connections().flat_map(move |connection| connection.strays(from))
    }

    /// Everything that the recording asks to be taken for granted.
    pub fn assumptions(&self) -> impl Iterator<Item = &Assumption> {
        self.connections().flat_map(Connection::assumptions)
    }

    /// Whether the server is known to have no tool, prompt, resource or method of that name.
    pub fn is_unknown(&self, name: &str) -> bool {
        self.assumptions().any(|assumption| matches!(assumption, Assumption::UnknownName(unknown) if unknown == name))
    }

    /// Every handshake that came to an end.
    pub fn handshakes(&self) -> impl Iterator<Item = Handshake<'_>> {
        self.connections().filter_map(Connection::handshake)
    }

    /// Every event, in the order in which they happened.
    pub fn events(&self) -> Vec<&Event> {
        let mut all: Vec<_> = self.connections().flat_map(Connection::events).collect();
        all.sort_by_key(|event| event.seq);
        all
    }

    /// The event with that number.
    pub fn event(&self, seq: u64) -> Option<&Event> {
        self.connections().flat_map(Connection::events).find(|event| event.seq == seq)
    }
}
