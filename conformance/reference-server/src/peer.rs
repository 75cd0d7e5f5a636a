//! The client of one session: what it said of itself, and what the server asks and tells it.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use mcp_model::{
    InitializeRequestParams, JsonObject, LoggingLevel, ProtocolVersion, ServerCapabilities, ServerTasksCapability,
};
use tokio::sync::watch;

use crate::{
    List,
    builder::Settings,
    message::notification,
    outbox::{About, Sender},
    questions::Questions,
    task::Jobs,
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
    /// What was declared of tasks.
    pub(crate) tasks: Option<ServerTasksCapability>,
}

pub(crate) struct Peer {
    pub(crate) outbox: Sender,
    pub(crate) hello: OnceLock<Hello>,
    pub(crate) phase: watch::Sender<Phase>,
    pub(crate) questions: Questions,
    pub(crate) jobs: Jobs,
    pub(crate) timeout: Duration,
    capabilities: Arc<ServerCapabilities>,
    level: AtomicU8,
    subscriptions: Mutex<HashSet<String>>,
}

impl Peer {
    pub(crate) fn new(outbox: Sender, capabilities: Arc<ServerCapabilities>, settings: &Settings) -> Self {
        Self {
            jobs: Jobs::new(settings.tasks.clone(), outbox.clone()),
            outbox,
            hello: OnceLock::new(),
            phase: watch::Sender::new(Phase::Opening),
            questions: Questions::default(),
            timeout: settings.client_timeout,
            capabilities,
            level: AtomicU8::new(rank(LoggingLevel::Info)),
            subscriptions: Mutex::default(),
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
        self.questions.close();
    }

    /// What was declared to the client of tasks; nothing, where it speaks a revision without them.
    pub(crate) fn tasks(&self) -> Option<&ServerTasksCapability> {
        self.hello.get()?.tasks.as_ref()
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

    pub(crate) fn list_changed(&self, list: List) {
        let declared = &self.capabilities;
        let notifies = match list {
            List::Tools => declared.tools.as_ref().and_then(|tools| tools.list_changed),
            List::Prompts => declared.prompts.as_ref().and_then(|prompts| prompts.list_changed),
            List::Resources | List::ResourceTemplates => {
                declared.resources.as_ref().and_then(|resources| resources.list_changed)
            }
        };
        if notifies == Some(true) && self.phase() == Phase::Ready {
            self.outbox.post(About::Session, notification(list.changed(), None));
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
}

/// How serious a level is, from 0.
fn rank(level: LoggingLevel) -> u8 {
    let levels = LoggingLevel::ALL.iter();
    let less = levels.take_while(|&&other| other != level);
    u8::try_from(less.count()).unwrap_or(u8::MAX)
}
