//! The suite: runs the scripts against a server, and gives back what was recorded.

mod could_not_run;
mod options;
mod target;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use tokio::io::DuplexStream;

pub use crate::scripts::calls::Planned;
pub use crate::wire::command::Command;
pub use crate::wire::limits::Limits;
pub use could_not_run::{CouldNotRun, Obstacle};
pub use options::{Calls, Options, Patience};

use crate::report::{Recording, Report};
use crate::revision::Revision;
use crate::rules;
use crate::scripts::session::{Answer, Session};
use crate::scripts::{self, Script};
use crate::transcript::{Client, Recorder, Secrets};
use crate::wire::Farewell;
use crate::wire::limits::Budget;
use target::Target;

/// The suite against one server.
///
/// ```
/// # use mcp_conformance::suite::{Command, Suite};
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let run = Suite::command(Command::new("no-such-server", ["--stdio"])).run().await;
/// assert!(run.unwrap_err().to_string().starts_with("could not start `no-such-server --stdio`"));
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Suite {
    target: Target,
    options: Options,
}

/// What a run of the suite recorded.
#[derive(Debug)]
pub struct Run {
    /// What was recorded.
    pub recording: Recording,
    /// What kept a part of the suite from its end, in sentences for people: a deadline, a server that hung.
    pub notes: Vec<String>,
}

impl Run {
    /// Every rule's verdict.
    pub fn report(&self) -> Report {
        Report::new(rules::all(), std::slice::from_ref(&self.recording))
    }
}

impl Suite {
    /// Against a server that a command starts and that speaks on its standard input and output.
    pub fn command(command: Command) -> Self {
        Self { target: Target::Command(command), options: Options::default() }
    }

    /// Against a server in this process: `serve` is called once for each connection, with the server's end of a pipe that
    /// carries lines as stdio does, and serves it to its end.
    pub fn in_process<F, S>(serve: F) -> Self
    where
        F: Fn(DuplexStream) -> S + Send + Sync + 'static,
        S: Future<Output = ()> + Send + 'static,
    {
        Self { target: Target::in_process(serve), options: Options::default() }
    }

    /// With other options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Which of the server's tools a run would call, with what arguments, and why not the others. Calls none.
    ///
    /// # Errors
    /// As [`Suite::run`].
    pub async fn plan(&self) -> Result<Vec<Planned>, CouldNotRun> {
        let stage = Stage::new(self);
        stage.plan().await.map_err(|obstacle| stage.could_not(obstacle))
    }

    /// Runs every script.
    ///
    /// # Errors
    /// The server cannot be started, or does not answer to `initialize` in a way that anything could be judged by.
    pub async fn run(&self) -> Result<Run, CouldNotRun> {
        let stage = Stage::new(self);
        match tokio::time::timeout(self.options.deadline, stage.play()).await {
            Ok(Ok(notes)) => Ok(stage.run(&notes)),
            Ok(Err(obstacle)) => Err(stage.could_not(obstacle)),
            Err(_) if stage.greeted.load(Ordering::Relaxed) => {
                let note = format!("the run was cut short after {} s", self.options.deadline.as_secs());
                Ok(stage.run(&[note]))
            }
            Err(_) => Err(stage.could_not(Obstacle::Deadline(self.options.deadline))),
        }
    }
}

/// One run.
struct Stage<'s> {
    suite: &'s Suite,
    recorder: Recorder,
    secrets: Secrets,
    budget: Budget,
    greeted: AtomicBool,
    /// Whether the server was seen to stay after the end of its input: no second connection waits for that.
    stays: AtomicBool,
}

impl<'s> Stage<'s> {
    fn new(suite: &'s Suite) -> Self {
        let secrets = Secrets::new(suite.target.secrets());
        let recorder = Recorder::new(Client::Suite, secrets.clone());
        let budget = Budget::new(suite.options.limits);
        Self { suite, recorder, secrets, budget, greeted: AtomicBool::new(false), stays: AtomicBool::new(false) }
    }

    fn run(&self, notes: &[String]) -> Run {
        let recording = Recording { name: "run".to_owned(), transcript: self.recorder.transcript() };
        Run { recording, notes: notes.iter().map(|note| self.secrets.redact(note)).collect() }
    }

    fn could_not(&self, obstacle: Obstacle) -> CouldNotRun {
        CouldNotRun::new(obstacle, &self.secrets, self.recorder.transcript())
    }

    /// The shared connection first, and beside it, once it is greeted, those that need one of their own.
    async fn play(&self) -> Result<Vec<String>, Obstacle> {
        let first = self.greet().await?;
        self.greeted.store(true, Ordering::Relaxed);
        let alone = stream::iter(scripts::ALL.iter().filter(|script| script.alone))
            .map(|script| self.alone(script))
            .buffered(self.suite.options.parallel.max(1))
            .filter_map(std::future::ready)
            .collect::<Vec<_>>();
        let (mut notes, more) = tokio::join!(self.shared(first), alone);
        notes.extend(more);
        Ok(notes)
    }

    async fn plan(&self) -> Result<Vec<Planned>, Obstacle> {
        let mut session = self.greet().await?;
        let listed =
            scripts::list(&mut session).await.map_err(|gone| Obstacle::Silent(gone.to_string(), String::new()));
        let plan = scripts::calls::plan(&session.server.tools, &session.options);
        session.close(HASTY).await;
        listed.map(|()| plan)
    }

    /// The first connection: here it shows whether there is anything to judge.
    async fn greet(&self) -> Result<Session, Obstacle> {
        let mut session = self.open().map_err(|error| Obstacle::Start(self.suite.target.to_string(), error))?;
        let revision = self.suite.options.revision.as_str();
        session.capabilities = scripts::capabilities();
        let refused = match session.initialize(revision).await {
            Ok(Answer::Result(_)) => match session.server.revision() {
                Some(revision) if revision.parse::<Revision>().is_err() => Obstacle::Revision(revision.to_owned()),
                _ => match session.initialized().await {
                    Ok(()) => return Ok(session),
                    Err(gone) => Obstacle::Silent(gone.to_string(), session.last_words().await),
                },
            },
            Ok(Answer::Error(error)) => Obstacle::Refused(error.to_string()),
            Ok(Answer::Nothing) => Obstacle::Silent("no answer came".to_owned(), session.last_words().await),
            Err(gone) => Obstacle::Silent(gone.to_string(), session.last_words().await),
        };
        session.close(HASTY).await;
        Err(refused)
    }

    async fn shared(&self, mut session: Session) -> Vec<String> {
        let mut notes = Vec::new();
        for script in scripts::ALL.iter().filter(|script| !script.alone) {
            if let Err(gone) = (script.talk)(&mut session).await {
                notes.push(script.note(&gone));
                break;
            }
        }
        let farewell = if notes.is_empty() { self.farewell() } else { HASTY };
        self.close(session, farewell).await;
        notes
    }

    async fn alone(&self, script: &Script) -> Option<String> {
        let mut session = match self.open() {
            Ok(session) => session,
            Err(error) => return Some(script.note(&format!("could not start the server again: {error}"))),
        };
        let gone = (script.talk)(&mut session).await.err();
        let farewell = if gone.is_none() { self.farewell() } else { HASTY };
        self.close(session, farewell).await;
        gone.map(|gone| script.note(&gone))
    }

    fn open(&self) -> std::io::Result<Session> {
        let wire = self.suite.target.open(&self.recorder, &self.budget)?;
        Ok(Session::new(wire, self.suite.options.clone()))
    }

    async fn close(&self, session: Session, farewell: Farewell) {
        let ended = session.close(farewell).await;
        if !ended && farewell.tells {
            self.stays.store(true, Ordering::Relaxed);
        }
    }

    fn farewell(&self) -> Farewell {
        if self.stays.load(Ordering::Relaxed) {
            return HASTY;
        }
        let Patience { exit, term, .. } = self.suite.options.patience;
        Farewell { after_input: exit, after_term: term, tells: true }
    }
}

/// The end of a connection of which nothing more is to be learnt.
const HASTY: Farewell =
    Farewell { after_input: Duration::from_millis(300), after_term: Duration::from_millis(700), tells: false };
