//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index>

pub(super) mod answers;
pub(super) mod envelope;
pub(super) mod errors;
pub(super) mod ids;
pub(super) mod input;
pub(super) mod schema;
