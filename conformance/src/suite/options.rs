//! What a user may choose.

use std::time::Duration;

use crate::revision::Revision;
use crate::wire::limits::Limits;

/// How the suite runs; the defaults suit a server under test on this machine.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// The revision that the suite asks for.
    pub revision: Revision,
    /// How long it waits for what.
    pub patience: Patience,
    /// How long the whole run may take.
    pub deadline: Duration,
    /// How much a server may say.
    pub limits: Limits,
    /// Which tools are called.
    pub calls: Calls,
    /// Tools that are called whatever they declare, by name.
    pub call_tools: Vec<String>,
    /// How many processes run at a time beside that of the shared connection; of connections that need none, twice as many.
    pub parallel: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            revision: Revision::LATEST,
            patience: Patience::default(),
            deadline: Duration::from_mins(5),
            limits: Limits::default(),
            calls: Calls::default(),
            call_tools: Vec::new(),
            parallel: 2,
        }
    }
}

/// Which tools are called.
///
/// <https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Calls {
    /// None, save those that are named.
    None,
    /// Those that declare `readOnlyHint: true`.
    #[default]
    ReadOnly,
    /// All, whatever they may do.
    All,
}

/// How long the suite waits for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For an answer.
    pub answer: Duration,
    /// For the first answer: a package may have to be downloaded before a server starts.
    pub first: Duration,
    /// For what a tool call brings; then it is cancelled.
    pub call: Duration,
    /// For what a server might say that it should not.
    pub quiet: Duration,
    /// For the server's end after the end of its input.
    pub exit: Duration,
    /// For the server's end after SIGTERM.
    pub term: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(10),
            first: Duration::from_mins(1),
            call: Duration::from_secs(2),
            quiet: Duration::from_secs(1),
            exit: Duration::from_secs(5),
            term: Duration::from_secs(2),
        }
    }
}
