//! The reference server under load and under fire, as a process of its own. Both take long: `.ci/extended` runs them.

mod program;
mod sessions;
mod storm;
mod web;
