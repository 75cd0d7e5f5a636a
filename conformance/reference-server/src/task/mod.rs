//! Calls that run as tasks: begun at once, looked at while they work, and fetched when they are done.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks>

mod ending;
mod job;
mod jobs;
mod related;
mod state;
mod voice;

pub(crate) use ending::Ending;
pub(crate) use job::Job;
pub(crate) use jobs::{Jobs, TaskLimits};
pub(crate) use related::related;
