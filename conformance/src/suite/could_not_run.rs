//! Why there is nothing to judge.

use std::fmt;
use std::io;
use std::time::Duration;

use crate::transcript::{Secrets, Transcript};

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

impl CouldNotRun {
    pub(super) fn new(obstacle: Obstacle, secrets: &Secrets, transcript: Transcript) -> Self {
        let message = secrets.redact(&obstacle.to_string());
        Self { obstacle, transcript: Box::new(transcript), message }
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
