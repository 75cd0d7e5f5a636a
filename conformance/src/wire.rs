//! Wires carry bytes and record every event. They judge nothing and know no method.

pub(crate) mod command;
pub(crate) mod limits;
mod lines;
pub(crate) mod process;
pub(crate) mod relay;

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::transcript::{Text, Track, What};
use command::Command;
use limits::Budget;
use process::Process;

/// A text that the server wrote where a message belongs.
pub(crate) struct Incoming {
    /// The event that brought it.
    pub(crate) seq: u64,
    /// The bytes.
    pub(crate) text: Text,
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
    output: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    incoming: mpsc::UnboundedReceiver<Incoming>,
    readers: JoinSet<()>,
    process: Option<Process>,
}

impl Wire {
    /// Starts a command and speaks over its standard input and output.
    pub(crate) fn stdio(command: &Command, track: Track, budget: &Budget) -> std::io::Result<Self> {
        let (mut process, pipes) = Process::start(command)?;
        let mut wire = Self::lines(pipes.output, pipes.input, track.clone(), budget);
        process.listen(pipes.error, track, budget.clone());
        wire.process = Some(process);
        Ok(wire)
    }

    /// Speaks over two ends of a pipe to a server that is this future.
    pub(crate) fn memory(
        server: impl Future<Output = ()> + Send + 'static,
        pipe: tokio::io::DuplexStream,
        track: Track,
        budget: &Budget,
    ) -> Self {
        let (reader, writer) = tokio::io::split(pipe);
        let mut wire = Self::lines(reader, writer, track, budget);
        wire.readers.spawn(server);
        wire
    }

    fn lines(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        track: Track,
        budget: &Budget,
    ) -> Self {
        let (sender, incoming) = mpsc::unbounded_channel();
        let mut readers = JoinSet::new();
        readers.spawn(lines::listen(reader, track.clone(), budget.clone(), sender));
        Self { track, output: Some(Box::new(writer)), incoming, readers, process: None }
    }

    /// Sends one text as it is; a line brings its own newline.
    pub(crate) async fn send(&mut self, text: Text, patience: Duration) -> Result<(), Gone> {
        let output = self.output.as_mut().ok_or_else(|| Gone("the input is closed".to_owned()))?;
        self.track.record(What::Sent(text.clone()));
        let written = timeout(patience, async {
            output.write_all(text.bytes()).await?;
            output.flush().await
        });
        match written.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Gone(format!("the server closed its input: {error}"))),
            Err(_) => Err(Gone("the server does not read its input".to_owned())),
        }
    }

    /// The next text of the server; none once it can say no more.
    pub(crate) async fn receive(&mut self) -> Option<Incoming> {
        self.incoming.recv().await
    }

    /// Records that nothing came for that long while something was awaited.
    pub(crate) fn silence(&self, waited: Duration) {
        self.track.record(What::Silence(waited));
    }

    /// The last lines of the server's standard error, and how it ended, where that is known already.
    pub(crate) async fn last_words(&mut self) -> String {
        match &mut self.process {
            Some(process) => process.last_words().await,
            None => String::new(),
        }
    }

    /// Closes the server's input, waits for its end, and sees to it that it ends. Says whether it ended by itself.
    pub(crate) async fn finish(mut self, farewell: Farewell) -> bool {
        if let Some(mut output) = self.output.take() {
            self.track.record(What::InputClosed);
            let _ = timeout(farewell.after_term, output.shutdown()).await;
        }
        let ended = timeout(farewell.after_input, self.ended()).await.is_ok();
        if !ended && farewell.tells {
            self.silence(farewell.after_input);
        }
        let exit = match self.process.take() {
            Some(process) => Some(process.end(farewell.after_term).await),
            None => None,
        };
        let _ = timeout(Duration::from_millis(200), self.drained()).await;
        if let Some(exit) = exit {
            self.track.record(What::Exited(exit));
        }
        self.track.record(What::Closed);
        ended
    }

    async fn ended(&mut self) {
        match &mut self.process {
            Some(process) => process.wait().await,
            None => self.drained().await,
        }
    }

    async fn drained(&mut self) {
        while self.readers.join_next().await.is_some() {}
    }
}
