//! Judges servers (and, from a recording, clients) of the Model Context Protocol, revision 2025-11-25.
//!
//! Data flows one way: a script speaks over a wire, the wire is recorded as a [`Transcript`], a [`Rule`] judges
//! the transcript, the verdicts become a [`Report`], and a renderer turns the report into bytes.
//!
//! [`Transcript`]: transcript::Transcript
//! [`Rule`]: rule::Rule
//! [`Report`]: report::Report

pub mod baseline;
pub mod cli;
pub mod coverage;
pub mod example;
pub mod judge;
pub mod mutant;
pub mod prose;
pub mod render;
pub mod report;
pub mod requirement;
pub mod revision;
pub mod rule;
pub mod rules;
pub mod schema;
mod scripts;
pub mod suite;
pub mod tap;
pub mod transcript;
pub mod validate;
mod wire;
