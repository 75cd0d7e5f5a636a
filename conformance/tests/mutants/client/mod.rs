//! Conversations between a client and a server, of whom one is wrong on purpose. What passes between them is recorded.

mod http;
mod http_client;
mod memory;
mod process;
mod replies;
mod talk;
mod tour;

use std::path::PathBuf;

use mcp_conformance::mutant::Offer;
use mcp_conformance::transcript::{Text, Track, Transcript};
use mcp_reference_server::fault::Over;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use http::Http;
use memory::Memory;
use process::Process;
use talk::Talk;

/// As many bytes as may lie between two of them.
const PIPE: usize = 64 << 10;

/// What carries a client's lines to its server.
enum Wire {
    Memory(Box<Memory>),
    Process(Box<Process>),
    Http(Http),
}

/// One connection.
struct Line {
    /// The client's end.
    pipe: DuplexStream,
    /// What it is recorded on, where silences can be told of.
    track: Option<Track>,
    /// Everything between the client and its server, to its end.
    carried: JoinHandle<()>,
    /// Ends the server's process, where it has one.
    kill: Option<oneshot::Sender<()>>,
}

/// What is recorded of a mutant's conversation. `file` is where it is read from.
pub(crate) async fn talks(offer: Offer, file: Option<PathBuf>) -> Transcript {
    let mutant = offer.mutant.as_ref().expect("it is one");
    let (over, talk) = (mutant.over, mutant.talk.clone());
    let wire = match over {
        Over::Memory => Wire::Memory(Box::new(Memory::new(offer))),
        Over::Stdio => Wire::Process(Box::new(Process::new(offer, file))),
        Over::Http => Wire::Http(Http::new(offer).await),
    };
    let Some(talk) = talk else {
        converse(wire.open(), None, Value::Null).await;
        return wire.transcript().await;
    };
    let mut answer = Value::Null;
    for steps in talk.split(|step| step.get("anew").is_some()) {
        answer = converse(wire.open(), Some(steps), answer).await;
    }
    wire.transcript().await
}

/// What is said on one connection; gives the last answer, for the next one.
async fn converse(line: Line, steps: Option<&[Value]>, answer: Value) -> Value {
    let mut talk = Talk::new(line.pipe, answer);
    let kills = steps.is_some_and(|steps| steps.iter().any(|step| step.get("kill").is_some()));
    let steps = steps.map(|steps| steps.split(|step| step.get("kill").is_some()).next().unwrap_or_default());
    let _ = match steps {
        Some(steps) => talk.follow(steps, line.track.as_ref()).await,
        None => talk.run().await,
    };
    if let Some(kill) = line.kill.filter(|_| kills) {
        let _ = kill.send(());
    }
    let answer = talk.end().await;
    let _ = line.carried.await;
    answer
}

impl Wire {
    fn open(&self) -> Line {
        match self {
            Self::Memory(memory) => memory.open(),
            Self::Process(process) => process.open(),
            Self::Http(http) => http.open(),
        }
    }

    async fn transcript(self) -> Transcript {
        match self {
            Self::Memory(memory) => memory.transcript(),
            Self::Process(process) => process.transcript(),
            Self::Http(http) => http.transcript().await,
        }
    }
}

/// Passes lines on and takes them down, until one side ends.
async fn pass(from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, take: impl Fn(Text) -> u64) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        take(Text::from(line.clone()));
        if to.write_all(&line).await.is_err() || to.flush().await.is_err() {
            return;
        }
        line.clear();
    }
    let _ = to.shutdown().await;
}
