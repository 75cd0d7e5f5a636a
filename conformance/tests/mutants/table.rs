//! The table of the mutants, and what they break.

use std::path::{Path, PathBuf};

use mcp_conformance::rules;

use crate::corpus::Case;
use crate::play::Outcome;
use crate::text;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutants.md")
}

/// What to say where the table is not what it was; `MCP_BLESS=1` writes it anew.
pub(crate) fn stale(cases: &[Case], outcomes: &[Outcome]) -> Option<String> {
    let table = render(cases, outcomes);
    if std::env::var_os("MCP_BLESS").is_some() {
        std::fs::write(path(), &table).expect("the table");
    }
    let written = if path().exists() { text(&path()) } else { String::new() };
    let stale = || {
        let differs = table.lines().find(|line| !written.contains(*line)).unwrap_or("a line too many").to_owned();
        format!("docs/mutants.md is stale; MCP_MUTANTS=all MCP_BLESS=1 writes it anew: {differs}")
    };
    (table != written).then(stale)
}

/// What to say where the table does not know a mutant as it is.
pub(crate) fn missing(cases: &[Case]) -> Vec<String> {
    let written = text(&path());
    let known = |case: &&Case| written.contains(&format!("| {} | {} |", case.name, case.mutant.about));
    let unknown = cases.iter().filter(|case| !known(case));
    let told = |case: &Case| format!("docs/mutants.md does not know {}; see fixtures/mutants/README.md", case.name);
    unknown.map(told).collect()
}

fn render(cases: &[Case], outcomes: &[Outcome]) -> String {
    let proven = rules::all().filter(|rule| cases.iter().any(|case| case.mutant.breaks.iter().any(|id| id == rule.id)));
    let mut out = format!(
        "<!-- Generated from fixtures/mutants; MCP_MUTANTS=all MCP_BLESS=1 cargo test -p mcp-conformance --test mutants -->\n\
         # The mutants\n\n\
         {} servers and clients that are wrong on purpose; they prove {} of {} rules.\n\n\
         | mutant | what it does | breaks | and cannot help breaking |\n|---|---|---|---|\n",
        cases.len(),
        proven.count(),
        rules::all().count(),
    );
    for (case, outcome) in cases.iter().zip(outcomes) {
        let (own, others): (Vec<_>, Vec<_>) =
            outcome.broken.keys().partition(|id| case.mutant.breaks.iter().any(|own| own == **id));
        let list = |ids: Vec<&&str>| ids.into_iter().copied().collect::<Vec<_>>().join(", ");
        out += &format!("| {} | {} | {} | {} |\n", case.name, case.mutant.about, list(own), list(others));
    }
    out
}
