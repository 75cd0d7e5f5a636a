//! Roots. <https://modelcontextprotocol.io/specification/2025-11-25/client/roots>

pub(super) mod answers;
pub(super) mod requests;
