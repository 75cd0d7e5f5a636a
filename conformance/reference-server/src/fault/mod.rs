//! Servers and clients that are wrong on purpose: a mutant is a file that says what goes wrong when, and what carries the
//! messages makes it so. The server behind it stays right, and knows nothing of it.

mod asked;
mod http;
mod message;
mod mutant;
mod occasion;
mod pattern;
mod reference;
mod relay;
mod serve;
mod step;
mod voice;

pub use mutant::{BadMutant, Mutant, Over, Party};
pub use relay::Ended;
