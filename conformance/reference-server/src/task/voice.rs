//! To whom a task speaks.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#input-required-status>

use std::collections::VecDeque;

use mcp_model::RequestId;

use crate::About;

/// To whom a task speaks: whoever waits for its result, else the session. What it asks waits until somebody waits for its
/// result, because that is where clients come for it.
#[derive(Default)]
pub(super) struct Voice {
    /// The requests that wait for its result, the newest last.
    listeners: Vec<RequestId>,
    waiting: VecDeque<(RequestId, String)>,
}

impl Voice {
    /// Where the next message goes.
    pub(super) fn about(&self) -> About {
        self.listener().unwrap_or(About::Session)
    }

    pub(super) fn listener(&self) -> Option<About> {
        self.listeners.last().cloned().map(About::Request)
    }

    /// Somebody waits for the result; gives what was to be asked by then.
    pub(super) fn listen(&mut self, request: RequestId) -> VecDeque<(RequestId, String)> {
        self.listeners.push(request);
        std::mem::take(&mut self.waiting)
    }

    pub(super) fn leave(&mut self, request: &RequestId) {
        self.listeners.retain(|listener| listener != request);
    }

    /// Keeps a question until somebody listens.
    pub(super) fn keep(&mut self, question: RequestId, text: String) {
        self.waiting.push_back((question, text));
    }

    /// Takes back a question that was never asked; false if it was.
    pub(super) fn take_back(&mut self, question: &RequestId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(waiting, _)| waiting != question);
        self.waiting.len() < before
    }
}
