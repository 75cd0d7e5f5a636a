//! Numbers of any size, kept as they are spelled.

mod decimal;
mod fixed;
mod integer;
mod priority;
mod text;

pub(crate) use decimal::Decimal;
pub use integer::Integer;
pub use priority::{OutOfRange, Priority};
pub use text::{NotFinite, Number};
