//! The faults that the reference server can be given, and which rules catch them.

use include_dir::{Dir, DirEntry, File, include_dir};
use serde_json::Value;

static MUTANTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/mutants");

/// The mutants that break the rule, as `area/name`.
pub(super) fn breaking(rule: &str) -> Vec<&'static str> {
    let breaks = |file: &&File<'_>| {
        let mutant: Value = serde_json::from_slice(file.contents()).unwrap_or_default();
        match &mutant["breaks"] {
            Value::Array(rules) => rules.iter().any(|one| one == rule),
            one => one == rule,
        }
    };
    let files = MUTANTS.entries().iter().filter_map(DirEntry::as_dir).flat_map(Dir::files);
    files.filter(breaks).filter_map(|file| file.path().to_str()?.strip_suffix(".json")).collect()
}
