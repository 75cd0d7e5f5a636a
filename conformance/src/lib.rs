//! Judges MCP servers against the specification.
