//! How a report is shown: the options that `test` and `judge` share.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{Exit, Failure, reports};
use crate::baseline::Baseline;
use crate::render::text::Again;
use crate::render::{json, text};
use crate::report::{Recording, Report};
use crate::rule::Rule;
use crate::rules;

/// A format for standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Judge by this rule only; may be repeated, and takes an area too (`tools`)
    #[arg(long, value_name = "ID")]
    pub(super) rule: Vec<String>,
    /// Fail on broken advice too
    #[arg(long)]
    pub(super) strict: bool,
    /// What to print on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    /// Print the faults and the tally only
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Also write the report to a file; may be repeated. Formats: json, junit, markdown, sarif, tap, transcript
    #[arg(long, value_name = "FORMAT=PATH")]
    report: Vec<reports::ToFile>,
    /// Accept the faults that this file lists with a reason; any other fault, and an entry that is true no more, fails
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the faults found to the file of `--baseline`, keeping the reasons that stand there
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
}

impl Args {
    /// The rules that the command line names, or all.
    pub(super) fn rules(&self) -> Result<Vec<&'static Rule>, Failure> {
        let named = |rule: &&Rule| self.rule.iter().any(|name| rule.id == name || rule.area() == name);
        if let Some(unknown) =
            self.rule.iter().find(|name| !rules::all().any(|rule| rule.id == **name || rule.area() == **name))
        {
            return Err(Failure::Usage(unknown_rule(unknown)));
        }
        Ok(rules::all().filter(|rule| self.rule.is_empty() || named(rule)).collect())
    }

    /// Judges the recordings, prints and writes the report, and says how the run ended.
    pub(super) fn show(
        &self,
        recordings: &[Recording],
        notes: &[String],
        again: Option<Again>,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        let mut report = Report::new(self.rules()?, recordings);
        report.notes = notes.to_vec();
        self.accept(&mut report)?;
        for to in &self.report {
            to.write(&report, recordings, self.strict)?;
        }
        let bytes = match self.format {
            Format::Text => text::render(&report, &text::Options { quiet: self.quiet, strict: self.strict, again }),
            Format::Json => json::render(&report),
        };
        out.write_all(bytes.as_bytes())?;
        Ok(if report.fails(self.strict) { Exit::Broken } else { Exit::Clean })
    }

    fn accept(&self, report: &mut Report) -> Result<(), Failure> {
        let Some(path) = &self.baseline else { return Ok(()) };
        let failed = |error| Failure::File { path: path.display().to_string(), error };
        let mut baseline = match fs::read(path) {
            Ok(bytes) => read_baseline(path, &bytes)?,
            Err(error) if self.write_baseline && error.kind() == io::ErrorKind::NotFound => Baseline::default(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = path.display();
                return Err(Failure::Usage(format!("there is no baseline {path}; --write-baseline makes one")));
            }
            Err(error) => return Err(failed(error)),
        };
        if self.write_baseline {
            baseline = Baseline::of(report, &baseline);
            let json = serde_json::to_string_pretty(&baseline).map_err(|error| failed(error.into()))?;
            fs::write(path, json + "\n").map_err(failed)?;
        }
        baseline.apply(report);
        Ok(())
    }
}

fn read_baseline(path: &Path, bytes: &[u8]) -> Result<Baseline, Failure> {
    serde_json::from_slice(bytes).map_err(|error| {
        let shape = r#"a baseline looks like {"broken": {"area/rule": "the reason"}}"#;
        Failure::Usage(format!("{}: {error}; {shape}", path.display()))
    })
}

/// What to say of a name that is no rule: the nearest ones, else where the list is.
pub(super) fn unknown_rule(name: &str) -> String {
    let claim = name.rsplit('/').next().unwrap_or(name);
    let near: Vec<_> =
        rules::all().map(|rule| rule.id).filter(|id| !claim.is_empty() && id.contains(claim)).take(4).collect();
    if near.is_empty() {
        format!("there is no rule `{name}`; `mcp-conformance list` shows them all")
    } else {
        format!("there is no rule `{name}`; did you mean {}?", near.join(", "))
    }
}
