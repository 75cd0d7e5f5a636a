//! What can happen on a connection.

use std::time::Duration;

use super::Text;

/// One thing that happened, with where and when.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Position in the recording, counted from 1; evidence points here.
    pub seq: u64,
    /// Time since the recording began, to the microsecond.
    pub at: Duration,
    /// The connection: one client talking to one server process or session.
    pub conn: u32,
    /// The HTTP exchange it belongs to: a request, its response, and the bodies and stream events of both.
    pub http: Option<u64>,
    /// What happened.
    pub what: What,
}

/// What happened. `Sent` is always the client's side, `Received` the server's, whoever recorded them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum What {
    /// The connection was opened.
    Opened {
        /// How the two talk.
        transport: Transport,
        /// The command line or address, for people.
        target: Option<String>,
    },
    /// The client wrote this: a line with its terminator, or an HTTP body.
    Sent(Text),
    /// The server wrote this: a line with its terminator (also an unterminated last one), or an HTTP body.
    Received(Text),
    /// The client began an HTTP request.
    HttpRequest {
        /// The method, in capitals.
        method: String,
        /// Path and query.
        path: String,
        /// The headers in order, secrets redacted.
        headers: Vec<(String, String)>,
    },
    /// The server's status line and headers came.
    HttpResponse {
        /// The status code.
        status: u16,
        /// The headers in order, secrets redacted.
        headers: Vec<(String, String)>,
    },
    /// One event of a server-sent-event stream.
    Sse(SseEvent),
    /// The server wrote this to its standard error.
    Stderr(Text),
    /// The client closed the server's standard input.
    InputClosed,
    /// Nothing came for this long while something was awaited.
    Silence(Duration),
    /// The server process ended.
    Exited(Exit),
    /// The connection ended.
    Closed,
    /// The recorder stopped listening here, for a limit of its own, which the text names.
    CutOff(String),
    /// Context that a recording cannot show by itself.
    Assume(Assumption),
}

/// How client and server talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Transport {
    /// Lines on standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// Lines on a pipe inside one process; framed as stdio is.
    Memory,
}

impl Transport {
    /// The name used in recordings and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Memory => "memory",
        }
    }

    /// Whether messages are lines, as on stdio.
    pub const fn is_lines(self) -> bool {
        matches!(self, Self::Stdio | Self::Memory)
    }
}

/// One event of a server-sent-event stream.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SseEvent {
    /// The `id` field.
    pub id: Option<String>,
    /// The `event` field.
    pub kind: Option<String>,
    /// The `retry` field, in milliseconds.
    pub retry: Option<u64>,
    /// The `data` lines, joined with newlines.
    pub data: Option<Text>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exit {
    /// The exit code, where it ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl Exit {
    /// Whether somebody ended it: the signals of a terminal, of `kill` and of its last resort.
    pub fn was_killed(self) -> bool {
        matches!(self.signal, Some(1 | 2 | 9 | 15))
    }
}

/// Context that a recording cannot show by itself.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Assumption {
    /// The revision in force, where the handshake was not recorded.
    NegotiatedRevision(String),
    /// The revisions that the server implements.
    SupportedRevisions(Vec<String>),
    /// The origins that the server accepts.
    AllowedOrigins(Vec<String>),
    /// A session id that had ended before.
    EndedSession(String),
    /// Whether the credentials of the requests are valid.
    ValidCredentials(bool),
    /// A tool, prompt, resource or method name that the server does not have.
    UnknownName(String),
}
