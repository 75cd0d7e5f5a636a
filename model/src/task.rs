//! Tasks: requests whose results are fetched later.

use crate::wire::wire;
use crate::{Integer, RequestMeta};

wire! {
    /// The wish to have a request run as a task.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks>.
    pub struct TaskMetadata {
        /// How long to keep the task after its creation, in milliseconds.
        pub ttl: Option<Integer>,
    }
}

wire! {
    /// What the params of a request that may be run as a task carry.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks>.
    pub struct TaskAugmentedRequestParams {
        /// Asks to run it as a task.
        pub task: Option<TaskMetadata>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}
