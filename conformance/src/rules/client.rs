//! What binds clients on the pages about the base protocol and the features of servers.

pub(super) mod cancellation;
pub(super) mod completion;
pub(super) mod handshake;
pub(super) mod pagination;
pub(super) mod prompts;
pub(super) mod resources;
pub(super) mod shutdown;
