//! How a report is shown: the options that `test` and `judge` share.

use std::io::Write;

use clap::ValueEnum;

use super::{Exit, Failure};
use crate::render::{json, text};
use crate::report::Report;
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

    /// Prints the report and says how the run ended.
    pub(super) fn show(
        &self,
        report: &Report,
        again: Option<(String, String)>,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        let bytes = match self.format {
            Format::Text => text::render(report, &text::Options { quiet: self.quiet, strict: self.strict, again }),
            Format::Json => json::render(report),
        };
        out.write_all(bytes.as_bytes())?;
        Ok(if report.fails(self.strict) { Exit::Broken } else { Exit::Clean })
    }
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
