//! The JSON Schema of the revision, as it is generated from the types of `mcp-model`.

/// The whole schema as JSON: every definition under `$defs`.
pub const TEXT: &str = include_str!("../data/schema.json");
