//! Why there is nothing to judge.

use std::fmt;
use std::io;
use std::time::Duration;

use crate::render::excerpt;
use crate::transcript::{Connection, Event, Secrets, SseEvent, Text, Transcript, What};

/// The suite could not run; the message says why and what to do about it.
pub struct CouldNotRun {
    /// The kind of obstacle.
    pub obstacle: Obstacle,
    /// What was recorded before.
    pub transcript: Box<Transcript>,
    message: String,
}

/// What kept the suite from running.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The command did not start.
    #[error("could not start `{0}`: {1}")]
    Start(String, io::Error),
    /// No answer to `initialize` came.
    #[error("the server did not answer to `initialize`: {0}{1}")]
    Silent(String, String),
    /// The answer to `initialize` is an error.
    #[error("the server refused `initialize`: {0}")]
    Refused(String),
    /// The server speaks a revision that is unknown here.
    #[error("the server answered with revision `{0}`, which this version cannot judge")]
    Revision(String),
    /// The server asks for credentials, and shows this challenge.
    #[error(
        "could not judge: the server asks for authentication (HTTP status {0}{1}); send credentials with --bearer-env or --header"
    )]
    Authentication(u16, String),
    /// The endpoint answered `initialize` with something that is no answer.
    #[error("the server answered `initialize` with HTTP status {0} and no message; is this the MCP endpoint?")]
    Status(u16),
    /// The server that a command was to start does not listen.
    #[error("`{0}` does not listen on {1}{2}")]
    NotListening(String, String, String),
    /// The deadline of the run passed before the handshake.
    #[error("the deadline of {} s passed before the server had answered to `initialize`", .0.as_secs())]
    Deadline(Duration),
}

impl Obstacle {
    /// Whether it leaves open what the server said instead of an answer.
    fn leaves_open(&self) -> bool {
        match self {
            Self::Silent(..) | Self::Deadline(_) => true,
            Self::Status(status) => (200..300).contains(status),
            _ => false,
        }
    }
}

/// The texts that the server wrote where messages belong.
fn written(transcript: &Transcript) -> impl Iterator<Item = (&Event, &Text)> {
    transcript.connections().flat_map(Connection::events).filter_map(|event| match &event.what {
        What::Received(text) | What::Sse(SseEvent { data: Some(text), .. }) => Some((event, text)),
        _ => None,
    })
}

impl CouldNotRun {
    pub(super) fn new(obstacle: Obstacle, secrets: &Secrets, transcript: Transcript) -> Self {
        let told = written(&transcript).find(|(_, text)| obstacle.leaves_open() && !text.bytes().is_empty());
        let told = told.map(|(event, _)| format!("; this came: {}", excerpt::of(event))).unwrap_or_default();
        let message = secrets.redact(&format!("{obstacle}{told}"));
        Self { obstacle, transcript: Box::new(transcript), message }
    }

    /// Whether the server said something of this protocol all the same, where an answer was awaited.
    pub(super) fn is_told(&self) -> bool {
        self.obstacle.leaves_open() && written(&self.transcript).any(|(_, text)| text.lossy().contains("\"jsonrpc\""))
    }
}

impl fmt::Display for CouldNotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for CouldNotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CouldNotRun({})", self.message)
    }
}

impl std::error::Error for CouldNotRun {}
