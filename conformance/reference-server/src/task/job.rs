//! One call that runs as a task.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use mcp_model::{ErrorObject, RequestId, Task, TaskStatus, TaskStatusNotificationParams};
use tokio::{sync::watch, time::Instant};

use super::{Ending, related, state::State, voice::Voice};
use crate::{
    message::{self, Answer},
    outbox::Sender,
    protocol_error::{internal, invalid_params},
};

/// One call that runs as a task.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(super) expiry: Instant,
    created: SystemTime,
    ttl: Duration,
    poll: Duration,
    state: watch::Sender<State>,
    voice: Mutex<Voice>,
    outbox: Sender,
}

impl Job {
    pub(super) fn new(id: String, ttl: Duration, poll: Duration, outbox: Sender) -> Self {
        let created = SystemTime::now();
        let (state, voice) = (watch::Sender::new(State::new(created)), Mutex::default());
        Self { id, expiry: Instant::now() + ttl, created, ttl, poll, state, voice, outbox }
    }

    /// The task as it stands.
    pub(crate) fn task(&self) -> Task {
        let state = self.state.borrow();
        let [created, updated] = [self.created, state.updated].map(humantime::format_rfc3339_millis);
        let mut task =
            Task::new(&*self.id, state.status, created.to_string(), updated.to_string(), milliseconds(self.ttl));
        task.poll_interval = Some(milliseconds(self.poll).into());
        task.status_message = state.ending.as_ref().and_then(|ending| ending.message.clone());
        task
    }

    /// Sends a notification or a request that needs no person, unless the task is over.
    pub(crate) async fn say(&self, text: String) {
        let Some(place) = self.outbox.place().await else { return };
        let voice = self.voice();
        if !self.is_over() {
            place.send(voice.about(), text);
        }
    }

    /// Asks the client something that the task cannot go on without.
    pub(crate) async fn ask(&self, question: RequestId, text: String) {
        let Some(place) = self.outbox.place().await else { return };
        let mut voice = self.voice();
        if self.change(State::asked) {
            self.tell(&voice);
        }
        match voice.listener() {
            Some(about) => place.send(about, text),
            None => voice.keep(question, text),
        }
    }

    /// The client is not asked that any more.
    pub(crate) fn answered(&self) {
        let voice = self.voice();
        if self.change(State::answered) {
            self.tell(&voice);
        }
    }

    /// Takes back a question; `notice` tells the client, if it ever got the question.
    pub(crate) fn take_back(&self, question: &RequestId, notice: String) {
        let mut voice = self.voice();
        if !voice.take_back(question) {
            self.outbox.post(voice.about(), notice);
        }
    }

    /// Ends the task; false if it was over before. Nothing is said for its sake after that.
    pub(crate) fn end(&self, ending: Ending) -> bool {
        let voice = self.voice();
        let ended = self.change(|state| state.end(ending));
        if ended {
            self.tell(&voice);
        }
        ended
    }

    /// Ends the task because the client wants that; it may be over.
    pub(crate) fn cancel(&self) -> Result<(), ErrorObject> {
        if self.end(Ending::cancelled(invalid_params("the task was cancelled"))) {
            return Ok(());
        }
        let status = status_name(self.state.borrow().status);
        Err(invalid_params(format!("the task is over already: it is {status}")))
    }

    /// Waits until the task is over.
    pub(super) async fn over(&self) {
        let mut state = self.state.subscribe();
        let _closed = state.wait_for(|state| state.ending.is_some()).await.is_err();
    }

    /// What the call gave, as soon as it is over. Until then the request hears what the task says.
    pub(crate) async fn outcome(self: Arc<Self>, request: RequestId) -> Answer {
        let _listening = Listening::new(&self, request);
        self.over().await;
        let ending = self.state.borrow().ending.clone();
        let outcome = ending.map_or_else(|| Err(internal()), |ending| ending.outcome);
        outcome.map(|result| related(Some(result), &self.id))
    }

    fn is_over(&self) -> bool {
        self.state.borrow().ending.is_some()
    }

    fn change(&self, change: impl FnOnce(&mut State) -> bool) -> bool {
        self.state.send_if_modified(change)
    }

    /// Tells where the task stands now.
    fn tell(&self, voice: &Voice) {
        let params = message::answer(&TaskStatusNotificationParams::from(self.task()));
        let text = message::notification("notifications/tasks/status", params.ok());
        self.outbox.post(voice.about(), text);
    }

    fn voice(&self) -> MutexGuard<'_, Voice> {
        self.voice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that waits for the result of a task.
struct Listening {
    job: Arc<Job>,
    request: RequestId,
}

impl Listening {
    fn new(job: &Arc<Job>, request: RequestId) -> Self {
        let mut voice = job.voice();
        for (_, text) in voice.listen(request.clone()) {
            job.outbox.post(voice.about(), text);
        }
        drop(voice);
        Self { job: Arc::clone(job), request }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.job.voice().leave(&self.request);
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn status_name(status: TaskStatus) -> String {
    serde_json::to_string(&status).unwrap_or_default().replace('"', "")
}
