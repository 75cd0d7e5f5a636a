//! `--report FORMAT=PATH`: reports in files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::Failure;
use crate::render::{json, junit, markdown, sarif, tap};
use crate::report::{Recording, Report};
use crate::transcript::{self, Transcript};

/// A report to be written.
#[derive(Debug, Clone)]
pub(super) struct ToFile {
    format: Format,
    path: PathBuf,
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Json,
    Junit,
    Markdown,
    Sarif,
    Tap,
    Transcript,
}

const FORMATS: [(&str, Format); 6] = [
    ("json", Format::Json),
    ("junit", Format::Junit),
    ("markdown", Format::Markdown),
    ("sarif", Format::Sarif),
    ("tap", Format::Tap),
    ("transcript", Format::Transcript),
];

impl FromStr for ToFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, path) = text.split_once('=').ok_or("say FORMAT=PATH, such as junit=report.xml")?;
        let known = FORMATS.iter().find(|(known, _)| *known == name);
        let names = FORMATS.map(|(name, _)| name).join(", ");
        let (_, format) = known.ok_or_else(|| format!("`{name}` is no format; there are {names}"))?;
        Ok(Self { format: *format, path: path.into() })
    }
}

impl ToFile {
    /// Writes the file.
    pub(super) fn write(&self, report: &Report, recordings: &[Recording], strict: bool) -> Result<(), Failure> {
        let bytes = match self.format {
            Format::Json => json::render(report),
            Format::Junit => junit::render(report, strict),
            Format::Markdown => markdown::render(report),
            Format::Sarif => sarif::render(report),
            Format::Tap => tap::render(report, strict),
            Format::Transcript => return self.write_transcript(recordings),
        };
        fs::write(&self.path, bytes).map_err(|error| self.failed(error))
    }

    fn write_transcript(&self, recordings: &[Recording]) -> Result<(), Failure> {
        let [recording] = recordings else {
            return Err(Failure::Usage("`--report transcript=…` holds one recording; name one".to_owned()));
        };
        save(&self.path, &recording.transcript).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> Failure {
        Failure::File { path: self.path.display().to_string(), error }
    }
}

fn save(path: &Path, transcript: &Transcript) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    transcript::write(&mut file, transcript.header(), transcript.events())?;
    file.flush()
}
