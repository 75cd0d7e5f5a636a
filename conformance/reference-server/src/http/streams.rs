//! The streams of one session, and which message goes to which of them.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#multiple-connections>

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use mcp_model::RequestId;

use super::{
    event_log::{EventLog, Next},
    reader::Reader,
};
use crate::{About, Outgoing};

/// How many streams that nobody reads any more are kept for clients that come back.
const RETIRED: usize = 32;

/// The streams of one session.
#[derive(Default)]
pub(super) struct Streams(Mutex<State>);

#[derive(Default)]
struct State {
    streams: HashMap<u64, Stream>,
    opened: u64,
    turns: u64,
    by_request: HashMap<RequestId, u64>,
    /// Those that listen, the newest last.
    listening: Vec<u64>,
    retired: VecDeque<u64>,
    over: bool,
}

#[derive(Default)]
struct Stream {
    log: EventLog,
    /// How many requests it has still to answer.
    unanswered: usize,
    /// Whose turn it is to read.
    reader: Option<u64>,
    was_read: bool,
}

impl Streams {
    /// Opens the stream of these requests, unless one of them has an id that is in use.
    pub(super) fn open(self: &Arc<Self>, requests: &[RequestId]) -> Option<Reader> {
        let mut state = self.state();
        let number = state.opened + 1;
        for (at, id) in requests.iter().enumerate() {
            if state.by_request.contains_key(id) || requests[..at].contains(id) {
                return None;
            }
        }
        state.by_request.extend(requests.iter().map(|id| (id.clone(), number)));
        state.add(Stream { unanswered: requests.len(), ..Stream::default() });
        self.attach(&mut state, number, 0)
    }

    /// Opens a stream for what belongs to no request. The first also brings what was said before it was opened.
    pub(super) fn listen(self: &Arc<Self>) -> Option<Reader> {
        let mut state = self.state();
        let number = match state.newest_listening() {
            number if state.streams.get(&number).is_some_and(|stream| !stream.was_read) => number,
            _ => state.add_listening(),
        };
        self.attach(&mut state, number, 0)
    }

    /// Goes on with a stream after that message, in place of whoever reads it now.
    pub(super) fn resume(self: &Arc<Self>, number: u64, after: u64) -> Option<Reader> {
        let mut state = self.state();
        let known = state.streams.get(&number).is_some_and(|stream| after <= stream.log.newest());
        known.then(|| self.attach(&mut state, number, after)).flatten()
    }

    fn attach(self: &Arc<Self>, state: &mut State, number: u64, after: u64) -> Option<Reader> {
        state.turns += 1;
        let turn = state.turns;
        let stream = state.streams.get_mut(&number)?;
        (stream.reader, stream.was_read) = (Some(turn), true);
        let changed = Arc::clone(&stream.log.changed);
        changed.notify_waiters();
        Some(Reader { streams: Arc::clone(self), number, turn, last: after, changed })
    }

    /// What a reader gets after that message.
    pub(super) fn after(&self, number: u64, turn: u64, last: u64) -> Next {
        let state = self.state();
        let stream = state.streams.get(&number).filter(|stream| stream.reader == Some(turn));
        stream.map_or(Next::End, |stream| stream.log.after(last))
    }

    /// A reader has gone.
    pub(super) fn leave(&self, number: u64, turn: u64) {
        let mut state = self.state();
        if let Some(stream) = state.streams.get_mut(&number).filter(|stream| stream.reader == Some(turn)) {
            stream.reader = None;
            state.retire(number);
        }
    }

    /// Puts a message on the one stream that it belongs to.
    pub(super) fn deliver(&self, message: &Outgoing) {
        let mut state = self.state();
        match &message.about {
            About::Answer(id) => state.answer(id, Some(&message.text)),
            About::Request(id) => {
                let own = state.by_request.get(id).copied();
                let number = own.unwrap_or_else(|| state.newest_listening());
                state.push(number, &message.text);
            }
            About::Break(id) => state.let_go(id),
            About::Session => {
                let number = state.newest_listening();
                state.push(number, &message.text);
            }
        }
    }

    /// The request was cancelled: no answer will come.
    pub(super) fn cancel(&self, id: &RequestId) {
        self.state().answer(id, None);
    }

    /// Ends every stream.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.over = true;
        for stream in state.streams.values_mut() {
            stream.log.end();
        }
    }

    /// Whether the session has ended.
    pub(super) fn are_over(&self) -> bool {
        self.state().over
    }

    /// Whether somebody reads one of the streams.
    pub(super) fn are_read(&self) -> bool {
        self.state().streams.values().any(|stream| stream.reader.is_some())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, mut stream: Stream) -> u64 {
        self.opened += 1;
        if self.over {
            stream.log.end();
        }
        self.streams.insert(self.opened, stream);
        self.opened
    }

    fn add_listening(&mut self) -> u64 {
        let former = self.listening.last().copied();
        let number = self.add(Stream::default());
        self.listening.push(number);
        if let Some(former) = former {
            self.retire(former);
        }
        number
    }

    /// The newest stream that listens and is read; if none is, the newest.
    fn newest_listening(&mut self) -> u64 {
        let is_read = |number: &&u64| self.streams.get(number).is_some_and(|stream| stream.reader.is_some());
        let read = self.listening.iter().rev().find(is_read).or(self.listening.last()).copied();
        read.unwrap_or_else(|| self.add_listening())
    }

    fn push(&mut self, number: u64, text: &str) {
        if let Some(stream) = self.streams.get_mut(&number) {
            stream.log.push(text);
        }
    }

    /// Ends the connection that reads the request's stream, which goes on.
    fn let_go(&mut self, id: &RequestId) {
        let stream = self.by_request.get(id).and_then(|number| self.streams.get_mut(number));
        if let Some(stream) = stream {
            stream.reader = None;
            stream.log.changed.notify_waiters();
        }
    }

    /// A request is done with, and its stream too if that was the last one.
    fn answer(&mut self, id: &RequestId, text: Option<&str>) {
        let Some(number) = self.by_request.remove(id) else { return };
        let Some(stream) = self.streams.get_mut(&number) else { return };
        text.inspect(|text| stream.log.push(text));
        stream.unanswered -= 1;
        if stream.unanswered == 0 {
            stream.log.end();
            self.retire(number);
        }
    }

    /// Lets the oldest streams go, after one may have become idle.
    fn retire(&mut self, number: u64) {
        if self.is_idle(number) && !self.retired.contains(&number) {
            self.retired.push_back(number);
        }
        while self.retired.len() > RETIRED {
            let Some(oldest) = self.retired.pop_front().filter(|&oldest| self.is_idle(oldest)) else { continue };
            self.streams.remove(&oldest);
            self.listening.retain(|&number| number != oldest);
        }
    }

    /// Whether nobody reads the stream and nothing more will come on it.
    fn is_idle(&self, number: u64) -> bool {
        let replaced = self.listening.contains(&number) && self.listening.last() != Some(&number);
        let unread = |stream: &Stream| stream.reader.is_none() && (stream.log.has_ended() || replaced);
        self.streams.get(&number).is_some_and(unread)
    }
}
