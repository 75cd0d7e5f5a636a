//! Where the server is, and how a connection to it is opened.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::DuplexStream;

use crate::transcript::{Recorder, Transport};
use crate::wire::Wire;
use crate::wire::command::Command;
use crate::wire::endpoint::Endpoint;
use crate::wire::http::Client;
use crate::wire::limits::Budget;

/// As many bytes as a pipe inside this process holds.
const PIPE: usize = 64 << 10;

type Serve = dyn Fn(DuplexStream) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync;

#[derive(Clone)]
pub(super) enum Target {
    Command(Command),
    InProcess(Arc<Serve>),
    Url(Box<Endpoint>, Client),
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
            Self::Url(endpoint, client) => {
                Ok(Wire::http(client, recorder.open(Transport::Http, endpoint.to_string()), budget))
            }
        }
    }

    /// Whether every connection starts it anew.
    pub(super) fn is_command(&self) -> bool {
        matches!(self, Self::Command(_))
    }

    /// Whether it runs in this process.
    pub(super) fn is_in_process(&self) -> bool {
        matches!(self, Self::InProcess(_))
    }

    /// Whether it is reached over HTTP.
    pub(super) fn is_http(&self) -> bool {
        matches!(self, Self::Url(..))
    }

    /// Whether the user gave credentials for it.
    pub(super) fn has_credentials(&self) -> bool {
        let is_it = |(name, _): &(String, String)| name.eq_ignore_ascii_case("authorization");
        matches!(self, Self::Url(endpoint, _) if endpoint.headers.iter().any(is_it))
    }

    /// The command that has to run first, and where its server will listen.
    pub(super) fn server(&self) -> Option<(&Command, String, u16)> {
        let Self::Url(endpoint, _) = self else { return None };
        let host = endpoint.url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        Some((endpoint.command.as_ref()?, host.to_owned(), endpoint.url.port_or_known_default()?))
    }

    /// What no recording may hold.
    pub(super) fn secrets(&self) -> Vec<String> {
        match self {
            Self::Command(command) => command.secrets().collect(),
            Self::InProcess(_) => Vec::new(),
            Self::Url(endpoint, _) => endpoint.secrets(),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => command.fmt(f),
            Self::InProcess(_) => f.write_str("a server in this process"),
            Self::Url(endpoint, _) => endpoint.fmt(f),
        }
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
