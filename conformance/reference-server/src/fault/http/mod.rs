//! Faults over Streamable HTTP, of either party.

mod client;
mod edit;
mod event;
mod faulty;
mod opened;
mod response;
mod server;
mod stream;
mod talk;

pub(super) use edit::{HttpEdit, StreamEdit};
