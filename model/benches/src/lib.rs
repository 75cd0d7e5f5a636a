//! What is measured: the cases, and for each the same work by `mcp-model` and by its peers.

pub mod case;
pub mod contender;
pub mod input;

mod cases;

pub use case::Case;
pub use cases::all;
pub use contender::{Contender, Way, Who};
