//! `serve`: the reference server.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;

use clap::ValueEnum;
use mcp_reference_server::fault::{Ended, Mutant};
use mcp_reference_server::{HttpOptions, Steps, catalogue, official};
use tokio::net::TcpListener;

use super::runtime::{interruption, until_ended};
use super::{Exit, Failure};
use crate::mutant::{self, Offer};

/// Run the reference server, for clients to be tried against
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group(clap::ArgGroup::new("transport").required(true).args(["stdio", "http"])))]
pub(super) struct Args {
    /// Speak on standard input and output, until the input ends
    #[arg(long)]
    stdio: bool,
    /// Speak Streamable HTTP at this address, until Ctrl-C or SIGTERM; port 0 takes any that is free
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// What the server offers
    #[arg(long, value_enum, default_value = "library")]
    fixtures: Fixtures,
    /// Keep no sessions
    #[arg(long, requires = "http")]
    stateless: bool,
    /// Let the server also be called by this name; may be repeated
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
    /// Let pages of this origin use the server; may be repeated
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,
    /// Demand the value of this environment variable as bearer token
    #[arg(long, value_name = "VARIABLE", requires = "http")]
    require_bearer: Option<String>,
    /// Say that this authorization server, by its issuer's URL, gives tokens; without it, the server names itself
    #[arg(long, value_name = "URL", requires = "require_bearer")]
    authorization_server: Option<String>,
    /// Be the mutant that this file describes, a server that is wrong on purpose; it says what is offered
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fixtures", "stateless", "require_bearer"])]
    fault: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fixtures {
    /// A small lending library
    Library,
    /// The tools, resources and prompts that the official conformance suite asks for by name
    Official,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let offer = self.offer()?;
        match self.http {
            Some(address) => until_ended(self.over_http(offer, address, out))??,
            None => return until_ended(over_stdio(offer))?,
        }
        Ok(Exit::Clean)
    }

    fn offer(&self) -> Result<Offer, Failure> {
        let Some(path) = &self.fault else { return self.chosen() };
        let failure = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
        let json = std::fs::read_to_string(path).map_err(|error| failure(&error))?;
        let mutant = mutant::read(&json).map_err(|error| failure(&error))?;
        mutant::offer(mutant).map_err(|error| failure(&error))
    }

    fn chosen(&self) -> Result<Offer, Failure> {
        let server = match self.fixtures {
            Fixtures::Library => catalogue::builder(),
            Fixtures::Official => official::builder(),
        };
        let steps = match &self.require_bearer {
            Some(variable) => Steps::new().require_bearer(token(variable)?),
            None => Steps::new(),
        };
        let server = server.steps(steps).build().expect("the fixtures are sound");
        let options = HttpOptions::new().stateless(self.stateless);
        Ok(Offer { server, options, token: None, mutant: None })
    }

    fn options(&self, options: HttpOptions, address: SocketAddr) -> HttpOptions {
        let options = self.allow_host.iter().fold(options, HttpOptions::allow_host);
        let options = self.allow_origin.iter().fold(options, HttpOptions::allow_origin);
        if self.require_bearer.is_none() {
            return options;
        }
        let issuer = self.authorization_server.clone();
        options.authorization_server(issuer.unwrap_or_else(|| format!("http://{address}")))
    }

    async fn over_http(&self, offer: Offer, address: SocketAddr, out: &mut dyn Write) -> Result<(), Failure> {
        let cannot = |error| Failure::CouldNotRun(format!("could not listen on {address}: {error}"));
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        writeln!(out, "http://{address}/mcp")?;
        out.flush()?;
        if !address.ip().is_loopback() {
            let who = if self.require_bearer.is_some() || offer.token.is_some() {
                "with the token"
            } else {
                "whoever they are"
            };
            let mut warnings = anstream::stderr();
            writeln!(warnings, "warning: {address} can be reached from other machines, and serves them {who}")?;
        }
        let stop = async { drop(interruption().await) };
        let options = self.options(offer.options, address);
        match &offer.mutant {
            Some(mutant) => offer.server.serve_mutant_http(mutant, listener, options, stop).await,
            None => offer.server.serve_http(listener, options, stop).await,
        }
        .map_err(cannot)
    }
}

fn token(variable: &str) -> Result<String, Failure> {
    let value = std::env::var(variable).ok().filter(|value| !value.is_empty());
    value.ok_or_else(|| Failure::Usage(format!("the environment variable {variable} holds no token; set it")))
}

async fn over_stdio(Offer { server, mutant, .. }: Offer) -> Result<Exit, Failure> {
    let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
    let stays = mutant.as_ref().is_some_and(Mutant::ignores_termination);
    let serving = async {
        match mutant {
            Some(mutant) => server.serve_mutant(&mutant, input, output, tokio::io::stderr()).await,
            None => server.serve(input, output).await.map(|()| Ended::Well),
        }
    };
    let mut serving = pin!(serving);
    let ended = tokio::select! {
        ended = &mut serving => ended?,
        stopped = interruption() => {
            stopped?;
            if stays { serving.await? } else { Ended::Well }
        }
    };
    Ok(match ended {
        Ended::Well => Exit::Clean,
        Ended::Exit(code) => Exit::Fault(code),
    })
}
