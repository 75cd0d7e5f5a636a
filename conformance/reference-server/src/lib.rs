//! A small MCP server that is right on purpose.
