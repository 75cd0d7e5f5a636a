//! Calls that take long: a server that answers a ping meanwhile can also be asked for other things.

use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::wait::{Seen, Waiting};
use super::{Answer, Heard, Session};
use crate::transcript::Id;
use crate::wire::Gone;

/// After this, a call is slow.
const SOON: Duration = Duration::from_millis(300);

/// Why it is cancelled.
pub(super) const TOO_LONG: &str = "took longer than this client waits";

/// A call that is under way while the session goes on.
#[derive(Debug)]
pub(super) struct Slow {
    id: String,
    params: Value,
    start: Instant,
    until: Instant,
    pub(super) heard: Heard,
}

/// The other calls of a tool whose first call is under way.
#[derive(Debug)]
pub(crate) struct Left {
    first: String,
    calls: Vec<Value>,
}

impl Session {
    /// Calls a tool, and leaves the call alone where it is slow and the server can do other things meanwhile: then there is no
    /// answer yet. It is cancelled when it takes longer than a call may.
    pub(crate) async fn begin_call(&mut self, params: Value) -> Result<Option<Answer>, Gone> {
        let (id, start) = (self.fresh(), Instant::now());
        self.heard = Heard::default();
        let sent = self.send_request(&id, "tools/call", Some(params.clone())).await?;
        let mut waiting = Waiting::new(&id, sent, self.patience_for_calls());
        let Some(answer) = self.answer_or_pong(&mut waiting).await? else {
            let (until, heard) = (waiting.until, self.heard.clone());
            self.slow = Some(Slow { id, params, start, until, heard });
            return Ok(None);
        };
        if answer == Answer::Nothing {
            self.cancel(&id, TOO_LONG).await?;
        } else {
            self.remember_call(&params, start.elapsed(), self.heard.clone());
        }
        Ok(Some(answer))
    }

    /// The answer; or none, where the answer to a later ping overtook it.
    async fn answer_or_pong(&mut self, waiting: &mut Waiting) -> Result<Option<Answer>, Gone> {
        let (mut until, mut ping) = (Instant::now() + SOON, None);
        loop {
            match self.next(until.min(waiting.until)).await? {
                Some(Seen::Answer(Some(done), _)) if ping.as_ref() == Some(&done) => return Ok(None),
                Some(seen) => {
                    if let Some(answer) = waiting.see(seen, self.hope()) {
                        return answer.map(Some);
                    }
                }
                None if until < waiting.until => {
                    ping = self.ping_beside(waiting).await?;
                    until = waiting.until;
                }
                None => return self.give_up(waiting).map(Some),
            }
        }
    }

    /// Keeps what else is to be called of the tool whose call is left alone.
    pub(crate) fn leave(&mut self, calls: Vec<Value>) {
        if let Some(slow) = &self.slow {
            self.left.push(Left { first: slow.id.clone(), calls });
        }
    }

    /// Makes the other calls of the tools that take long, where the first was answered in time.
    pub(crate) async fn call_what_is_left(&mut self) -> Result<(), Gone> {
        for left in std::mem::take(&mut self.left) {
            self.wait_for_slow().await?;
            for params in left.calls {
                if !self.has_answered(&left.first) || self.call("tools/call", params).await? == Answer::Nothing {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Notes that the call that was left alone is answered.
    pub(super) fn came_late(&mut self, id: &Id) {
        if let Some(slow) = self.slow.take_if(|slow| Id::new(&slow.id).as_ref() == Some(id)) {
            self.remember_call(&slow.params, slow.start.elapsed(), slow.heard);
        }
    }

    /// One call at a time is left alone.
    async fn ping_beside(&mut self, waiting: &Waiting) -> Result<Option<Id>, Gone> {
        if self.slow.is_some() || waiting.is_accepted() {
            return Ok(None);
        }
        let id = self.fresh();
        self.post(&id, "ping", None).await?;
        Ok(Id::new(&id))
    }

    /// Cancels the call that was left alone, once its time is over.
    pub(super) async fn cancel_overdue(&mut self) -> Result<(), Gone> {
        let is_over = |slow: &Slow| slow.until <= Instant::now();
        let Some(slow) = self.slow.take_if(|slow| is_over(slow)) else { return Ok(()) };
        self.watch(SOON);
        self.cancel(&slow.id, TOO_LONG).await
    }

    /// Waits until no call is under way, and a little for what else is not answered yet.
    pub(crate) async fn settle(&mut self) -> Result<(), Gone> {
        self.wait_for_slow().await?;
        if let Some(until) = self.watch.take() {
            self.answer_for(until.saturating_duration_since(Instant::now())).await?;
        }
        self.until(self.options.patience.quiet, |session| session.open.is_empty()).await
    }

    async fn wait_for_slow(&mut self) -> Result<(), Gone> {
        if let Some(slow) = &self.slow {
            let left = slow.until.saturating_duration_since(Instant::now());
            self.until(left, |session| session.slow.is_none()).await?;
        }
        self.cancel_overdue().await
    }

    /// For so long there is something to be seen: the session does not end before.
    pub(crate) fn watch(&mut self, time: Duration) {
        self.watch = self.watch.max(Some(Instant::now() + time));
    }
}
