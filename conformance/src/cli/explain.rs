//! `explain`: what a rule asks, and how servers usually break it.

use std::io::{self, Write};

use super::{Exit, Failure, output};
use crate::example::{self, Example};
use crate::mutant;
use crate::requirement;
use crate::revision::Revision;
use crate::rule::Rule;
use crate::rules;

/// Explain a rule: what is asked, how servers usually break it, and where the specification says so
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The rule's id, such as `ping/is-answered`
    #[arg(value_name = "RULE")]
    rule: String,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let rule = rules::find(&self.rule).ok_or_else(|| Failure::Usage(output::unknown_rule(&self.rule)))?;
        head(rule, out)?;
        writeln!(out, "\n\n{}.\n\n{}\n\n{}\n", rule.title(), rule.explanation(), rule.link())?;
        for row in requirement::all().filter(|row| rule.cites.contains(&row.id)) {
            writeln!(out, "{} ({}): {}", row.id, row.level, row.statement)?;
        }
        for (word, example) in [("Wrong", example::wrong(rule)), ("Right", example::right(rule))] {
            show(word, example, out)?;
        }
        let mutants = mutant::proving(rule);
        if !mutants.is_empty() {
            writeln!(out, "\nBroken on purpose by {}.", mutants.join(", "))?;
        }
        Ok(Exit::Clean)
    }
}

fn show(word: &str, example: Option<Example>, out: &mut dyn Write) -> io::Result<()> {
    let Some(example) = example else { return Ok(()) };
    writeln!(out, "\n{word} ({}):", example.name)?;
    example.lines().try_for_each(|line| writeln!(out, "    {line}"))
}

fn head(rule: &Rule, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{} · {} · binds the {} · since {}", rule.id, rule.level.as_str(), rule.binds.as_str(), rule.since)?;
    if rule.until < Revision::LATEST {
        write!(out, ", until {}", rule.until)?;
    }
    rule.needs.map_or(Ok(()), |needs| write!(out, " · where `{needs}` is declared"))
}
