//! A tap on a server that is reached over HTTP: every byte of every socket is passed on as it is.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::exchanges::{Requests, Responses, Socket};
use super::sessions::Sessions;
use crate::transcript::{Client, Recorder, Secrets, Transcript};
use crate::wire::relay::pass;

/// How long it may take to reach the server.
const REACH: Duration = Duration::from_secs(10);

/// A tap between the clients of one address and the server at another.
#[derive(Debug)]
pub struct HttpTap {
    listener: TcpListener,
    server: String,
    recorder: Recorder,
    sessions: Arc<Sessions>,
}

impl HttpTap {
    /// Listens on that address for the clients of the server at `host:port`.
    ///
    /// # Errors
    /// Nobody can listen there.
    pub async fn bind(listen: SocketAddr, server: String) -> io::Result<Self> {
        let recorder = Recorder::new(Client::Other, Secrets::default());
        let sessions = Arc::new(Sessions::new(recorder.clone(), server.clone()));
        Ok(Self { listener: TcpListener::bind(listen).await?, server, recorder, sessions })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Passes everything on, until this future is dropped.
    ///
    /// # Errors
    /// No more sockets can be accepted.
    pub async fn run(&self) -> io::Result<()> {
        let mut sockets = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept() => {
                    let (client, _) = accepted?;
                    sockets.spawn(carry(client, self.server.clone(), Socket::new(Arc::clone(&self.sessions))));
                }
                Some(_) = sockets.join_next() => {}
            }
        }
    }

    /// What was passed on and could not be recorded, in a sentence for people.
    pub fn note(&self) -> Option<String> {
        let lost = self.sessions.lost();
        (lost > 0).then(|| {
            format!("{lost} streams carried something else than HTTP/1.1; they were passed on, and not recorded")
        })
    }

    /// What is recorded; every session counts as over.
    pub fn transcript(&self) -> Transcript {
        self.sessions.close();
        self.recorder.transcript()
    }
}

/// One socket, to its end. A server that cannot be reached shows to the client as a socket that closes.
async fn carry(client: TcpStream, server: String, socket: Socket) {
    let Ok(Ok(server)) = timeout(REACH, TcpStream::connect(server)).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (from_client, mut to_client) = client.into_split();
    let (from_server, mut to_server) = server.into_split();
    let (mut requests, mut responses) = (Requests::new(socket.clone()), Responses::new(socket));
    tokio::join!(
        async {
            pass(from_client, &mut to_server, |bytes| requests.take(bytes)).await;
            requests.finish();
            let _ = to_server.shutdown().await;
        },
        async {
            pass(from_server, &mut to_client, |bytes| responses.take(bytes)).await;
            responses.finish();
            let _ = to_client.shutdown().await;
        },
    );
}
