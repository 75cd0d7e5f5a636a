//! Streamable HTTP. <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>

pub(super) mod answers;
pub(super) mod endpoint;
pub(super) mod origin;
mod scene;
pub(super) mod sessions;
pub(super) mod version;

pub(super) use scene::{Fault, Scene, scenes};
