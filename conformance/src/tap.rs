//! Between a client and a server: everything is passed on as it is, and taken down.

mod exchanges;
mod http;
mod http1;
mod sessions;

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

pub use http::HttpTap;

use crate::suite::Command;
use crate::transcript::{Client, Recorder, Secrets, Text, Track, Transcript, Transport, What};
use crate::wire::process::{Pipes, Process};
use crate::wire::relay::pass_lines;

/// How long a server may take to end after its client has gone, and again after SIGTERM.
const FAREWELL: Duration = Duration::from_secs(5);

/// The three streams of the client: what it writes, what it reads, and where it hears of trouble.
#[derive(Debug)]
pub struct Ends<I, O, E> {
    /// What the client writes to the server.
    pub input: I,
    /// Where the client reads the server's answers.
    pub output: O,
    /// Where the server's standard error goes.
    pub error: E,
}

/// A tap on a server that a command starts.
#[derive(Debug)]
pub struct Tap {
    recorder: Recorder,
    command: Command,
}

impl Tap {
    /// A tap on the server that this command starts.
    pub fn new(command: Command) -> Self {
        let secrets = Secrets::new(command.secrets());
        Self { recorder: Recorder::new(Client::Other, secrets), command }
    }

    /// What is recorded so far.
    pub fn transcript(&self) -> Transcript {
        self.recorder.transcript()
    }

    /// Passes everything on until the server has ended; the end of the client's input is passed on too.
    ///
    /// # Errors
    /// The command cannot be started.
    pub async fn run(
        &self,
        mut ends: Ends<impl AsyncRead + Unpin, impl AsyncWrite + Unpin, impl AsyncWrite + Unpin>,
    ) -> std::io::Result<()> {
        let (mut process, Pipes { input, output, error }) = Process::start(&self.command)?;
        let track = self.recorder.open(Transport::Stdio, self.command.to_string());
        let take = |what: fn(Text) -> What| {
            let track = track.clone();
            move |line: Vec<u8>| {
                track.record(what(Text::from(line)));
            }
        };
        let answers = async {
            tokio::join!(
                pass_lines(output, &mut ends.output, take(What::Received)),
                pass_lines(error, &mut ends.error, take(What::Stderr)),
            )
        };
        let served = async {
            tokio::join!(answers, process.wait());
        };
        tokio::select! {
            () = served => {}
            () = asked(ends.input, input, &track, take(What::Sent)) => {}
        }
        track.record(What::Exited(process.end(FAREWELL).await));
        track.record(What::Closed);
        Ok(())
    }
}

/// What the client writes, and after it the wait for the server's end.
async fn asked(
    from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    track: &Track,
    take: impl FnMut(Vec<u8>),
) {
    pass_lines(from, &mut to, take).await;
    track.record(What::InputClosed);
    let _ = to.shutdown().await;
    drop(to);
    tokio::time::sleep(FAREWELL).await;
    track.record(What::Silence(FAREWELL));
}
