//! A client, and a server in a process of its own.

use std::path::PathBuf;
use std::process::Stdio;

use mcp_conformance::mutant::Offer;
use mcp_conformance::transcript::{Client, Exit, Recorder, Secrets, Track, Transcript, Transport, What};
use mcp_reference_server::fault::{Mutant, Party};
use tokio::io::{DuplexStream, duplex, sink, split};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;

use super::{Line, PIPE, pass};

pub(super) struct Process {
    recorder: Recorder,
    client: Mutant,
    /// The file of the mutant, where it is the server's.
    file: Option<PathBuf>,
}

impl Process {
    pub(super) fn new(offer: Offer, file: Option<PathBuf>) -> Self {
        let mutant = offer.mutant.expect("it is one");
        let file = file.filter(|_| mutant.of == Party::Server);
        let (client, _) = mutant.parties();
        Self { recorder: Recorder::new(Client::Other, Secrets::default()), client, file }
    }

    pub(super) fn open(&self) -> Line {
        let track = self.recorder.open(Transport::Stdio, "a server in a process of its own");
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-conformance"));
        command.args(["serve", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(file) = &self.file {
            command.arg("--fault").arg(file);
        }
        let child = command.kill_on_drop(true).spawn().expect("the server starts");
        let (pipe, inner) = duplex(PIPE);
        let (kill, killed) = oneshot::channel();
        let carried = tokio::spawn(carry(inner, child, self.client.clone(), track.clone(), killed));
        Line { pipe, track: Some(track), carried, kill: Some(kill) }
    }

    pub(super) fn transcript(&self) -> Transcript {
        self.recorder.transcript()
    }
}

async fn carry(inner: DuplexStream, mut child: Child, client: Mutant, track: Track, killed: oneshot::Receiver<()>) {
    let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let (outer, tapped) = duplex(PIPE);
    let (from_client, to_client) = split(tapped);
    let faults = client.carry(split(inner), split(outer), sink());
    let asks = async {
        pass(from_client, input, |text| track.record(What::Sent(text))).await;
        track.record(What::InputClosed);
    };
    let answers = pass(output, to_client, |text| track.record(What::Received(text)));
    tokio::select! {
        biased;
        Ok(()) = killed => child.kill().await.expect("it can be killed"),
        _ = async { tokio::join!(faults, asks, answers) } => {}
    }
    let status = child.wait().await.expect("it ends");
    track.record(What::Exited(exit(status)));
    track.record(What::Closed);
}

fn exit(status: std::process::ExitStatus) -> Exit {
    use std::os::unix::process::ExitStatusExt;
    Exit { code: status.code(), signal: status.signal() }
}
