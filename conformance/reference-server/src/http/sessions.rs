//! The sessions that are under way.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management>

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::conversation::Conversation;

/// How long a session may be left alone before it can end.
const IDLE: Duration = Duration::from_hours(1);

type ById<C> = HashMap<Arc<str>, Arc<Conversation<C>>>;

/// The sessions that are under way, by their ids.
pub(super) struct Sessions<C>(Mutex<ById<C>>);

impl<C: Send + Sync + 'static> Sessions<C> {
    pub(super) fn new() -> Self {
        Self(Mutex::default())
    }

    /// Adds a session, and ends those that were left alone.
    pub(super) fn add(&self, id: Arc<str>, conversation: Arc<Conversation<C>>) {
        let mut all = self.all();
        all.retain(|_, conversation| !conversation.is_idle(IDLE));
        all.insert(id, conversation);
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<Conversation<C>>> {
        let found = self.all().get(id).cloned();
        found.inspect(|conversation| conversation.touch())
    }

    /// Ends a session, and with it its streams; false if there is none.
    pub(super) fn end(&self, id: &str) -> bool {
        let ended = self.all().remove(id);
        ended.inspect(|conversation| conversation.streams.close()).is_some()
    }

    /// Ends every session.
    pub(super) fn end_all(&self) {
        let all = std::mem::take(&mut *self.all());
        for conversation in all.values() {
            conversation.streams.close();
        }
    }

    fn all(&self) -> MutexGuard<'_, ById<C>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
