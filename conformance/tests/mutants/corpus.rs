//! The files of the mutants.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_conformance::mutant;
use mcp_reference_server::fault::Mutant;

use crate::text;

/// A mutant to be tried.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// `area/fault`.
    pub(crate) name: String,
    pub(crate) mutant: Mutant,
    /// None where nothing is wrong.
    pub(crate) path: Option<PathBuf>,
}

impl Case {
    pub(crate) fn area(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }
}

/// The mutants whose names begin so, in order.
pub(crate) fn read(folder: &Path, wanted: &str) -> Vec<Case> {
    let areas = entries(folder).into_iter().filter(|area| area.is_dir());
    let files = areas.flat_map(|area| entries(&area)).filter(|path| path.extension().is_some_and(|end| end == "json"));
    let cases = files.map(|path| {
        let mutant = mutant::read(&text(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(folder).expect("it lies there").with_extension("").to_string_lossy().into_owned();
        Case { name, mutant, path: Some(path) }
    });
    cases.filter(|case| case.name.starts_with(wanted)).collect()
}

fn entries(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).unwrap_or_else(|error| panic!("{}: {error}", of.display()));
    let mut all: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all
}
