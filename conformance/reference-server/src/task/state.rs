//! Where a task stands, and where it may go from there.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-lifecycle>

use std::time::SystemTime;

use mcp_model::TaskStatus;

use super::Ending;

/// Where a task stands.
#[derive(Debug)]
pub(super) struct State {
    pub(super) status: TaskStatus,
    pub(super) updated: SystemTime,
    pub(super) ending: Option<Ending>,
    /// How many questions the client has not answered.
    open: usize,
}

impl State {
    pub(super) fn new(now: SystemTime) -> Self {
        Self { status: TaskStatus::Working, updated: now, ending: None, open: 0 }
    }

    /// The client is asked something; true if that changes the status.
    pub(super) fn asked(&mut self) -> bool {
        self.open += 1;
        self.go(TaskStatus::InputRequired)
    }

    /// It is not asked that any more; true if that changes the status.
    pub(super) fn answered(&mut self) -> bool {
        self.open = self.open.saturating_sub(1);
        self.open == 0 && self.go(TaskStatus::Working)
    }

    /// The work has ended; false if the task was over before.
    pub(super) fn end(&mut self, ending: Ending) -> bool {
        let status = ending.status;
        let is_first = self.ending.is_none();
        if is_first {
            self.ending = Some(ending);
            self.set(status);
        }
        is_first
    }

    fn go(&mut self, status: TaskStatus) -> bool {
        let changes = self.ending.is_none() && self.status != status;
        if changes {
            self.set(status);
        }
        changes
    }

    fn set(&mut self, status: TaskStatus) {
        self.status = status;
        self.updated = SystemTime::now().max(self.updated);
    }
}

#[cfg(test)]
mod tests {
    use mcp_model::{CallToolResult, TextContent};

    use super::*;

    #[test]
    fn the_last_answer_lets_it_go_on() {
        let mut state = State::new(SystemTime::now());
        assert_eq!((state.asked(), state.asked()), (true, false));
        assert_eq!(state.status, TaskStatus::InputRequired);
        assert_eq!((state.answered(), state.answered()), (false, true));
        assert_eq!(state.status, TaskStatus::Working);
    }

    #[test]
    fn nothing_follows_the_end() {
        let mut state = State::new(SystemTime::now());
        let done = Ending::of(Ok(CallToolResult::new([TextContent::new("done")])));
        let gone = Ending::failed(crate::protocol_error::internal());
        assert!(state.end(done) && !state.end(gone) && !state.asked() && !state.answered());
        assert_eq!(state.status, TaskStatus::Completed);
    }
}
