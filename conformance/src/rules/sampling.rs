//! Sampling. <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling>

pub(super) mod answers;
pub(super) mod requests;
pub(super) mod tools;
pub(super) mod validation;
