//! Where the server is, and how a connection to it is opened.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::DuplexStream;

use crate::transcript::{Recorder, Transport};
use crate::wire::Wire;
use crate::wire::command::Command;
use crate::wire::limits::Budget;

/// As many bytes as a pipe inside this process holds.
const PIPE: usize = 64 << 10;

type Serve = dyn Fn(DuplexStream) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync;

#[derive(Clone)]
pub(super) enum Target {
    Command(Command),
    InProcess(Arc<Serve>),
}

impl Target {
    pub(super) fn in_process<F, S>(serve: F) -> Self
    where
        F: Fn(DuplexStream) -> S + Send + Sync + 'static,
        S: Future<Output = ()> + Send + 'static,
    {
        Self::InProcess(Arc::new(move |pipe| Box::pin(serve(pipe))))
    }

    /// Opens one more connection.
    pub(super) fn open(&self, recorder: &Recorder, budget: &Budget) -> io::Result<Wire> {
        match self {
            Self::Command(command) => Wire::stdio(command, recorder.open(Transport::Stdio, self.to_string()), budget),
            Self::InProcess(serve) => {
                let (ours, theirs) = tokio::io::duplex(PIPE);
                let track = recorder.open(Transport::Memory, self.to_string());
                Ok(Wire::memory(serve(theirs), ours, track, budget))
            }
        }
    }

    /// What no recording may hold.
    pub(super) fn secrets(&self) -> Vec<String> {
        match self {
            Self::Command(command) => command.secrets().collect(),
            Self::InProcess(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => command.fmt(f),
            Self::InProcess(_) => f.write_str("a server in this process"),
        }
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
