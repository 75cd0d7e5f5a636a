//! Lines on a pair of byte streams: a child's standard input and output, or a pipe inside this process.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, DuplexStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::command::Command;
use super::process::Process;
use super::{Farewell, Gone, Tap, lines};
use crate::transcript::{Exit, Text, Track, What};

/// How long a stream may take to bring what is left in it once the server has ended.
const REST: Duration = Duration::from_millis(200);

/// How long a server that has hung up may take to end.
const LEAVING: Duration = Duration::from_secs(2);

pub(super) struct Pipe {
    track: Track,
    output: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    readers: JoinSet<()>,
    process: Option<Process>,
    sent: u64,
    /// Whether the server was seen to close its output or its input.
    hung_up: bool,
}

impl Pipe {
    pub(super) fn stdio(command: &Command, tap: Tap) -> io::Result<Self> {
        let (mut process, pipes) = Process::start(command)?;
        let (track, budget) = (tap.track.clone(), tap.budget.clone());
        let mut pipe = Self::new(pipes.output, pipes.input, tap);
        process.listen(pipes.error, move |line| {
            if budget.keeps_stderr(line.bytes().len()) {
                track.record(What::Stderr(line));
            }
        });
        pipe.process = Some(process);
        Ok(pipe)
    }

    pub(super) fn memory(server: impl Future<Output = ()> + Send + 'static, pipe: DuplexStream, tap: Tap) -> Self {
        let (reader, writer) = tokio::io::split(pipe);
        let mut pipe = Self::new(reader, writer, tap);
        pipe.readers.spawn(server);
        pipe
    }

    fn new(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        tap: Tap,
    ) -> Self {
        let track = tap.track.clone();
        let mut readers = JoinSet::new();
        readers.spawn(lines::listen(reader, tap));
        Self { track, output: Some(Box::new(writer)), readers, process: None, sent: 0, hung_up: false }
    }

    pub(super) async fn send(&mut self, text: Text, patience: Duration) -> Result<u64, Gone> {
        let output = self.output.as_mut().ok_or_else(|| Gone("the input is closed".to_owned()))?;
        self.track.record(What::Sent(text.clone()));
        self.sent += 1;
        let written = timeout(patience, async {
            output.write_all(text.bytes()).await?;
            output.flush().await
        });
        match written.await {
            Ok(Ok(())) => Ok(self.sent),
            Ok(Err(error)) => {
                self.hung_up = true;
                Err(Gone(format!("the server closed its input: {error}")))
            }
            Err(_) => Err(Gone("the server does not read its input".to_owned())),
        }
    }

    pub(super) async fn last_words(&mut self) -> String {
        match &mut self.process {
            Some(process) => process.last_words().await,
            None => String::new(),
        }
    }

    /// The server has closed its output.
    pub(super) fn hung_up(&mut self) {
        self.hung_up = true;
    }

    /// Closes the server's input, waits for its end, and sees to it that it ends. Says whether it ended by itself. Where it
    /// has ended before, its input is not closed: the recording shows who left first.
    pub(super) async fn finish(mut self, farewell: Farewell) -> bool {
        let has_hung_up = self.hung_up || self.readers.try_join_next().is_some();
        let has_left = has_hung_up && self.process.is_some() && timeout(LEAVING, self.ended()).await.is_ok();
        if let Some(mut output) = self.output.take().filter(|_| !has_left) {
            self.track.record(What::InputClosed);
            let _ = timeout(farewell.after_term, output.shutdown()).await;
        }
        let ended = timeout(farewell.after_input, self.ended()).await.is_ok();
        if !ended && farewell.tells {
            self.track.record(What::Silence(farewell.after_input));
        }
        let exit = match self.process.take() {
            Some(process) => Some(process.end(farewell.after_term).await),
            // A server in this process has come to its end when its future has.
            None => ended.then_some(Exit { code: Some(0), signal: None }),
        };
        let _ = timeout(REST, self.drained()).await;
        if let Some(exit) = exit {
            self.track.record(What::Exited(exit));
        }
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
