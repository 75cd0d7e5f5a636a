//! `judge`: the rules over recordings.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use super::{Exit, Failure, output};
use crate::render::text::Again;
use crate::report::Recording;
use crate::transcript::{ReadError, Transcript, read};

/// Judge recordings that `test`, `tap` or a person wrote, as `test` does
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: output::Args,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let recordings = self.files.iter().map(|path| recording(path)).collect::<Result<Vec<_>, _>>()?;
        let files: String = self.files.iter().map(|path| format!(" {}", path.display())).collect();
        let again = Again { before: "mcp-conformance judge".to_owned(), after: files };
        self.output.show(&recordings, &[], Some(again), out)
    }
}

fn recording(path: &Path) -> Result<Recording, Failure> {
    let name = path.display().to_string();
    let read = if path == Path::new("-") {
        read(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| Failure::File { path: name.clone(), error })?;
        read(BufReader::new(file))
    };
    match read {
        Ok((header, events)) => Ok(Recording { name, transcript: Transcript::new(header, events) }),
        Err(ReadError::Io(error)) => Err(Failure::File { path: name, error }),
        Err(error) => Err(Failure::Recording { path: name, error }),
    }
}
