//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio>

pub(super) mod framing;
pub(super) mod process;
