//! `tap`: between a real client and a real server.

use std::ffi::OsString;
use std::io::Write;

use super::runtime::{interruption, until_ended};
use super::{Exit, Failure, output};
use crate::report::Recording;
use crate::suite::Command;
use crate::tap::{Ends, Tap};

/// Sit between a client and a server, pass every byte on, record both and judge both at the end
///
/// Let the client start this in place of the server. The report goes to standard error, so that standard output stays
/// the server's; `--report` writes it to files as well.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The command that starts the server, after `--`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    #[command(flatten)]
    output: output::Args,
}

impl Args {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        self.output.rules()?;
        let (program, args) = self.command.split_first().ok_or_else(|| Failure::Usage("name a command".to_owned()))?;
        let tap = Tap::new(Command::new(program, args).inheriting());
        let ends = Ends { input: tokio::io::stdin(), output: tokio::io::stdout(), error: tokio::io::stderr() };
        let ended = until_ended(async {
            tokio::select! {
                ended = tap.run(ends) => ended,
                stopped = interruption() => stopped.map(drop),
            }
        })?;
        ended.map_err(|error| Failure::CouldNotRun(format!("could not start the server: {error}")))?;
        let recording = Recording { name: "tap".to_owned(), transcript: tap.transcript() };
        let mut report = anstream::stderr();
        let exit = self.output.show(&[recording], &[], None, &mut report)?;
        report.flush()?;
        Ok(exit)
    }
}
