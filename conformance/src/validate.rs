//! Judges single values: JSON, shape, and what the prose asks.
//!
//! One pass over the text, guided by the schema, finds everything: whether it is JSON, names that are given twice, what the
//! schema says no to, and which claims of the [`prose`](crate::prose) are broken. No tree is built, so accepting is fast;
//! nothing is forgotten on the way, so refusing is precise.

mod claims;
mod compile;
mod definition;
pub mod diagnostic;
mod flatten;
pub mod input;
mod judged;
mod locate;
mod message;
mod messages;
mod node;
mod number;
mod problem;
mod recording;
mod refusal;
mod skip;
mod string;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod trail;
mod union;
mod waiting;
mod walk;

pub use compile::UnknownKeyword;
pub use definition::Definition;
pub use judged::{Judged, Placed, Reading, Source};
pub use message::{Asked, asked};
pub use problem::Problem;
