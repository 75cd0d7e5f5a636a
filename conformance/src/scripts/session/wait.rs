//! Waiting for answers.

use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::{Answer, Session};
use crate::scripts::replies::Question;
use crate::transcript::{Id, Kind, Message, Party, Text};
use crate::wire::{Gone, Incoming, Outcome};

/// What a session saw while it waited.
enum Seen {
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
        self.wire.silence(patience);
        self.silences += 1;
        if self.silences > 1 || method == "ping" || method == "initialize" {
            return Err(Gone(format!("no answer to `{method}` for {} s", patience.as_secs_f32())));
        }
        Ok(answer)
    }

    /// Waits for the answer with that id, and answers what the server asks meanwhile. A server that only accepts a request
    /// may answer it on another stream; after it has not done so once, nobody waits for that again.
    pub(super) async fn answer(&mut self, id: &str, sent: u64, patience: Duration) -> Result<Answer, Gone> {
        let (id, mut until) = (Id::new(id), Instant::now() + patience);
        let (mut unaddressed, mut accepted) = (None, None);
        while let Some(seen) = self.next(until).await? {
            match seen {
                Seen::Answer(answered, answer) if answered.is_some() && answered == id => return Ok(answer),
                Seen::Answer(None, answer) => unaddressed = Some(answer),
                Seen::Done(done, Outcome::Status(202, _)) if done == sent && !self.is_deserted => {
                    accepted = Some(Outcome::Status(202, None));
                    until = until.min(Instant::now() + self.options.patience.quiet);
                }
                Seen::Done(done, outcome) if done == sent => return never(outcome, unaddressed),
                // What should be the first answer came as something else: the right one will not follow.
                Seen::Garbled if self.answered.is_empty() => {
                    until = until.min(Instant::now() + self.options.patience.call);
                }
                _ => {}
            }
        }
        self.is_deserted |= accepted.is_some();
        accepted.map_or(Ok(Answer::Nothing), |outcome| never(outcome, unaddressed))
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
    async fn next(&mut self, until: Instant) -> Result<Option<Seen>, Gone> {
        match timeout_at(until, self.wire.receive()).await {
            Ok(Some(Incoming::Text { seq, text })) => self.see(seq, text).await.map(Some),
            Ok(Some(Incoming::Done { sent, outcome })) => Ok(Some(Seen::Done(sent, outcome))),
            Ok(None) => Err(Gone("the server closed the connection".to_owned())),
            Err(_) => Ok(None),
        }
    }

    async fn see(&mut self, seq: u64, text: Text) -> Result<Seen, Gone> {
        let message = Message::read(seq, Duration::ZERO, None, Party::Server, text);
        Ok(match message.kind {
            Kind::Result { id: Some(id) } | Kind::Error { id: Some(id) } if !self.wanted.contains(&id) => Seen::Garbled,
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
        self.answered.extend(id.clone());
        Seen::Answer(id, answer)
    }
}

/// What an exchange that ended without an answer means; an error without an id, where one came, is meant as the answer.
fn never(outcome: Outcome, unaddressed: Option<Answer>) -> Result<Answer, Gone> {
    match outcome {
        Outcome::Failed(why) => Err(Gone(why)),
        Outcome::Status(401 | 403, _) => Ok(Answer::Never(outcome)),
        outcome @ Outcome::Status(..) => Ok(unaddressed.unwrap_or(Answer::Never(outcome))),
    }
}
