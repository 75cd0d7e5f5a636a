//! Rules meet recordings: which connections a rule is about, and what it makes of them.

use crate::revision::Revision;
use crate::rule::{Observations, Rule};
use crate::transcript::{Client, Connection, Handshake, Party, Transcript};

/// A rule's verdict. When one rule meets several recordings, the greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The transport, revision or declared capabilities are others.
    NotApplicable,
    /// The occasion never came.
    NotExercised,
    /// The occasion came, and the claim held every time.
    Held,
    /// The claim was broken at least once.
    Broken,
}

impl Verdict {
    /// The name used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotApplicable => "not-applicable",
            Self::NotExercised => "not-exercised",
            Self::Held => "held",
            Self::Broken => "broken",
        }
    }
}

/// What one rule makes of one recording.
#[derive(Debug, Clone)]
pub enum Opinion {
    /// The rule is not about this recording, and why.
    NotApplicable(String),
    /// What it saw.
    Seen(Observations),
}

impl Opinion {
    /// The verdict in a word.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::NotApplicable(_) => Verdict::NotApplicable,
            Self::Seen(seen) if !seen.breaks.is_empty() => Verdict::Broken,
            Self::Seen(seen) if seen.occasions > 0 => Verdict::Held,
            Self::Seen(_) => Verdict::NotExercised,
        }
    }
}

/// Judges one recording by one rule.
pub fn opinion(rule: &Rule, transcript: &Transcript) -> Opinion {
    match applicable(rule, transcript) {
        Ok(part) => Opinion::Seen((rule.judge)(&part)),
        Err(why) => Opinion::NotApplicable(why),
    }
}

/// The connections that the rule is about, or why there are none.
fn applicable(rule: &Rule, whole: &Transcript) -> Result<Transcript, String> {
    if rule.binds == Party::Client && whole.header().client == Client::Suite {
        return Err("this suite played the client".to_owned());
    }
    let part = whole.only(|connection| rule.on.fits(connection.transport()));
    some(&part).ok_or_else(|| format!("the rule is about {}", rule.on.as_str()))?;
    let part = part.only(|connection| (rule.since..=rule.until).contains(&revision(connection, whole)));
    some(&part).ok_or_else(|| format!("the rule holds {}", span(rule)))?;
    let Some(needs) = rule.needs else { return Ok(part) };
    let part = part.only(|connection| declares(connection, whole, needs));
    some(&part).ok_or_else(|| undeclared(needs))?;
    Ok(part)
}

fn some(part: &Transcript) -> Option<()> {
    part.connections().next().map(drop)
}

fn span(rule: &Rule) -> String {
    if rule.until == Revision::LATEST {
        format!("since revision {}", rule.since)
    } else {
        format!("from revision {} to {}", rule.since, rule.until)
    }
}

fn undeclared(needs: &str) -> String {
    match needs.strip_prefix("client.") {
        Some(needs) => format!("the client does not declare `{needs}`"),
        None => format!("the server does not declare `{needs}`"),
    }
}

/// The revision in force on a connection: its own, else that of another connection to the same server.
pub fn revision(connection: &Connection, whole: &Transcript) -> Revision {
    let own = connection.revision().and_then(|revision| revision.parse().ok());
    own.or_else(|| whole.connections().filter_map(Connection::revision).find_map(|revision| revision.parse().ok()))
        .unwrap_or(Revision::LATEST)
}

/// Whether the capability is declared; where no handshake was recorded, it may be.
fn declares(connection: &Connection, whole: &Transcript, needs: &str) -> bool {
    let handshake = connection.handshake().or_else(|| whole.handshakes().next());
    handshake.is_none_or(|handshake| declared(&handshake, needs))
}

/// Whether a handshake declares a capability, named by its path; `client.` begins one of the client's.
pub fn declared(handshake: &Handshake<'_>, needs: &str) -> bool {
    let (root, path) = match needs.strip_prefix("client.") {
        Some(path) => (handshake.client_capabilities(), path),
        None => (handshake.server_capabilities(), needs),
    };
    let found = path.split('.').try_fold(root, |value, name| value.get(name));
    found.is_some_and(|value| !value.is_null() && value != &serde_json::Value::Bool(false))
}
