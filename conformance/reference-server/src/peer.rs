//! The client of one session: what it said of itself, and what the server asks and tells it.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicI64, AtomicU8, Ordering},
    },
    time::Duration,
};

use mcp_model::{
    ErrorObject, InitializeRequestParams, JsonObject, LoggingLevel, ProtocolVersion, RequestId, ServerCapabilities,
};
use tokio::sync::{oneshot, watch};

use crate::{
    List,
    message::notification,
    outbox::{About, Sender},
};

/// How far a session has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Nothing but pings, until `initialize` is answered.
    Opening,
    /// Answered, but the client has not said that it is ready.
    Answered,
    /// Everything.
    Ready,
    /// The client is gone; nobody answers any more.
    Closed,
}

/// What the client said of itself, and what was agreed.
#[derive(Debug)]
pub(crate) struct Hello {
    pub(crate) params: InitializeRequestParams,
    pub(crate) version: ProtocolVersion,
}

pub(crate) type Outcome = Result<JsonObject, ErrorObject>;

pub(crate) struct Peer {
    pub(crate) outbox: Sender,
    pub(crate) hello: OnceLock<Hello>,
    pub(crate) phase: watch::Sender<Phase>,
    pub(crate) timeout: Duration,
    capabilities: Arc<ServerCapabilities>,
    level: AtomicU8,
    subscriptions: Mutex<HashSet<String>>,
    next_id: AtomicI64,
    waiting: Mutex<HashMap<RequestId, oneshot::Sender<Outcome>>>,
}

impl Peer {
    pub(crate) fn new(outbox: Sender, capabilities: Arc<ServerCapabilities>, timeout: Duration) -> Self {
        Self {
            outbox,
            hello: OnceLock::new(),
            phase: watch::Sender::new(Phase::Opening),
            timeout,
            capabilities,
            level: AtomicU8::new(rank(LoggingLevel::Info)),
            subscriptions: Mutex::default(),
            next_id: AtomicI64::new(1),
            waiting: Mutex::default(),
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.phase.borrow()
    }

    pub(crate) fn set_phase(&self, phase: Phase) {
        self.phase.send_replace(phase);
    }

    /// Waits until the session has come this far.
    pub(crate) async fn reached(&self, phase: Phase) {
        let mut changes = self.phase.subscribe();
        let _closed = changes.wait_for(|&now| now >= phase).await.is_err();
    }

    /// The client is gone: whoever waits for its answer waits in vain.
    pub(crate) fn close(&self) {
        self.set_phase(Phase::Closed);
        self.waiting().clear();
    }

    pub(crate) fn set_level(&self, level: LoggingLevel) {
        self.level.store(rank(level), Ordering::Relaxed);
    }

    /// Whether a message of this level is to be sent.
    pub(crate) fn hears(&self, level: LoggingLevel) -> bool {
        self.capabilities.logging.is_some() && rank(level) >= self.level.load(Ordering::Relaxed)
    }

    pub(crate) fn subscribe(&self, uri: String) {
        self.subscriptions().insert(uri);
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        self.subscriptions().remove(uri);
    }

    /// Registers a question; the answer will come through the receiver.
    pub(crate) fn ask(&self) -> (RequestId, oneshot::Receiver<Outcome>) {
        let id = RequestId::from(self.next_id.fetch_add(1, Ordering::Relaxed));
        let (sender, receiver) = oneshot::channel();
        let mut waiting = self.waiting();
        if self.phase() != Phase::Closed {
            waiting.insert(id.clone(), sender);
        }
        (id, receiver)
    }

    /// Hands an answer to whoever waits for it; false if nobody does.
    pub(crate) fn answered(&self, id: &RequestId, outcome: Outcome) -> bool {
        let waiting = self.waiting().remove(id);
        waiting.is_some_and(|waiting| waiting.send(outcome).is_ok())
    }

    /// Stops waiting; true if the question was still open.
    pub(crate) fn forget(&self, id: &RequestId) -> bool {
        self.waiting().remove(id).is_some()
    }

    pub(crate) fn list_changed(&self, list: List) {
        let declared = &self.capabilities;
        let (notifies, method) = match list {
            List::Tools => (declared.tools.as_ref().and_then(|c| c.list_changed), "notifications/tools/list_changed"),
            List::Prompts => {
                (declared.prompts.as_ref().and_then(|c| c.list_changed), "notifications/prompts/list_changed")
            }
            List::Resources | List::ResourceTemplates => {
                (declared.resources.as_ref().and_then(|c| c.list_changed), "notifications/resources/list_changed")
            }
        };
        if notifies == Some(true) && self.phase() == Phase::Ready {
            self.outbox.post(About::Session, notification(method, None));
        }
    }

    pub(crate) fn resource_updated(&self, uri: &str) {
        if self.subscriptions().contains(uri) {
            let params = JsonObject::new().with("uri", uri);
            let text = notification("notifications/resources/updated", Some(params));
            self.outbox.post(About::Session, text);
        }
    }

    fn subscriptions(&self) -> MutexGuard<'_, HashSet<String>> {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<RequestId, oneshot::Sender<Outcome>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How serious a level is, from 0.
fn rank(level: LoggingLevel) -> u8 {
    let levels = LoggingLevel::ALL.iter();
    let less = levels.take_while(|&&other| other != level);
    u8::try_from(less.count()).unwrap_or(u8::MAX)
}
