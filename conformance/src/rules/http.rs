//! Streamable HTTP. <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>

pub(super) mod answers;
pub(super) mod client;
pub(super) mod client_sessions;
pub(super) mod client_streams;
pub(super) mod endpoint;
pub(super) mod listening;
pub(super) mod origin;
pub(super) mod requests;
pub(super) mod resuming;
mod scene;
pub(super) mod sessions;
mod stream;
pub(super) mod streams;
pub(super) mod version;

pub(super) use scene::{Fault, Scene, scenes};
