//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle>

pub(super) mod agreed;
pub(super) mod capabilities;
pub(super) mod coping;
pub(super) mod initialize;
pub(super) mod order;
pub(super) mod timeouts;
pub(super) mod version;
