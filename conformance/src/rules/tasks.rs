//! Tasks. <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks>

pub(super) mod cancelling;
pub(super) mod client;
pub(super) mod creation;
pub(super) mod input;
pub(super) mod lifecycle;
pub(super) mod listing;
pub(super) mod naming;
pub(super) mod object;
pub(super) mod requestor;
pub(super) mod results;
mod sighting;
pub(super) mod support;
pub(super) mod unknown;
