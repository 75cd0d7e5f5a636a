//! What a run found, as a value; renderers turn it into bytes.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::judge::{Opinion, Verdict, opinion};
use crate::render::excerpt;
use crate::rule::{Level, Rule};
use crate::transcript::{Connection, Party, Transcript, Transport};

/// A recording with the name that evidence uses for it.
#[derive(Debug)]
pub struct Recording {
    /// A file name, or `run`.
    pub name: String,
    /// What was recorded.
    pub transcript: Transcript,
}

/// What a run, or a set of recordings, showed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Report {
    /// This program.
    pub tool: Tool,
    /// The server that was judged.
    pub server: Server,
    /// Counts.
    pub summary: Summary,
    /// Every must and should rule of the suite, whatever its verdict.
    pub rules: Vec<Judged>,
    /// What nothing names but hurts.
    pub robustness: Vec<Judged>,
    /// What kept a part of the run from its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Entries of the baseline that are true no more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

/// A program and its version.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// What the handshake says of the server.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Server {
    /// `serverInfo.name`.
    pub name: Option<String>,
    /// `serverInfo.version`.
    pub version: Option<String>,
    /// The negotiated revision.
    pub revision: Option<String>,
    /// How it was reached.
    pub transport: Option<&'static str>,
}

/// Counts over all rules, robustness included in `robustness` only.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Summary {
    /// Rules held.
    pub held: usize,
    /// Musts broken.
    pub broken: usize,
    /// Shoulds broken.
    pub advice: usize,
    /// Robustness rules broken.
    pub robustness: usize,
    /// Rules broken that the baseline accepts; they are in none of the counts above.
    pub accepted: usize,
    /// Rules whose occasion never came.
    pub not_exercised: usize,
    /// Rules about something else.
    pub not_applicable: usize,
    /// Requirements of the catalogue that had an occasion.
    pub requirements: usize,
}

/// A rule with its verdict.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Judged {
    /// The rule's id.
    pub id: &'static str,
    /// The claim, in a sentence.
    pub title: &'static str,
    /// How binding it is.
    pub level: Level,
    /// Whom it binds.
    pub binds: Party,
    /// The verdict.
    pub verdict: Verdict,
    /// What is wrong, or why there was nothing to judge; empty where it held.
    pub why: String,
    /// How many times it could be checked.
    pub occasions: usize,
    /// How many of them broke it.
    pub faults: usize,
    /// The requirements it covers.
    pub requirements: &'static [&'static str],
    /// The address of its section.
    pub section: String,
    /// The events of the first faults, at most [`SHOWN`] of them.
    pub evidence: Vec<Evidence>,
    /// Why the baseline accepts the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
}

/// An event that shows a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Evidence {
    /// The recording.
    pub transcript: String,
    /// The number of the event in it.
    pub event: u64,
    /// What the event says, made printable and cut.
    pub excerpt: String,
}

/// As many events of evidence as a report keeps for a rule.
pub const SHOWN: usize = 12;

impl Report {
    /// Judges the recordings by the rules.
    pub fn new(rules: impl IntoIterator<Item = &'static Rule>, recordings: &[Recording]) -> Self {
        let judged = rules.into_iter().map(|rule| Judged::new(rule, recordings));
        let (robustness, rules): (Vec<_>, Vec<_>) = judged.partition(|judged| judged.level == Level::Robustness);
        Self {
            tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
            server: Server::of(recordings),
            summary: Summary::of(&rules, &robustness),
            rules,
            robustness,
            notes: Vec::new(),
            stale: Vec::new(),
        }
    }

    /// Every rule with its verdict, robustness last.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> {
        self.rules.iter().chain(&self.robustness)
    }

    /// Whether a must is broken, or with `strict` a should, or the baseline is stale.
    pub fn fails(&self, strict: bool) -> bool {
        self.summary.broken > 0 || (strict && self.summary.advice > 0) || !self.stale.is_empty()
    }

    /// Counts again, after verdicts were accepted.
    pub(crate) fn count(&mut self) {
        self.summary = Summary::of(&self.rules, &self.robustness);
    }
}

impl Server {
    fn of(recordings: &[Recording]) -> Self {
        let connections = || recordings.iter().flat_map(|recording| recording.transcript.connections());
        let transport = connections().find_map(Connection::transport).map(Transport::as_str);
        let Some(handshake) = connections().find_map(Connection::handshake) else {
            return Self { transport, ..Self::default() };
        };
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        let info = &handshake.result()["serverInfo"];
        let revision = handshake.revision().map(str::to_owned);
        Self { name: text(&info["name"]), version: text(&info["version"]), revision, transport }
    }
}

impl Summary {
    fn of(rules: &[Judged], robustness: &[Judged]) -> Self {
        let count = |level: Option<Level>, verdict| {
            let fits = |judged: &&Judged| judged.verdict == verdict && level.is_none_or(|level| judged.level == level);
            rules.iter().filter(fits).filter(|judged| judged.accepted.is_none()).count()
        };
        let seen = |judged: &&Judged| matches!(judged.verdict, Verdict::Held | Verdict::Broken);
        let requirements: BTreeSet<_> =
            rules.iter().chain(robustness).filter(seen).flat_map(|judged| judged.requirements).collect();
        Self {
            held: count(None, Verdict::Held),
            broken: count(Some(Level::Must), Verdict::Broken),
            advice: count(Some(Level::Should), Verdict::Broken),
            robustness: robustness.iter().filter(|judged| judged.is_fault()).count(),
            accepted: rules.iter().chain(robustness).filter(|judged| judged.accepted.is_some()).count(),
            not_exercised: count(None, Verdict::NotExercised),
            not_applicable: count(None, Verdict::NotApplicable),
            requirements: requirements.len(),
        }
    }
}

impl Judged {
    /// The area: the part of the id before the slash.
    pub fn area(&self) -> &'static str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Whether it is broken and nobody accepted that.
    pub fn is_fault(&self) -> bool {
        self.verdict == Verdict::Broken && self.accepted.is_none()
    }

    fn new(rule: &'static Rule, recordings: &[Recording]) -> Self {
        let mut judged = Self {
            id: rule.id,
            title: rule.title(),
            level: rule.level,
            binds: rule.binds,
            verdict: Verdict::NotApplicable,
            why: String::new(),
            occasions: 0,
            faults: 0,
            requirements: rule.cites,
            section: rule.link(),
            evidence: Vec::new(),
            accepted: None,
        };
        for recording in recordings {
            judged.add(&opinion(rule, &recording.transcript), recording);
        }
        if recordings.is_empty() {
            "nothing was recorded".clone_into(&mut judged.why);
        }
        judged
    }

    fn add(&mut self, opinion: &Opinion, recording: &Recording) {
        let verdict = opinion.verdict();
        if verdict > self.verdict || self.why.is_empty() && self.verdict == verdict {
            self.why = why(opinion);
        }
        self.verdict = self.verdict.max(verdict);
        if let Opinion::Seen(seen) = opinion {
            self.occasions += seen.occasions;
            self.faults += seen.breaks.len();
            let mut shown = BTreeSet::new();
            let events = seen.breaks.iter().flat_map(|fault| &fault.events).filter(|event| shown.insert(**event));
            let room = SHOWN - self.evidence.len();
            self.evidence.extend(events.take(room).map(|&event| Evidence::new(recording, event)));
        }
    }
}

/// What is wrong, each kind of fault once, or why nothing could be judged.
fn why(opinion: &Opinion) -> String {
    let seen = match opinion {
        Opinion::NotApplicable(why) => return why.clone(),
        Opinion::Seen(seen) if seen.breaks.is_empty() && seen.occasions == 0 => return seen.otherwise.clone(),
        Opinion::Seen(seen) => seen,
    };
    let mut kinds = BTreeMap::<&str, usize>::new();
    seen.breaks.iter().for_each(|fault| *kinds.entry(&fault.why).or_default() += 1);
    let mut all: Vec<_> = kinds.iter().take(3).map(|(why, count)| times(why, *count)).collect();
    if kinds.len() > 3 {
        all.push(format!("and {} more", kinds.len() - 3));
    }
    all.join("; ")
}

fn times(why: &str, count: usize) -> String {
    if count == 1 { why.to_owned() } else { format!("{why} ({count} times)") }
}

impl Evidence {
    fn new(recording: &Recording, event: u64) -> Self {
        let excerpt = recording.transcript.event(event).map(excerpt::of).unwrap_or_default();
        Self { transcript: recording.name.clone(), event, excerpt }
    }
}
