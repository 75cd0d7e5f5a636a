//! Faults over Streamable HTTP, of either party.

mod client;
mod edit;
mod faulty;
mod response;
mod server;
mod stream;
mod talk;

pub(super) use edit::{HttpEdit, StreamEdit};
