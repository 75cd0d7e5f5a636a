//! The command line: one file per verb. A verb writes to what it is given and says how it ended; only `main` exits.

mod completions;
mod explain;
mod judge;
mod limits;
mod list;
mod man;
mod output;
mod progress;
mod reports;
mod runtime;
mod schema;
mod serve;
mod tap;
mod test;
mod validate;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};
use runtime::until_interrupted;

/// Judges MCP servers against the specification (revision 2025-11-25), and validates MCP JSON.
#[derive(Debug, Parser)]
#[command(name = "mcp-conformance", version, disable_help_subcommand = true, after_help = AFTER)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const AFTER: &str = "\
Exit status: 0 nothing broken · 1 a must is broken (with --strict a should too), or an input is invalid · \
2 could not run or judge";

#[derive(Debug, Subcommand)]
enum Verb {
    Test(Box<test::Args>),
    Validate(validate::Args),
    Judge(judge::Args),
    Tap(tap::Args),
    Serve(serve::Args),
    List(list::Args),
    Explain(explain::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// How a verb ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing is broken.
    Clean,
    /// A must is broken, or an input is invalid.
    Broken,
    /// It could not run or judge; standard error says why.
    CouldNot,
    /// What the fault of a mutant says.
    Fault(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Broken => 1,
            Exit::CouldNot => 2,
            Exit::Fault(code) => code,
        })
    }
}

/// Why a verb could not do its work, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The words of the command line do not fit.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Its name.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A recording could not be read.
    #[error("{path}: {error}")]
    Recording {
        /// Its name.
        path: String,
        /// Which line, and what is wrong with it.
        error: crate::transcript::ReadError,
    },
    /// The server could not be run or judged.
    #[error("{0}")]
    CouldNotRun(String),
    /// Somebody stopped the run.
    #[error("stopped by {0}")]
    Interrupted(&'static str),
    /// The output could not be written.
    #[error("could not write the output: {0}")]
    Output(#[from] io::Error),
}

impl Cli {
    /// The command line of this process.
    ///
    /// # Errors
    /// The words do not fit. Where they look like a server's command without its `--`, the error says where it goes.
    pub fn read() -> Result<Self, clap::Error> {
        Self::try_parse().map_err(|mut error| {
            let word = error.get(ContextKind::InvalidArg).map(ToString::to_string);
            let is_option = word.is_none_or(|word| word.starts_with('-'));
            if error.kind() == ErrorKind::UnknownArgument && !is_option {
                let tip = "a server's command comes after `--`: mcp-conformance test -- COMMAND";
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            error
        })
    }

    /// Does what the command line asks, and writes to `out`.
    ///
    /// # Errors
    /// Whatever kept the verb from doing its work.
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        match self.verb {
            Verb::Test(args) => args.run(out),
            Verb::Judge(args) => args.run(out),
            Verb::Tap(args) => args.run(),
            Verb::Serve(args) => args.run(out),
            Verb::Validate(args) => args.run(out),
            Verb::List(args) => args.run(out),
            Verb::Explain(args) => args.run(out),
            Verb::Schema(args) => args.run(out),
            Verb::Completions(args) => args.run(out),
            Verb::Man(args) => args.run(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Cli::command().debug_assert();
    }
}
