//! `serve`: the reference server.

use super::runtime::{interruption, until_ended};
use super::{Exit, Failure};

/// Run the reference server, for clients to be tried against
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Speak on standard input and output, until the input ends
    #[arg(long, required = true)]
    stdio: bool,
}

impl Args {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let Self { stdio: _ } = self;
        until_ended(async {
            let server = mcp_reference_server::catalogue::catalogue();
            tokio::select! {
                ended = server.serve(tokio::io::stdin(), tokio::io::stdout()) => ended,
                stopped = interruption() => stopped.map(drop),
            }
        })??;
        Ok(Exit::Clean)
    }
}
