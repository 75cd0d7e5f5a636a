//! The client as a handler sees it.

mod allowed;
mod asking;
mod channel;
mod task;
mod telling;

pub use asking::ClientError;
pub(crate) use channel::Channel;
pub use task::ClientTask;

use std::{
    sync::{Arc, Mutex as StdMutex, PoisonError},
    time::Duration,
};

use mcp_model::{ClientCapabilities, Implementation, ProgressToken, ProtocolVersion};
use tokio::sync::{Mutex, oneshot};

use crate::{
    peer::{Hello, Peer},
    task::Job,
};

/// The client as a handler sees it: what it can do, and how to tell and ask it things while its request is
/// being served. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
    timeout: Duration,
}

struct Shared {
    peer: Arc<Peer>,
    channel: Channel,
    token: Option<ProgressToken>,
    progress: Mutex<Progress>,
    /// Told when the request is answered.
    answered: StdMutex<Option<oneshot::Sender<()>>>,
}

#[derive(Default)]
struct Progress {
    last: Option<f64>,
    finished: bool,
}

impl Client {
    pub(crate) fn new(peer: Arc<Peer>, channel: Channel, token: Option<ProgressToken>) -> Self {
        let timeout = peer.timeout;
        let (progress, answered) = Default::default();
        let shared = Shared { peer, channel, token, progress, answered };
        Self { shared: Arc::new(shared), timeout }
    }

    /// Which program the client is, as it says.
    pub fn info(&self) -> Option<&Implementation> {
        self.hello().map(|hello| &hello.params.client_info)
    }

    /// What the client can do.
    pub fn capabilities(&self) -> Option<&ClientCapabilities> {
        self.hello().map(|hello| &hello.params.capabilities)
    }

    /// The revision that the session speaks.
    pub fn protocol_version(&self) -> Option<&ProtocolVersion> {
        self.hello().map(|hello| &hello.version)
    }

    /// The token under which the request asked for progress, if it did.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow>
    pub fn progress_token(&self) -> Option<&ProgressToken> {
        self.shared.token.as_ref()
    }

    /// The same client, for whose answers these questions wait so long.
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        let shared = Arc::clone(&self.shared);
        Self { shared, timeout }
    }

    /// The same client, for the sake of a task; the progress token is that of the request.
    pub(crate) fn of_task(&self, job: &Arc<Job>) -> Self {
        let peer = Arc::clone(&self.shared.peer);
        Self::new(peer, Channel::Task(Arc::clone(job)), self.shared.token.clone())
    }

    /// Comes when the request is answered; never, if it is not.
    pub(crate) fn answered(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        *self.shared.answered.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    pub(crate) fn channel(&self) -> &Channel {
        &self.shared.channel
    }

    pub(crate) fn peer(&self) -> &Peer {
        &self.shared.peer
    }

    fn hello(&self) -> Option<&Hello> {
        self.shared.peer.hello.get()
    }
}
