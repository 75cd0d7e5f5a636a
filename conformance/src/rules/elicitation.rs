//! Elicitation. <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation>

pub(super) mod answers;
pub(super) mod forms;
mod mode;
pub(super) mod outcome;
pub(super) mod requests;
pub(super) mod required;
pub(super) mod urls;
