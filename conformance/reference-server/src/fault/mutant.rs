//! What is in the file of a mutant.

use serde::Deserialize;

use super::occasion::Fault;

/// A server or a client that is wrong on purpose: which rules it breaks, and by what faults.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Mutant {
    /// What it does wrong, in a few words without a subject: `lists one tool twice`.
    pub about: String,
    /// The ids of the rules that it is meant to break.
    #[serde(deserialize_with = "one_or_more")]
    pub breaks: Vec<String>,
    /// The ids of other rules that it cannot help breaking.
    #[serde(default)]
    pub also: Vec<String>,
    /// Who is at fault.
    #[serde(default)]
    pub of: Party,
    /// What the server offers, where that is not the lending library.
    pub server: Option<String>,
    /// What carries it.
    #[serde(default)]
    pub over: Over,
    /// What the client says, step by step, in place of what it would say.
    pub talk: Option<Vec<serde_json::Value>>,
    #[serde(default)]
    faults: Vec<Fault>,
    /// What the other party does that brings the occasion.
    #[serde(default)]
    meets: Vec<Fault>,
}

/// Who is at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// The server.
    #[default]
    Server,
    /// The client.
    Client,
}

/// What carries a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// A pipe inside a process.
    #[default]
    Memory,
    /// The standard streams of a process of its own.
    Stdio,
    /// Streamable HTTP.
    Http,
}

/// The file does not say what goes wrong when.
#[derive(Debug, thiserror::Error)]
#[error("this is no mutant: {0}")]
pub struct BadMutant(#[from] serde_json::Error);

impl Mutant {
    /// Reads a mutant from its JSON.
    ///
    /// # Errors
    ///
    /// Where a member is missing, unknown, or does not go with the others.
    pub fn read(json: &str) -> Result<Self, BadMutant> {
        Ok(serde_json::from_str(json)?)
    }

    /// The same server or client without its faults, in a plain conversation.
    pub fn mended(mut self) -> Self {
        self.meets.clear();
        self.talk = None;
        self.faultless()
    }

    /// The same server or client without its faults, in the conversation that would have brought them out.
    pub fn faultless(mut self) -> Self {
        self.faults.clear();
        self
    }

    /// Whether the occasion for its faults is of its own making, not that of the suite or of a client that does everything right.
    pub fn has_a_scene(&self) -> bool {
        !self.faults.is_empty() && (self.talk.is_some() || !self.meets.is_empty())
    }

    /// Both parties of its conversation: the client, and the server.
    pub fn parties(self) -> (Self, Self) {
        let other = Self { faults: self.meets.clone(), ..self.clone() };
        match self.of {
            Party::Client => (self, other),
            Party::Server => (other, self),
        }
    }

    /// Whether it stays when it is asked to terminate.
    pub fn ignores_termination(&self) -> bool {
        self.faults.iter().any(Fault::ignores_termination)
    }

    pub(super) fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

fn one_or_more<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    Ok(match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(id) => vec![id],
        OneOrMore::More(ids) => ids,
    })
}
