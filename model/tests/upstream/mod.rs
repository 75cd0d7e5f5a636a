//! The published schema, where it can be found.

use serde_json::Value;

/// Environment variable that names the published schema's file.
const PATH: &str = "MCP_UPSTREAM_SCHEMA";

/// The published schema; without it a test has nothing to compare with and says so.
pub(crate) fn schema() -> Option<Value> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/spec/2025-11-25/schema.json");
    let path = std::env::var(PATH).unwrap_or_else(|_| beside.to_owned());
    let Ok(text) = std::fs::read_to_string(&path) else {
        skip();
        return None;
    };
    Some(serde_json::from_str(&text).expect("the published schema is JSON"))
}

#[expect(clippy::print_stderr, reason = "whoever reads the test run must see that nothing was compared")]
fn skip() {
    eprintln!("skipped: no upstream schema; name its file in {PATH}");
}
