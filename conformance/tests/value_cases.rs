//! Values from public bug reports get the right verdict at the right place.
//!
//! The cases are kept outside the repository, in `../shared/cases` beside it or wherever `MCP_CASES` says; without them
//! the test says so and is skipped.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_conformance::validate::{Definition, Problem};
use serde_json::Value;

fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases");
    std::env::var_os("MCP_CASES").map_or(beside, PathBuf::from)
}

/// What is wrong with our verdict on a case, if anything.
fn disagreement(case: &Value) -> Option<String> {
    let definition = Definition::named(case["type"].as_str()?)?;
    let problems = definition.problems(&case["instance"].to_string());
    let valid = !problems.iter().any(Problem::is_fault);
    let refused = problems.iter().any(|problem| problem.keyword.is_some());
    let at_place = case["pointer"].as_str().is_none_or(|place| problems.iter().any(|problem| problem.pointer == place));
    let fits =
        Some(valid) == case["conformant"].as_bool() && Some(!refused) == case["schema_valid"].as_bool() && at_place;
    (!fits).then(|| format!("{}: {problems:?}", case["id"]))
}

#[test]
fn values_from_bug_reports_get_the_right_verdict() {
    let Ok(entries) = fs::read_dir(folder()) else {
        eprintln!("skipped: no cases in {}; set MCP_CASES", folder().display());
        return;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    let read =
        |path: &PathBuf| fs::read_to_string(path).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let cases: Vec<Value> = paths.iter().filter_map(read).collect();
    let values: Vec<_> = cases.iter().filter(|case| case["kind"] == "shape" || case["kind"] == "prose-rule").collect();
    let wrong: Vec<_> = values.iter().filter_map(|case| disagreement(case)).collect();
    assert!(!values.is_empty(), "no value among the cases");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), values.len(), wrong.join("\n"));
}
