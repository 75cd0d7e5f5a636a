//! One run of the suite.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{Stream, StreamExt, stream};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::progress::Count;
use super::{CouldNotRun, Obstacle, Patience, Planned, Run, Suite};
use crate::render::excerpt::{cut, printable};
use crate::report::Recording;
use crate::revision::Revision;
use crate::scripts::session::{Answer, Known, Session};
use crate::scripts::{self, Place, Script, calls};
use crate::transcript::{Client, Connection, Recorder, Secrets, What};
use crate::wire::limits::Budget;
use crate::wire::process::Process;
use crate::wire::{Farewell, Outcome};

/// How long it takes to see that a server in this process says nothing.
const BRIEFLY: Duration = Duration::from_millis(20);

/// One run.
pub(super) struct Stage<'s> {
    suite: &'s Suite,
    recorder: Recorder,
    secrets: Secrets,
    budget: Budget,
    /// How long the first answer took, once it came.
    pub(super) greeting: OnceLock<Duration>,
    /// Whether the server was seen to stay after the end of its input: no second connection waits for that.
    stays: AtomicBool,
    /// Whether the server was seen to fall silent: later connections have less patience with it.
    hangs: AtomicBool,
    count: Count,
}

impl<'s> Stage<'s> {
    pub(super) fn new(suite: &'s Suite) -> Self {
        let secrets = Secrets::new(suite.target.secrets());
        let recorder = Recorder::new(Client::Suite, secrets.clone());
        let budget = Budget::new(suite.options.limits);
        let http = suite.target.is_http();
        let of = [Place::Shared, Place::Alone, Place::Later, Place::Harsh]
            .map(|place| scripts::of(http, place).count())
            .iter()
            .sum();
        Self {
            suite,
            recorder,
            secrets,
            budget,
            greeting: OnceLock::new(),
            stays: AtomicBool::new(false),
            hangs: AtomicBool::new(false),
            count: Count::new(&suite.watch, of),
        }
    }

    pub(super) fn run(&self, notes: &[String]) -> Run {
        let recording = Recording { name: "run".to_owned(), transcript: self.recorder.transcript() };
        let limits: BTreeSet<_> = recording.transcript.connections().filter_map(limit).collect();
        let notes = notes.iter().map(|note| self.secrets.redact(note)).chain(limits).collect();
        Run { recording, notes }
    }

    /// A server that does not come as far as the handshake may have said something wrong: then that is the verdict.
    pub(super) fn judged(&self, obstacle: Obstacle) -> Result<Run, CouldNotRun> {
        let could_not = self.could_not(obstacle);
        let run = self.run(&[could_not.to_string()]);
        if could_not.is_told() && run.report().fails(false) { Ok(run) } else { Err(could_not) }
    }

    pub(super) fn could_not(&self, obstacle: Obstacle) -> CouldNotRun {
        CouldNotRun::new(obstacle, &self.secrets, self.recorder.transcript())
    }

    /// The shared connection first, and beside it, once it is greeted, those that need one of their own. Over HTTP a server
    /// that ends over one connection has ended for all of them: what it may end over comes last, and no more after what it
    /// did end over.
    pub(super) async fn play(&self) -> Result<Vec<String>, Obstacle> {
        let start = Instant::now();
        let first = self.greet().await?;
        self.greeting.get_or_init(|| start.elapsed());
        let http = self.suite.target.is_http();
        let beside: &[Place] = if http { &[Place::Alone] } else { &[Place::Alone, Place::Harsh] };
        let (tell, known) = oneshot::channel();
        let (mut notes, more) = tokio::join!(self.shared(first, tell), self.beside(beside, known));
        notes.extend(more);
        for script in scripts::of(http, Place::Guarded).filter(|_| self.suite.target.has_credentials()) {
            self.count.more(1);
            notes.extend(self.alone(script, Known::default()).await);
        }
        for script in scripts::of(http, Place::Harsh).filter(|_| http) {
            if let Some(note) = self.alone(script, Known::default()).await {
                notes.push(note);
                break;
            }
        }
        Ok(notes)
    }

    /// The scripts that have connections of their own, a few at a time; last those that need what the tour finds out.
    async fn beside(&self, places: &[Place], known: oneshot::Receiver<Known>) -> Vec<String> {
        let at_once = places.iter().flat_map(|place| scripts::of(self.suite.target.is_http(), *place));
        let later = stream::once(known).flat_map(|known| stream::iter(known.ok()).flat_map(|known| self.later(known)));
        stream::iter(at_once.map(|script| (script, Known::default())))
            .chain(later)
            .map(|(script, known)| self.alone(script, known))
            .buffered(self.lanes())
            .filter_map(std::future::ready)
            .collect()
            .await
    }

    /// How many connections run at a time beside the shared one: more where that takes no process of its own.
    fn lanes(&self) -> usize {
        let each = if self.suite.target.is_command() { 1 } else { 2 };
        self.suite.options.parallel.max(1) * each
    }

    fn later(&self, known: Known) -> impl Stream<Item = (&'static Script, Known)> {
        let http = self.suite.target.is_http();
        let errands: Vec<_> = scripts::of(http, Place::Errand).filter(|_| known.asks()).collect();
        self.count.more(errands.len());
        let scripts = scripts::of(http, Place::Later).chain(errands);
        stream::iter(scripts.map(move |script| (script, known.clone())))
    }

    /// Starts the server first, where that is asked for, and ends it last.
    pub(super) async fn with_server<T>(&self, work: impl Future<Output = Result<T, Obstacle>>) -> Result<T, Obstacle> {
        let Some((command, host, port)) = self.suite.target.server() else { return work.await };
        let start = |error| Obstacle::Start(command.to_string(), error);
        let mut process = Process::background(command).map_err(start)?;
        let Patience { first, term, .. } = self.suite.options.patience;
        let result = if process.listens(&host, port, first).await {
            match work.await {
                Err(Obstacle::Silent(why, words)) => Err(Obstacle::Silent(why, words + &process.last_words().await)),
                result => result,
            }
        } else {
            let words = process.last_words().await;
            Err(Obstacle::NotListening(command.to_string(), format!("{host}:{port}"), words))
        };
        process.end(term).await;
        result
    }

    pub(super) async fn plan(&self) -> Result<Vec<Planned>, Obstacle> {
        let mut session = self.greet().await?;
        let listed =
            scripts::list(&mut session).await.map_err(|gone| Obstacle::Silent(gone.to_string(), String::new()));
        let plan = scripts::calls::plan(&session.server.tools, &session.options);
        session.close(self.hasty()).await;
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
                _ => {
                    if self.suite.target.is_http() {
                        session.let_in();
                    }
                    // A server that has gone by now has said enough to be judged; the first script finds out.
                    let _ = session.initialized().await;
                    return Ok(session);
                }
            },
            Ok(Answer::Error(error)) => Obstacle::Refused(error.to_string()),
            Ok(Answer::Nothing) => Obstacle::Silent("no answer came".to_owned(), session.last_words().await),
            Ok(Answer::Never(outcome)) => no_answer(outcome),
            Err(gone) => Obstacle::Silent(gone.to_string(), session.last_words().await),
        };
        session.close(self.hasty()).await;
        Err(refused)
    }

    /// Tells what the tour found out, once it is over. Gives back what cut it short.
    async fn shared(&self, mut session: Session, tell: oneshot::Sender<Known>) -> Vec<String> {
        let mut notes = Vec::new();
        let mut tell = Some(tell);
        for script in scripts::of(self.suite.target.is_http(), Place::Shared) {
            self.count.begins(script);
            if let Err(gone) = (script.talk)(&mut session).await {
                notes.push(script.note(&gone));
                break;
            }
            self.count.ended(script);
            if let Some(tell) = tell.take() {
                // The tour is the first; nobody listens where nothing comes later.
                let _ = tell.send(session.known());
            }
        }
        if notes.is_empty() {
            notes.extend(session.settle().await.err().map(|gone| gone.to_string()));
        }
        let unlisted = calls::unlisted(&session.server.tools, &session.options);
        let unlisted: Vec<_> =
            unlisted.map(|name| format!("the server lists no tool `{name}`: it was not called")).collect();
        self.close(session, notes.is_empty()).await;
        notes.extend(unlisted);
        notes
    }

    async fn alone(&self, script: &Script, known: Known) -> Option<String> {
        self.count.begins(script);
        let mut session = match self.open() {
            Ok(session) => session,
            Err(error) => return Some(script.note(&format!("could not start the server again: {error}"))),
        };
        session.learn(known);
        let talked = async {
            (script.talk)(&mut session).await?;
            session.settle().await
        };
        let gone = talked.await.err();
        self.close(session, gone.is_none()).await;
        self.count.ended(script);
        gone.map(|gone| script.note(&gone))
    }

    fn open(&self) -> std::io::Result<Session> {
        let wire = self.suite.target.open(&self.recorder, &self.budget)?;
        let mut options = self.suite.options.clone();
        let patience = &mut options.patience;
        // What runs already answers about as fast as before; what is started anew may meet a busier machine.
        if let Some(greeting) = self.greeting.get().filter(|_| !self.suite.target.is_command()) {
            patience.first = patience.first.min(patience.answer + *greeting * 2);
        }
        if self.suite.target.is_in_process() {
            patience.quiet = patience.quiet.min(BRIEFLY);
        }
        if self.hangs.load(Ordering::Relaxed) {
            patience.answer = patience.answer.min(Duration::from_secs(1));
        }
        Ok(Session::new(wire, options))
    }

    async fn close(&self, session: Session, orderly: bool) {
        if session.is_hung() {
            self.hangs.store(true, Ordering::Relaxed);
        }
        let farewell = if orderly { self.farewell() } else { self.hasty() };
        let ended = session.close(farewell).await;
        if !ended && farewell.tells {
            self.stays.store(true, Ordering::Relaxed);
        }
    }

    fn farewell(&self) -> Farewell {
        if self.stays.load(Ordering::Relaxed) {
            return self.hasty();
        }
        let Patience { exit, term, .. } = self.suite.options.patience;
        // What takes long to start, on a busy machine, may take as long to end.
        let slow = self.greeting.get().map_or(Duration::ZERO, |greeting| *greeting * 2);
        Farewell { after_input: exit.max(slow), after_term: term.max(slow), tells: true }
    }

    /// The end of a connection of which nothing more is to be learnt.
    fn hasty(&self) -> Farewell {
        let Patience { exit, term, .. } = self.suite.options.patience;
        let (after_input, after_term) = (exit.min(Duration::from_millis(300)), term.min(Duration::from_millis(700)));
        Farewell { after_input, after_term, tells: false }
    }
}

/// Which limit of this suite's ended a connection.
fn limit(connection: &Connection) -> Option<String> {
    let why = connection.events().iter().find_map(|event| match &event.what {
        What::CutOff(why) => Some(why),
        _ => None,
    })?;
    Some(format!("stopped listening, for {why}: a limit of this suite's own, which options can raise"))
}

fn no_answer(outcome: Outcome) -> Obstacle {
    match outcome {
        Outcome::Status(status @ (401 | 403), challenge) => {
            let shown = challenge.map(|challenge| format!(", challenge `{}`", cut(&printable(&challenge))));
            Obstacle::Authentication(status, shown.unwrap_or_default())
        }
        Outcome::Status(status, _) => Obstacle::Status(status),
        Outcome::Failed(why) => Obstacle::Silent(why, String::new()),
    }
}
