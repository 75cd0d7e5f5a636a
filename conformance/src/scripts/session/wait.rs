//! Waiting for answers.

use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::{Answer, Session};
use crate::scripts::replies::Question;
use crate::transcript::{Id, Kind, Message, Party, Text};
use crate::wire::{Gone, Incoming, Outcome};

/// What a session saw while it waited.
pub(super) enum Seen {
    /// A response.
    Answer(Option<Id>, Answer),
    /// The end of an HTTP exchange.
    Done(u64, Outcome),
    /// Something of the protocol that is no message.
    Garbled,
    /// Something else.
    Other,
}

impl Session {
    /// Asks, and waits. One unanswered request may be the server's choice; a second one, or a ping, tells that it hangs.
    pub(super) async fn ask(
        &mut self,
        id: &str,
        method: &str,
        params: Option<Value>,
        patience: Duration,
    ) -> Result<Answer, Gone> {
        let start = Instant::now();
        let sent = self.send_request(id, method, params).await?;
        let answer = self.answer(id, sent, patience).await?;
        if answer != Answer::Nothing {
            self.silences = 0;
            if method != "initialize" {
                self.slowest = self.slowest.max(start.elapsed());
            }
            return Ok(answer);
        }
        let waited = start.elapsed().min(patience);
        self.wire.silence(waited);
        self.silences += 1;
        if self.silences > 1 || method == "ping" || method == "initialize" {
            return Err(Gone(format!("no answer to `{method}` for {} s", seconds(waited))));
        }
        Ok(answer)
    }

    /// Waits for the answer with that id, and answers what the server asks meanwhile.
    pub(super) async fn answer(&mut self, id: &str, sent: u64, patience: Duration) -> Result<Answer, Gone> {
        let mut waiting = Waiting::new(id, sent, patience);
        while let Some(seen) = self.next(waiting.until).await? {
            waiting.until = waiting.until.min(Instant::now() + self.rest(&seen, patience));
            if let Some(answer) = waiting.see(seen, self.hope()) {
                return answer;
            }
        }
        self.give_up(&waiting)
    }

    /// How much longer the first answer is waited for, once something came: whoever speaks has started; and where it came as
    /// something else, the right one will not follow.
    fn rest(&self, seen: &Seen, patience: Duration) -> Duration {
        match seen {
            Seen::Garbled if self.answered.is_empty() => self.options.patience.call.min(patience),
            _ => self.options.patience.answer.min(patience),
        }
    }

    /// How long a request that was only accepted is waited for. A server that only accepts a request may answer it on another
    /// stream; after it has not done so once, nobody waits for that again.
    pub(super) fn hope(&self) -> Option<Duration> {
        (!self.is_deserted).then_some(self.options.patience.quiet)
    }

    /// What came of the request once there is no more time to wait.
    pub(super) fn give_up(&mut self, waiting: &Waiting) -> Result<Answer, Gone> {
        self.is_deserted |= waiting.is_accepted();
        waiting.end()
    }

    /// Answers what the server asks for that long.
    pub(crate) async fn answer_for(&mut self, time: Duration) -> Result<(), Gone> {
        let until = Instant::now() + time;
        while self.next(until).await?.is_some() {}
        Ok(())
    }

    /// Waits until something is so, or the time is over.
    pub(crate) async fn until(&mut self, time: Duration, is_so: impl Fn(&Self) -> bool) -> Result<(), Gone> {
        let until = Instant::now() + time;
        while !is_so(self) && self.next(until).await?.is_some() {}
        Ok(())
    }

    /// The next thing that comes; none once the time is over.
    pub(super) async fn next(&mut self, until: Instant) -> Result<Option<Seen>, Gone> {
        let seen = match timeout_at(until, self.wire.receive()).await {
            Ok(Some(Incoming::Text { seq, text })) => self.see(seq, text).await?,
            Ok(Some(Incoming::Done { sent, outcome })) => Seen::Done(sent, outcome),
            Ok(None) => return Err(Gone("the server closed the connection".to_owned())),
            Err(_) => return Ok(None),
        };
        self.open.see(&seen);
        Ok(Some(seen))
    }

    async fn see(&mut self, seq: u64, text: Text) -> Result<Seen, Gone> {
        let message = Message::read(seq, Duration::ZERO, None, Party::Server, text);
        Ok(match message.kind {
            Kind::Result { id: Some(id) } | Kind::Error { id: Some(id) } if !self.asked.contains(&id) => Seen::Garbled,
            Kind::Result { id } => self.answered(id, Answer::Result(message.value["result"].clone())),
            Kind::Error { id } => self.answered(id, Answer::Error(message.value["error"].clone())),
            Kind::Request { id: Some(asked), method } => {
                let (id, params) = (asked.text().to_owned(), message.value["params"].clone());
                self.reply(Question { id, method, params }).await?;
                Seen::Other
            }
            Kind::Notification { method } => {
                self.note(&method, &message.value["params"]);
                Seen::Other
            }
            _ if message.text.lossy().contains("\"jsonrpc\"") => Seen::Garbled,
            _ => Seen::Other,
        })
    }
}

impl Session {
    fn answered(&mut self, id: Option<Id>, answer: Answer) -> Seen {
        if let Some(id) = &id {
            self.answered.push(id.clone());
            self.came_late(id);
        }
        Seen::Answer(id, answer)
    }
}

/// A request that waits for its answer.
pub(super) struct Waiting {
    id: Option<Id>,
    sent: u64,
    /// When there is no more time.
    pub(super) until: Instant,
    unaddressed: Option<Answer>,
    accepted: Option<Outcome>,
}

impl Waiting {
    pub(super) fn new(id: &str, sent: u64, patience: Duration) -> Self {
        Self { id: Id::new(id), sent, until: Instant::now() + patience, unaddressed: None, accepted: None }
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.accepted.is_some()
    }

    /// What came of it, if this decides that.
    pub(super) fn see(&mut self, seen: Seen, hope: Option<Duration>) -> Option<Result<Answer, Gone>> {
        match (seen, hope) {
            (Seen::Answer(id, answer), _) if id.is_some() && id == self.id => return Some(Ok(answer)),
            (Seen::Answer(None, answer), _) => self.unaddressed = Some(answer),
            (Seen::Done(done, Outcome::Status(202, _)), Some(hope)) if done == self.sent => {
                self.accepted = Some(Outcome::Status(202, None));
                self.until = self.until.min(Instant::now() + hope);
            }
            (Seen::Done(done, outcome), _) if done == self.sent => {
                return Some(never(outcome, self.unaddressed.take()));
            }
            _ => {}
        }
        None
    }

    fn end(&self) -> Result<Answer, Gone> {
        let accepted = self.accepted.clone();
        accepted.map_or(Ok(Answer::Nothing), |outcome| never(outcome, self.unaddressed.clone()))
    }
}

/// To a tenth.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10.0).round() / 10.0
}

/// What an exchange that ended without an answer means; an error without an id, where one came, is meant as the answer.
fn never(outcome: Outcome, unaddressed: Option<Answer>) -> Result<Answer, Gone> {
    match outcome {
        Outcome::Failed(why) => Err(Gone(why)),
        Outcome::Status(401 | 403, _) => Ok(Answer::Never(outcome)),
        outcome @ Outcome::Status(..) => Ok(unaddressed.unwrap_or(Answer::Never(outcome))),
    }
}
