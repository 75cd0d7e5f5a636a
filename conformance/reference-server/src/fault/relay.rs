//! Lines between a party with faults and its peer.

use std::{
    io,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

use super::{
    message::Message,
    mutant::Mutant,
    occasion::{Fault, Moment},
    voice::{Out, Voice},
};

/// How a conversation with faults ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// As it should.
    Well,
    /// The process is to end with this code.
    Exit(u8),
}

/// What a writer is given.
enum Line {
    Text(Vec<u8>, Duration),
    Exit(u8),
    Close,
}

/// Both ways out, and what stands before them.
struct Ways {
    voice: Mutex<Voice>,
    to_party: UnboundedSender<Line>,
    to_peer: UnboundedSender<Line>,
    errors: UnboundedSender<Line>,
}

impl Mutant {
    /// Carries lines between the party that is at fault and its peer, with every fault, until the party has ended. Each is
    /// a reader and a writer; `errors` takes what goes to standard error.
    ///
    /// # Errors
    ///
    /// Where the peer cannot be written to.
    pub async fn carry(
        &self,
        party: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
        peer: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
        errors: impl AsyncWrite + Unpin,
    ) -> io::Result<Ended> {
        carry(self.faults(), party, peer, errors).await
    }
}

async fn carry(
    faults: &[Fault],
    party: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    peer: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    errors: impl AsyncWrite + Unpin,
) -> io::Result<Ended> {
    let ((to_party, for_party), (to_peer, for_peer)) = (unbounded_channel(), unbounded_channel());
    let (to_errors, for_errors) = unbounded_channel();
    let ways = Ways { voice: Mutex::new(Voice::new(faults)), to_party, to_peer, errors: to_errors };
    let (began, _) = ways.voice().comes_to(Moment::Start);
    ways.take(began);
    let rest = async {
        let passed = async { drop(write(for_party, party.1).await) };
        let complained = async { drop(write(for_errors, errors).await) };
        tokio::join!(hear(&ways, peer.0), say(&ways, party.0), passed, complained);
    };
    tokio::select! {
        biased;
        () = rest => Ok(Ended::Well),
        ended = write(for_peer, peer.1) => ended,
    }
}

impl Ways {
    fn voice(&self) -> MutexGuard<'_, Voice> {
        self.voice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, outs: Vec<Out>) {
        for out in outs {
            // Whoever is gone hears no more.
            let _gone = match out {
                Out::Say(message) => self.to_peer.send(line(message)),
                Out::Reach(message) => self.to_party.send(line(message)),
                Out::Stderr(text) => self.errors.send(Line::Text(format!("{text}\n").into_bytes(), Duration::ZERO)),
                Out::Exit(code) => self.to_peer.send(Line::Exit(code)),
            };
        }
    }
}

fn line(message: Message) -> Line {
    let mut bytes = message.bytes;
    bytes.extend_from_slice(message.end.as_deref().unwrap_or("\n").as_bytes());
    Line::Text(bytes, message.delay)
}

async fn hear(ways: &Ways, from: impl AsyncRead + Unpin) {
    let mut lines = BufReader::new(from);
    while let Some(text) = next(&mut lines).await {
        let outs = ways.voice().hears(&text);
        ways.take(outs);
    }
    let (outs, lingers) = ways.voice().comes_to(Moment::End);
    ways.take(outs);
    if !lingers {
        let _gone = ways.to_party.send(Line::Close);
    }
}

async fn say(ways: &Ways, from: impl AsyncRead + Unpin) {
    let mut lines = BufReader::new(from);
    while let Some(text) = next(&mut lines).await {
        let outs = ways.voice().says(&text);
        ways.take(outs);
    }
    let _gone = ways.to_peer.send(Line::Close);
}

/// The next line without its newline. A stream that breaks has ended.
async fn next(lines: &mut BufReader<impl AsyncRead + Unpin>) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let _ = lines.read_until(b'\n', &mut line).await;
    let ended = line.is_empty();
    line.pop_if(|last| *last == b'\n');
    (!ended).then_some(line)
}

/// Writes what comes, each in its time, until it is told to stop.
async fn write(mut lines: UnboundedReceiver<Line>, mut to: impl AsyncWrite + Unpin) -> io::Result<Ended> {
    let mut late = FuturesUnordered::new();
    let ended = loop {
        let text = tokio::select! {
            biased;
            Some(text) = late.next(), if !late.is_empty() => text,
            line = lines.recv() => match line {
                Some(Line::Text(text, Duration::ZERO)) => text,
                Some(Line::Text(text, delay)) => {
                    late.push(async move {
                        tokio::time::sleep(delay).await;
                        text
                    });
                    continue;
                }
                Some(Line::Exit(code)) => break Ended::Exit(code),
                Some(Line::Close) | None => break Ended::Well,
            },
        };
        to.write_all(&text).await?;
        to.flush().await?;
    };
    while let Some(text) = late.next().await {
        to.write_all(&text).await?;
    }
    to.shutdown().await?;
    Ok(ended)
}
