//! The command line of the suite.

use std::io::Write;
use std::process::ExitCode;

use mcp_conformance::cli::{Cli, Exit, Failure};

fn main() -> ExitCode {
    let mut out = anstream::stdout();
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let ended = cli.run(&mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?));
    match ended {
        Ok(exit) => exit.into(),
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Clean.into(),
        Err(failure) => {
            let _ = writeln!(anstream::stderr(), "mcp-conformance: {failure}");
            Exit::CouldNot.into()
        }
    }
}
