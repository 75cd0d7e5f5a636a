//! What a server said while a call was under way.

use std::time::Duration;

use serde_json::Value;

use super::Session;
use crate::scripts::own_tasks;
use crate::scripts::replies::{self, Manner, Question};
use crate::scripts::server::Server;
use crate::transcript::Id;
use crate::wire::Gone;

/// What came beside the answer of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The methods that the server asked for.
    pub(crate) asked: Vec<String>,
    /// The requests that it took back.
    pub(crate) took_back: usize,
    /// The levels of its log messages.
    pub(crate) levels: Vec<String>,
}

/// A tool that was called, and what came beside its answer.
#[derive(Debug, Clone)]
pub(crate) struct Tried {
    /// The name.
    pub(crate) name: Value,
    /// The arguments.
    pub(crate) arguments: Value,
    /// What came.
    pub(crate) heard: Heard,
}

/// A call, and how long its answer took.
#[derive(Debug, Clone)]
pub(crate) struct Lasting {
    /// What was called with what.
    pub(crate) params: Value,
    /// How long the answer took.
    pub(crate) time: Duration,
}

/// What one connection has found out about a server, for another one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    server: Server,
    tried: Vec<Tried>,
}

impl Known {
    /// Whether a call made the server ask something.
    pub(crate) fn asks(&self) -> bool {
        self.tried.iter().any(Tried::asked)
    }
}

impl Tried {
    /// Whether the call made the server ask something.
    pub(crate) fn asked(&self) -> bool {
        !self.heard.asked.is_empty()
    }
}

impl Session {
    /// What is known so far.
    pub(crate) fn known(&self) -> Known {
        Known { server: self.server.clone(), tried: self.tried.clone() }
    }

    /// Begins with what another connection has found out.
    pub(crate) fn learn(&mut self, known: Known) {
        self.server = known.server;
        self.tried = known.tried;
    }

    /// Keeps a call during which the server said something.
    pub(super) fn remember_call(&mut self, params: &Value, time: Duration, heard: Heard) {
        let is_plain = heard.asked.is_empty() && params.get("task").is_none();
        if is_plain && self.longest.as_ref().is_none_or(|longest| longest.time < time) {
            self.longest = Some(Lasting { params: params.clone(), time });
        }
        let known = |tried: &Tried| tried.name == params["name"] && tried.arguments == params["arguments"];
        if heard != Heard::default() && !self.tried.iter().any(known) {
            let (name, arguments) = (params["name"].clone(), params["arguments"].clone());
            self.tried.push(Tried { name, arguments, heard });
        }
    }

    /// Answers what the server asks, or keeps it for later.
    pub(super) async fn reply(&mut self, question: Question) -> Result<(), Gone> {
        self.hear(|heard| heard.asked.push(question.method.clone()));
        if self.manner == Manner::Waits {
            self.waiting.push(question);
            return Ok(());
        }
        let reply = self.answer_to(&question);
        match &mut self.held {
            Some(held) if own_tasks::task_of(&question.params).is_some() => held.push(reply),
            _ => self.line(&reply).await?,
        }
        Ok(())
    }

    fn answer_to(&mut self, question: &Question) -> String {
        replies::to(question, &self.capabilities, self.manner, &mut self.tasks)
    }

    /// Notes what the server tells.
    pub(super) fn note(&mut self, method: &str, params: &Value) {
        match method {
            "notifications/message" => {
                self.hear(|heard| heard.levels.extend(params["level"].as_str().map(str::to_owned)));
            }
            "notifications/cancelled" => self.hear(|heard| heard.took_back += 1),
            _ => {}
        }
    }

    /// What comes while a call is left alone may belong to it or to another one.
    fn hear(&mut self, note: impl Fn(&mut Heard)) {
        note(&mut self.heard);
        if let Some(slow) = &mut self.slow {
            note(&mut slow.heard);
        }
    }

    /// From here on the server waits for answers.
    pub(crate) fn begin_to_wait(&mut self) {
        self.manner = Manner::Waits;
        self.heard = Heard::default();
    }

    /// Whether the request with that id, a JSON text, was answered.
    pub(crate) fn has_answered(&self, id: &str) -> bool {
        Id::new(id).is_some_and(|id| self.answered.contains(&id))
    }

    /// Answers what was kept, and what comes from here on.
    pub(crate) async fn reply_late(&mut self) -> Result<(), Gone> {
        self.manner = Manner::Plain;
        for question in std::mem::take(&mut self.waiting) {
            let reply = self.answer_to(&question);
            self.line(&reply).await?;
        }
        Ok(())
    }
}
