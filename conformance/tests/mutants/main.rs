//! Every rule is proven by a mutant: a server or client that is wrong on purpose, which the rule notices.
//!
//! Those that play in memory run always: waits cost nothing there. So do clients, whose conversations are short.
//! `MCP_MUTANTS=all` runs the others too, servers over HTTP and as processes; with `MCP_BLESS=1` it writes the table `docs/mutants.md` anew. `MCP_MUTANTS=tools` runs only those whose
//! name begins so, and tells what each breaks.

mod clean;
mod client;
mod corpus;
mod play;
mod table;
mod verdict;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use mcp_conformance::rule::Level;
use mcp_conformance::rules;
use mcp_reference_server::fault::{Over, Party};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/mutants")
}

#[test]
fn every_mutant_is_caught_by_its_rules() {
    let wanted = std::env::var("MCP_MUTANTS").ok();
    let all = wanted.as_deref() == Some("all");
    let mut cases = corpus::read(&folder(), wanted.as_deref().filter(|_| !all).unwrap_or_default());
    let is_fast = |case: &corpus::Case| case.mutant.over == Over::Memory || case.mutant.of == Party::Client;
    cases.retain(|case| wanted.is_some() || is_fast(case));
    assert!(!cases.is_empty(), "there is no such mutant");
    let outcomes = play::all(&cases);
    let mut faults: Vec<_> =
        cases.iter().zip(&outcomes).flat_map(|(case, outcome)| verdict::of(case, outcome)).collect();
    if all {
        faults.extend(table::stale(&cases, &outcomes));
    } else if wanted.is_none() {
        faults.extend(table::missing(&cases));
    } else {
        for (case, outcome) in cases.iter().zip(&outcomes) {
            writeln!(std::io::stdout(), "{}", outcome.told(case)).expect("the terminal");
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_rule_has_a_mutant() {
    let cases = corpus::read(&folder(), "");
    let proven: BTreeSet<_> = cases.iter().flat_map(|case| &case.mutant.breaks).map(String::as_str).collect();
    let missing: Vec<_> = rules::all().map(|rule| rule.id).filter(|id| !proven.contains(id)).collect();
    assert!(missing.is_empty(), "no mutant breaks these rules: {missing:#?}");
}

#[test]
fn without_their_faults_they_break_nothing() {
    let cases = clean::of(&corpus::read(&folder(), ""));
    let outcomes = play::all(&cases);
    let faults: Vec<_> = cases
        .iter()
        .zip(&outcomes)
        .filter(|(case, outcome)| outcome.could_not.is_some() || outcome.broken.keys().any(|id| counts(case, id)))
        .map(|(case, outcome)| outcome.told(case))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn without_their_faults_their_rules_hold() {
    let mut cases = corpus::read(&folder(), "");
    cases.retain(|case| case.mutant.has_a_scene());
    for case in &mut cases {
        case.mutant = case.mutant.clone().faultless();
        case.path = None;
    }
    let outcomes = play::all(&cases);
    let breaks = |case: &corpus::Case, outcome: &play::Outcome| {
        let broken: Vec<_> = case.mutant.breaks.iter().filter(|id| outcome.broken.contains_key(id.as_str())).collect();
        (!broken.is_empty())
            .then(|| format!("{} is broken without the faults of\n{}", broken.len(), outcome.told(case)))
    };
    let faults: Vec<_> = cases.iter().zip(&outcomes).filter_map(|(case, outcome)| breaks(case, outcome)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Whether a clean server may not break that rule. Those beside the library do not follow all advice: the official suite asks
/// for forms of old, and streams that cannot be resumed have no ids.
fn counts(case: &corpus::Case, id: &str) -> bool {
    case.mutant.server.is_none() || rules::find(id).is_some_and(|rule| rule.level == Level::Must)
}

/// What is in a file.
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
