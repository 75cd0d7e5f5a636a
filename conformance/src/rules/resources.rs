//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources>

pub(super) mod errors;
pub(super) mod listing;
pub(super) mod subscriptions;
