//! `tap`: between a real client and a real server.

use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;

use super::runtime::{interruption, until_ended};
use super::{Exit, Failure, output};
use crate::report::Recording;
use crate::suite::{Command, Endpoint};
use crate::tap::{Ends, HttpTap, Tap};
use crate::transcript::Transcript;

/// Sit between a client and a server, pass every byte on, record both and judge both at the end
///
/// With a command, let the client start this in place of the server. With `--listen` and `--url`, let the client connect
/// to this address in place of the server's, and end this with Ctrl-C. The report goes to standard error, so that standard
/// output stays the server's; `--report` writes it to files as well.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "mcp-conformance tap [OPTIONS] -- <COMMAND>...\n       mcp-conformance tap [OPTIONS] --listen <ADDR> --url <URL>"
)]
pub(super) struct Args {
    /// The command that starts the server, after `--`
    #[arg(last = true, required_unless_present = "listen", value_name = "COMMAND")]
    command: Vec<OsString>,
    /// Where to listen for the client, such as 127.0.0.1:8000
    #[arg(long, value_name = "ADDR", requires = "url", conflicts_with = "command")]
    listen: Option<SocketAddr>,
    /// The address of the server, over plain HTTP
    #[arg(long, value_name = "URL", requires = "listen")]
    url: Option<String>,
    #[command(flatten)]
    output: output::Args,
}

impl Args {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        self.output.rules()?;
        let (transcript, notes) = match (self.listen, &self.url) {
            (Some(listen), Some(url)) => until_ended(over_http(listen, url))??,
            _ => (until_ended(self.over_stdio())??, Vec::new()),
        };
        let recording = Recording { name: "tap".to_owned(), transcript };
        let mut report = anstream::stderr();
        let exit = self.output.show(&[recording], &notes, None, &mut report)?;
        report.flush()?;
        Ok(exit)
    }

    async fn over_stdio(&self) -> Result<Transcript, Failure> {
        let (program, args) = self.command.split_first().ok_or_else(|| Failure::Usage("name a command".to_owned()))?;
        let tap = Tap::new(Command::new(program, args).inheriting());
        let ends = Ends { input: tokio::io::stdin(), output: tokio::io::stdout(), error: tokio::io::stderr() };
        tokio::select! {
            ended = tap.run(ends) => {
                ended.map_err(|error| Failure::CouldNotRun(format!("could not start the server: {error}")))?;
            }
            stopped = interruption() => drop(stopped?),
        }
        Ok(tap.transcript())
    }
}

async fn over_http(listen: SocketAddr, url: &str) -> Result<(Transcript, Vec<String>), Failure> {
    let endpoint = Endpoint::new(url).map_err(|error| Failure::Usage(error.to_string()))?;
    let server = endpoint.plain_address().ok_or_else(|| {
        Failure::Usage(format!("`{url}` is encrypted, and nothing can be seen on its way; name an http:// address"))
    })?;
    let could_not = |error: std::io::Error| Failure::CouldNotRun(format!("could not listen on {listen}: {error}"));
    let tap = HttpTap::bind(listen, server).await.map_err(could_not)?;
    writeln!(anstream::stderr(), "listening on {}; Ctrl-C ends it", tap.address().map_err(could_not)?)?;
    tokio::select! {
        ended = tap.run() => ended.map_err(could_not)?,
        stopped = interruption() => drop(stopped?),
    }
    Ok((tap.transcript(), tap.note().into_iter().collect()))
}
