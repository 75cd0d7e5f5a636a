//! A client and a server in one process, with a pipe between them.

use mcp_conformance::mutant::Offer;
use mcp_conformance::transcript::{Client, Recorder, Secrets, Track, Transcript, Transport, What};
use mcp_reference_server::Server;
use mcp_reference_server::fault::Mutant;
use tokio::io::{DuplexStream, duplex, sink, split};

use super::{Line, PIPE, pass};

pub(super) struct Memory {
    recorder: Recorder,
    offered: Server,
    client: Mutant,
    server: Mutant,
}

impl Memory {
    pub(super) fn new(offer: Offer) -> Self {
        let (client, server) = offer.mutant.expect("it is one").parties();
        Self { recorder: Recorder::new(Client::Other, Secrets::default()), offered: offer.server, client, server }
    }

    pub(super) fn open(&self) -> Line {
        let track = self.recorder.open(Transport::Memory, "a server in this process");
        let (pipe, inner) = duplex(PIPE);
        let (offered, client, server) = (self.offered.clone(), self.client.clone(), self.server.clone());
        let carried = tokio::spawn(carry(inner, offered, client, server, track.clone()));
        Line { pipe, track: Some(track), carried, kill: None }
    }

    pub(super) fn transcript(&self) -> Transcript {
        self.recorder.transcript()
    }
}

async fn carry(inner: DuplexStream, offered: Server, client: Mutant, server: Mutant, track: Track) {
    let ((outer, tapped), (ours, theirs)) = (duplex(PIPE), duplex(PIPE));
    let faults = client.carry(split(inner), split(outer), sink());
    let (reader, writer) = split(theirs);
    let serving = offered.serve_mutant(&server, reader, writer, sink());
    let _ = tokio::join!(faults, tap(tapped, ours, &track), serving);
    track.record(What::Closed);
}

/// Passes lines on both ways, and takes them down as the server sees them.
async fn tap(client: DuplexStream, server: DuplexStream, track: &Track) {
    let ((from_client, to_client), (from_server, to_server)) = (split(client), split(server));
    tokio::join!(
        async {
            pass(from_client, to_server, |text| track.record(What::Sent(text))).await;
            track.record(What::InputClosed);
        },
        pass(from_server, to_client, |text| track.record(What::Received(text))),
    );
}
