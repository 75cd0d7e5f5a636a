//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools>

pub(super) mod errors;
pub(super) mod inputs;
pub(super) mod listing;
pub(super) mod results;
pub(super) mod schemas;
