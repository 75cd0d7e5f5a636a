//! `list`: every rule, or every requirement with the rules that cover it, their proofs, or the reason for there being none.

use std::io::{self, Write};

use serde_json::json;

use super::output::Format;
use super::{Exit, Failure};
use crate::coverage::{self, Area, Coverage, Proof};
use crate::rules;

/// List the rules, or the requirements of the specification with the rules that cover them
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the requirements instead: id, level, how testable, and the rules that cover it with their proofs, or why there
    /// are none
    #[arg(long)]
    requirements: bool,
    /// What to print on standard output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        match (self.requirements, self.format) {
            (false, Format::Text) => all(out)?,
            (true, Format::Text) => requirements(out)?,
            (false, Format::Json) => write_json(out, &rules_as_json())?,
            (true, Format::Json) => write_json(out, &requirements_as_json())?,
        }
        Ok(Exit::Clean)
    }
}

fn write_json(out: &mut dyn Write, value: &serde_json::Value) -> io::Result<()> {
    writeln!(out, "{value:#}")
}

fn rules_as_json() -> serde_json::Value {
    let row = |rule: &'static crate::rule::Rule| {
        json!({"id": rule.id, "title": rule.title(), "level": rule.level, "binds": rule.binds, "since": rule.since.as_str(),
            "until": rule.until.as_str(), "needs": rule.needs, "requirements": rule.cites, "section": rule.section})
    };
    json!({"rules": rules::all().map(row).collect::<Vec<_>>()})
}

fn requirements_as_json() -> serde_json::Value {
    let coverage = coverage::all();
    json!({"requirements": coverage, "areas": coverage::areas(&coverage)})
}

fn all(out: &mut dyn Write) -> io::Result<()> {
    for rule in rules::all() {
        writeln!(out, "{:<11} {:<7} {:<48} {}", rule.level.as_str(), rule.binds.as_str(), rule.id, rule.title())?;
    }
    Ok(())
}

fn requirements(out: &mut dyn Write) -> io::Result<()> {
    let coverage = coverage::all();
    for one in &coverage {
        let row = &one.requirement;
        let what = one.gap.map_or_else(|| proofs(one), |gap| format!("{}: {}", gap.reason.as_str(), gap.why));
        writeln!(
            out,
            "{:<52} {:<10} {:<9} {:<7} {:<11} {what}",
            row.id, row.level, row.binds, row.subject, row.testable
        )?;
    }
    coverage::areas(&coverage).iter().try_for_each(|area| summary(area, out))
}

fn proofs(one: &Coverage) -> String {
    let told = |proof: &Proof| {
        let proven = proof.recordings.iter().copied().map(str::to_owned);
        let proven = proven.chain(proof.mutants.iter().map(|mutant| format!("mutant {mutant}")));
        format!("{} ({})", proof.rule, proven.collect::<Vec<_>>().join(", "))
    };
    one.rules.iter().map(told).collect::<Vec<_>>().join(", ")
}

fn summary(area: &Area, out: &mut dyn Write) -> io::Result<()> {
    let shares = area.shares().into_iter().filter(|(_, share)| share.all > 0);
    let shares: Vec<_> = shares.map(|(name, share)| format!("{name} {} of {}", share.covered, share.all)).collect();
    let reasons: Vec<_> = area.reasons.iter().map(|(reason, count)| format!("{} {count}", reason.as_str())).collect();
    writeln!(out, "{:<16} {:<64} {}", area.name, shares.join(" · "), reasons.join(" · "))
}
