//! The way to the client for the sake of one piece of work.

use std::sync::Arc;

use mcp_model::{JsonObject, RequestId};

use crate::{
    message,
    outbox::{About, Sender},
    task::{Job, related},
};

/// The way to the client for the sake of one piece of work: a request that waits for its answer, or a task.
#[derive(Clone)]
pub(crate) enum Channel {
    Request(RequestId),
    Task(Arc<Job>),
}

impl Channel {
    /// Sends a notification.
    pub(super) async fn tell(&self, outbox: &Sender, method: &str, params: Option<JsonObject>) {
        match self {
            Self::Request(id) => outbox.send(About::Request(id.clone()), message::notification(method, params)).await,
            Self::Task(job) => job.say(message::notification(method, Some(related(params, &job.id)))).await,
        }
    }

    /// Sends a request. One that needs input makes a task wait for it.
    pub(super) async fn ask(
        &self,
        outbox: &Sender,
        id: RequestId,
        method: &str,
        params: Option<JsonObject>,
        needs_input: bool,
    ) {
        match self {
            Self::Request(about) => {
                outbox.send(About::Request(about.clone()), message::request(id, method, params)).await;
            }
            Self::Task(job) if needs_input => {
                let text = message::request(id.clone(), method, Some(related(params, &job.id)));
                job.ask(id, text).await;
            }
            // These name the task that they are about, which is one of the client's.
            Self::Task(job) if method.starts_with("tasks/") => job.say(message::request(id, method, params)).await,
            Self::Task(job) => job.say(message::request(id, method, Some(related(params, &job.id)))).await,
        }
    }

    /// The answer to a request that needed input has come, or is not waited for any more.
    pub(super) fn answered(&self) {
        if let Self::Task(job) = self {
            job.answered();
        }
    }

    /// Tells that a request needs no answer any more.
    pub(super) fn take_back(&self, outbox: &Sender, id: &RequestId, params: Option<JsonObject>) {
        const METHOD: &str = "notifications/cancelled";
        match self {
            Self::Request(about) => outbox.post(About::Request(about.clone()), message::notification(METHOD, params)),
            Self::Task(job) => job.take_back(id, message::notification(METHOD, Some(related(params, &job.id)))),
        }
    }
}
