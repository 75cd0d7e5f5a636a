//! `validate`: JSON values, messages, and recordings.

use std::io::{self, Write};
use std::path::PathBuf;

use super::output::Format;
use super::{Exit, Failure, schema};
use crate::rule::Level;
use crate::validate::input::{self, Options, Sink};
use crate::validate::{Judged, Source, diagnostic};

/// Validate JSON: messages, recordings, or values of any definition
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Read every value as this definition of the schema, such as `Tool`; without it, values are messages
    #[arg(long = "as", value_name = "DEFINITION")]
    definition: Option<String>,
    /// Files, and folders to search for .json and .jsonl; `-` or nothing is standard input
    #[arg(value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Read one value a line, as files that end in .jsonl are read anyway
    #[arg(long)]
    lines: bool,
    /// Fail on broken advice too
    #[arg(long)]
    strict: bool,
    /// What to print on standard output; json is one object a line for each value
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print the faults and the tally only
    #[arg(long, short)]
    quiet: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let definition = self.definition.as_deref().map(schema::definition).transpose()?;
        let inputs = if self.inputs.is_empty() { vec![PathBuf::from("-")] } else { self.inputs };
        let mut printer = Printer { out, format: self.format, quiet: self.quiet, tally: Tally::default() };
        input::judge(&inputs, Options { definition, lines: self.lines }, &mut printer)?;
        printer.tally()?;
        Ok(printer.tally.exit(self.strict))
    }
}

/// What was seen so far.
#[derive(Debug, Default)]
struct Tally {
    valid: usize,
    invalid: usize,
    advice: usize,
    robustness: usize,
    unreadable: usize,
}

impl Tally {
    fn exit(&self, strict: bool) -> Exit {
        if self.unreadable > 0 {
            Exit::CouldNot
        } else if self.invalid > 0 || (strict && self.advice > 0) {
            Exit::Broken
        } else {
            Exit::Clean
        }
    }
}

struct Printer<'o> {
    out: &'o mut dyn Write,
    format: Format,
    quiet: bool,
    tally: Tally,
}

impl Sink for Printer<'_> {
    fn judged(&mut self, judged: Judged, source: Source<'_>) -> io::Result<()> {
        *(if judged.valid { &mut self.tally.valid } else { &mut self.tally.invalid }) += 1;
        self.tally.advice += judged.count(Level::Should);
        self.tally.robustness += judged.count(Level::Robustness);
        if self.format == Format::Json {
            return self.line(&judged);
        }
        let shown = judged.problems.iter().filter(|problem| !self.quiet || problem.level == Level::Must);
        shown
            .map(|problem| diagnostic::render(&judged, problem, source))
            .try_for_each(|text| self.out.write_all(text.as_bytes()))
    }

    fn unreadable(&mut self, file: &str, why: &str) -> io::Result<()> {
        self.tally.unreadable += 1;
        let judged = Judged::unreadable(file, why);
        match self.format {
            Format::Json => self.line(&judged),
            Format::Text => judged.problems.iter().try_for_each(|problem| {
                let text = diagnostic::render_unreadable(&judged, problem);
                self.out.write_all(text.as_bytes())
            }),
        }
    }
}

impl Printer<'_> {
    fn line(&mut self, judged: &Judged) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, judged)?;
        self.out.write_all(b"\n")
    }

    fn tally(&mut self) -> io::Result<()> {
        let Tally { valid, invalid, advice, robustness, unreadable } = self.tally;
        if self.format == Format::Json {
            return Ok(());
        }
        write!(self.out, "{valid} valid · {invalid} invalid · {advice} advice")?;
        for (count, what) in [(robustness, "robustness"), (unreadable, "could not be read")] {
            if count > 0 {
                write!(self.out, " · {count} {what}")?;
            }
        }
        writeln!(self.out)
    }
}
