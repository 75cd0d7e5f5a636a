//! The reference server under load and under fire, as a process of its own. `.ci/extended` asks for more of both.

mod program;
mod sessions;
mod storm;
mod web;

/// How many: what the variable says, or so many.
fn amount(variable: &str, otherwise: u64) -> u64 {
    let said = std::env::var(variable).ok();
    said.map_or(otherwise, |said| said.parse().unwrap_or_else(|_| panic!("{variable} is no number: {said}")))
}
