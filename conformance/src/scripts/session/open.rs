//! The requests that nothing has come of yet.

use super::wait::Seen;
use crate::transcript::Id;

/// The requests that nothing has come of yet, each with the number that sending gave.
#[derive(Debug, Default)]
pub(super) struct Open(Vec<(u64, Id)>);

impl Open {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn sent(&mut self, sent: u64, id: &str) {
        self.0.extend(Id::new(id).map(|id| (sent, id)));
    }

    /// Nobody waits for the answer to what was cancelled.
    pub(super) fn cancelled(&mut self, id: &str) {
        let id = Id::new(id);
        self.0.retain(|(_, open)| Some(open) != id.as_ref());
    }

    pub(super) fn see(&mut self, seen: &Seen) {
        match seen {
            Seen::Answer(Some(id), _) => self.0.retain(|(_, open)| open != id),
            Seen::Done(done, _) => self.0.retain(|(sent, _)| sent != done),
            _ => {}
        }
    }
}
