//! The challenge of a protected server. <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization>

mod challenge;
pub(super) mod discovery;
pub(super) mod metadata;
pub(super) mod refusals;
pub(super) mod scopes;
pub(super) mod token;
