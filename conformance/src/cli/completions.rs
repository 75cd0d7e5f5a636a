//! `completions`: the words of the command line, for a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Exit, Failure};

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "mcp-conformance", &mut script);
        out.write_all(&script)?;
        Ok(Exit::Clean)
    }
}
