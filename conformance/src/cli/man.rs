//! `man`: the manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::CommandFactory;

use super::{Cli, Exit, Failure};

/// Print the manual page, or write those of all verbs to a folder
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder for one page a verb, such as ~/.local/share/man/man1
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let Some(folder) = self.to else {
            clap_mangen::Man::new(Cli::command()).render(out)?;
            return Ok(Exit::Clean);
        };
        let failed = |error| Failure::File { path: folder.display().to_string(), error };
        std::fs::create_dir_all(&folder).map_err(failed)?;
        clap_mangen::generate_to(Cli::command(), &folder).map_err(failed)?;
        Ok(Exit::Clean)
    }
}
