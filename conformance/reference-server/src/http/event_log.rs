//! What one stream has brought so far, for clients that come back after a break.

use std::{collections::VecDeque, sync::Arc};

use tokio::sync::Notify;

/// How many messages a stream keeps. A client that falls further behind is let go.
const KEPT: usize = 4096;

/// The messages of one stream, numbered from 1, of which the latest are kept.
#[derive(Default)]
pub(super) struct EventLog {
    kept: VecDeque<Arc<str>>,
    forgotten: u64,
    ended: bool,
    /// Told of every message, and of the end.
    pub(super) changed: Arc<Notify>,
}

/// What comes after a message.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    Message(Arc<str>),
    NothingYet,
    End,
}

impl EventLog {
    pub(super) fn push(&mut self, text: &str) {
        if self.kept.len() == KEPT {
            self.kept.pop_front();
            self.forgotten += 1;
        }
        self.kept.push_back(Arc::from(text));
        self.changed.notify_waiters();
    }

    /// Nothing more will come.
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.changed.notify_waiters();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The number of the newest message; 0 before the first.
    pub(super) fn newest(&self) -> u64 {
        self.forgotten + self.kept.len() as u64
    }

    /// What comes after the message of that number.
    pub(super) fn after(&self, number: u64) -> Next {
        let Some(skipped) = number.checked_sub(self.forgotten) else { return Next::End };
        let next = usize::try_from(skipped).ok().and_then(|skipped| self.kept.get(skipped));
        match next {
            Some(text) => Next::Message(Arc::clone(text)),
            None if self.ended => Next::End,
            None => Next::NothingYet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_after_any_message_that_is_kept() {
        let mut log = EventLog::default();
        assert_eq!(log.after(0), Next::NothingYet);
        log.push("a");
        log.push("b");
        assert_eq!(
            (log.newest(), log.after(0), log.after(1)),
            (2, Next::Message("a".into()), Next::Message("b".into()))
        );
        assert_eq!(log.after(2), Next::NothingYet);
        log.end();
        assert_eq!((log.after(1), log.after(2)), (Next::Message("b".into()), Next::End));
    }

    #[test]
    fn lets_go_of_who_falls_behind() {
        let mut log = EventLog::default();
        for at in 0..=KEPT {
            log.push(&at.to_string());
        }
        assert_eq!((log.after(0), log.after(1)), (Next::End, Next::Message("1".into())));
        assert_eq!(log.after(log.newest()), Next::NothingYet);
    }
}
