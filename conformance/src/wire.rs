//! Wires carry bytes and record every event. They judge nothing and know no method.

pub(crate) mod command;
pub(crate) mod endpoint;
pub(crate) mod http;
pub(crate) mod limits;
mod lines;
mod pipe;
pub(crate) mod process;
pub(crate) mod relay;
pub(crate) mod sse;

use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::transcript::{Assumption, Text, Track, What};
use command::Command;
use http::Http;
use limits::Budget;
use pipe::Pipe;

/// What comes from the server.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A text that it wrote where a message belongs.
    Text {
        /// The event that brought it.
        seq: u64,
        /// The bytes.
        text: Text,
    },
    /// No more comes of what was sent under that number.
    Done {
        /// The number that sending gave.
        sent: u64,
        /// How it ended.
        outcome: Outcome,
    },
}

/// How an HTTP exchange ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// With this status, and this challenge where authentication is asked for.
    Status(u16, Option<String>),
    /// Without an answer, and why.
    Failed(String),
}

/// The connection is of no more use, and why: it ended, was cut off, or the server hangs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Gone(pub(crate) String);

/// How long the end of a connection may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Farewell {
    /// From the end of input to the server's own end.
    pub(crate) after_input: Duration,
    /// From SIGTERM to SIGKILL.
    pub(crate) after_term: Duration,
    /// Whether staying alive after the input's end is to be recorded: only after a wait that was long enough.
    pub(crate) tells: bool,
}

/// One open connection to a server.
pub(crate) struct Wire {
    track: Track,
    incoming: UnboundedReceiver<Incoming>,
    carrier: Carrier,
}

enum Carrier {
    Pipe(Box<Pipe>),
    Http(Http),
}

/// What a carrier needs to record and hand on.
#[derive(Clone)]
struct Tap {
    track: Track,
    budget: Budget,
    sender: UnboundedSender<Incoming>,
}

impl Tap {
    /// Records what the server wrote and hands it on; false where that breaks a limit.
    fn text(&self, http: Option<u64>, text: Text, what: impl FnOnce(Text) -> What) -> bool {
        if let Err(why) = self.budget.take(text.bytes()) {
            self.cut_off(why);
            return false;
        }
        let what = what(text.clone());
        let seq = match http {
            Some(http) => self.track.record_http(http, what),
            None => self.track.record(what),
        };
        // Whoever waits for messages may be gone; what still comes is recorded all the same.
        let _ = self.sender.send(Incoming::Text { seq, text });
        true
    }

    fn cut_off(&self, why: String) {
        self.track.record(What::CutOff(why));
    }
}

impl Wire {
    /// Starts a command and speaks over its standard input and output.
    pub(crate) fn stdio(command: &Command, track: Track, budget: &Budget) -> std::io::Result<Self> {
        let (tap, incoming) = tap(&track, budget);
        Ok(Self { track, incoming, carrier: Carrier::Pipe(Box::new(Pipe::stdio(command, tap)?)) })
    }

    /// Speaks over a pipe to a server that is this future.
    pub(crate) fn memory(
        server: impl Future<Output = ()> + Send + 'static,
        pipe: tokio::io::DuplexStream,
        track: Track,
        budget: &Budget,
    ) -> Self {
        let (tap, incoming) = tap(&track, budget);
        Self { track, incoming, carrier: Carrier::Pipe(Box::new(Pipe::memory(server, pipe, tap))) }
    }

    /// Speaks Streamable HTTP.
    pub(crate) fn http(client: &http::Client, track: Track, budget: &Budget) -> Self {
        let (tap, incoming) = tap(&track, budget);
        Self { track, incoming, carrier: Carrier::Http(Http::new(client.clone(), tap)) }
    }

    /// Sends one text as it is, and gives it a number. On lines it brings its own newline.
    pub(crate) async fn send(&mut self, text: Text, patience: Duration) -> Result<u64, Gone> {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.send(text, patience).await,
            Carrier::Http(http) => Ok(http.send(&text)),
        }
    }

    /// Sends a text that asks for no answer; over HTTP, waits until the server has taken it.
    pub(crate) async fn tell(&mut self, text: Text, patience: Duration) -> Result<u64, Gone> {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.send(text, patience).await,
            Carrier::Http(http) => Ok(http.tell(&text, patience).await),
        }
    }

    /// The revision is agreed on: over HTTP, every header says so from here on.
    pub(crate) fn agree(&mut self, revision: &str) {
        if let Carrier::Http(http) = &mut self.carrier {
            http.agree(revision);
        }
    }

    /// Listens for what the server says unasked, where that takes a stream of its own.
    pub(crate) fn listen(&mut self) {
        if let Carrier::Http(http) = &mut self.carrier {
            http.listen();
        }
    }

    /// The HTTP side of the wire, for scripts about HTTP itself.
    pub(crate) fn as_http(&mut self) -> Option<&mut Http> {
        match &mut self.carrier {
            Carrier::Http(http) => Some(http),
            Carrier::Pipe(_) => None,
        }
    }

    /// What comes next from the server; none once it can say no more.
    pub(crate) async fn receive(&mut self) -> Option<Incoming> {
        let incoming = self.incoming.recv().await;
        if let (None, Carrier::Pipe(pipe)) = (&incoming, &mut self.carrier) {
            pipe.hung_up();
        }
        incoming
    }

    /// Records what the recording cannot show by itself.
    pub(crate) fn assume(&self, assumption: Assumption) {
        self.track.record(What::Assume(assumption));
    }

    /// Records that nothing came for that long while something was awaited.
    pub(crate) fn silence(&self, waited: Duration) {
        self.track.record(What::Silence(waited));
    }

    /// The last lines of the server's standard error, and how it ended, where that is known already.
    pub(crate) async fn last_words(&mut self) -> String {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.last_words().await,
            Carrier::Http(_) => String::new(),
        }
    }

    /// Ends the connection. Says whether the server came to its own end, where it should.
    pub(crate) async fn finish(self, farewell: Farewell) -> bool {
        let ended = match self.carrier {
            Carrier::Pipe(pipe) => pipe.finish(farewell).await,
            Carrier::Http(http) => http.finish(farewell).await,
        };
        self.track.record(What::Closed);
        ended
    }
}

fn tap(track: &Track, budget: &Budget) -> (Tap, UnboundedReceiver<Incoming>) {
    let (sender, incoming) = unbounded_channel();
    (Tap { track: track.clone(), budget: budget.clone(), sender }, incoming)
}
