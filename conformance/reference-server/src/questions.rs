//! What the server has asked the client and not been answered yet.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use mcp_model::{ErrorObject, JsonObject, RequestId};
use tokio::sync::oneshot;

/// What the client answered.
pub(crate) type Outcome = Result<JsonObject, ErrorObject>;

/// The open questions of one session.
#[derive(Default)]
pub(crate) struct Questions(Mutex<State>);

#[derive(Default)]
struct State {
    asked: i64,
    open: HashMap<RequestId, oneshot::Sender<Outcome>>,
    closed: bool,
}

impl Questions {
    /// Registers a question under an id of its own; the answer will come through the receiver.
    pub(crate) fn ask(&self) -> (RequestId, oneshot::Receiver<Outcome>) {
        let (sender, receiver) = oneshot::channel();
        let mut state = self.state();
        state.asked += 1;
        let id = RequestId::from(state.asked);
        if !state.closed {
            state.open.insert(id.clone(), sender);
        }
        (id, receiver)
    }

    /// Hands an answer to whoever waits for it. One that nobody waits for, or waits for any more, is dropped.
    pub(crate) fn answered(&self, id: &RequestId, outcome: Outcome) {
        let waiting = self.state().open.remove(id);
        let _gone = waiting.map(|waiting| waiting.send(outcome));
    }

    /// Stops waiting; true if the question was still open.
    pub(crate) fn forget(&self, id: &RequestId) -> bool {
        self.state().open.remove(id).is_some()
    }

    /// Nobody will answer any more: whoever waits, waits in vain.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.open.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
