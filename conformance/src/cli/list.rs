//! `list`: every rule, or every requirement with the rules that cover it.

use std::io::Write;

use super::{Exit, Failure};
use crate::requirement;
use crate::rules;

/// List the rules, or the requirements of the specification with the rules that cover them
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the requirements instead: id, level, how testable, and the rules that cover it
    #[arg(long)]
    requirements: bool,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let listed = if self.requirements { requirements(out) } else { all(out) };
        listed.map(|()| Exit::Clean)
    }
}

fn all(out: &mut dyn Write) -> Result<(), Failure> {
    for rule in rules::all() {
        writeln!(out, "{:<11} {:<7} {:<48} {}", rule.level.as_str(), rule.binds.as_str(), rule.id, rule.title())?;
    }
    Ok(())
}

fn requirements(out: &mut dyn Write) -> Result<(), Failure> {
    let mut covered = 0;
    for row in requirement::all() {
        let ids: Vec<_> = rules::all().filter(|rule| rule.cites.contains(&row.id)).map(|rule| rule.id).collect();
        covered += usize::from(!ids.is_empty());
        let rules = if ids.is_empty() { "-".to_owned() } else { ids.join(", ") };
        writeln!(out, "{:<52} {:<10} {:<7} {:<12} {rules}", row.id, row.level, row.subject, row.testable)?;
    }
    writeln!(out, "{covered} of {} requirements have a rule", requirement::all().count())?;
    Ok(())
}
