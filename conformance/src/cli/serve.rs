//! `serve`: the reference server.

use std::io::Write;
use std::net::SocketAddr;

use mcp_reference_server::{HttpOptions, catalogue::catalogue};
use tokio::net::TcpListener;

use super::runtime::{interruption, until_ended};
use super::{Exit, Failure};

/// Run the reference server, for clients to be tried against
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Speak on standard input and output, until the input ends
    #[arg(long, required_unless_present = "http")]
    stdio: bool,
    /// Speak Streamable HTTP at this address, until Ctrl-C or SIGTERM; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", conflicts_with = "stdio")]
    http: Option<SocketAddr>,
    /// Keep no sessions
    #[arg(long, requires = "http")]
    stateless: bool,
    /// Let the server also be called by this name; may be repeated
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
    /// Let pages of this origin use the server; may be repeated
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        match self.http {
            Some(address) => until_ended(over_http(address, self.options(), out))??,
            None => until_ended(over_stdio())??,
        }
        Ok(Exit::Clean)
    }

    fn options(&self) -> HttpOptions {
        let options = HttpOptions::new().stateless(self.stateless);
        let options = self.allow_host.iter().fold(options, HttpOptions::allow_host);
        self.allow_origin.iter().fold(options, HttpOptions::allow_origin)
    }
}

async fn over_stdio() -> Result<(), Failure> {
    let server = catalogue();
    tokio::select! {
        ended = server.serve(tokio::io::stdin(), tokio::io::stdout()) => Ok(ended?),
        stopped = interruption() => Ok(stopped.map(drop)?),
    }
}

async fn over_http(address: SocketAddr, options: HttpOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let cannot = |error| Failure::CouldNotRun(format!("could not listen on {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    writeln!(out, "http://{address}/mcp")?;
    out.flush()?;
    if !address.ip().is_loopback() {
        let mut warnings = anstream::stderr();
        writeln!(
            warnings,
            "warning: {address} can be reached from other machines, and nobody has to say who they are"
        )?;
    }
    let stop = async { drop(interruption().await) };
    catalogue().serve_http(listener, options, stop).await.map_err(cannot)
}
