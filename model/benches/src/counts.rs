//! The counts, from the process that counts.

use mcp_model_benches::{Way, Who};
use std::env;
use std::process::Command;

/// What each contender asked of the heap.
pub struct Counts(String);

/// What one contender asked of the heap.
pub struct Count {
    /// Allocations; a reallocation is one more.
    pub allocations: u64,
    /// The most bytes held at a time.
    pub peak: f64,
}

impl Counts {
    /// The count of a row and column of the table.
    pub fn find(&self, case: &str, who: Who, way: Way) -> Option<Count> {
        let start = format!("{case}\t{}\t{way:?}\t", who.name());
        let line = self.0.lines().find_map(|line| line.strip_prefix(&start))?;
        let (allocations, peak) = line.split_once('\t')?;
        Some(Count { allocations: allocations.parse().ok()?, peak: peak.parse().ok()? })
    }
}

/// Builds and runs the program that counts.
pub fn measure() -> Counts {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let run = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--bin", "counts", "--manifest-path", manifest])
        .output();
    let output = run.expect("cargo could not be started: run this program with `cargo run`");
    assert!(output.status.success(), "the counting failed: {}", String::from_utf8_lossy(&output.stderr));
    Counts(String::from_utf8(output.stdout).expect("the counts are text"))
}
