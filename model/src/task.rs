//! Tasks: requests whose results are fetched later.

use crate::wire::wire;
use crate::{Integer, Nullable, RequestMeta};

wire! {
    /// Where a task stands; the last three are final.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status>.
    pub enum TaskStatus {
        /// It runs.
        Working = "working",
        /// It waits for something from the asker.
        InputRequired = "input_required",
        /// It has its result.
        Completed = "completed",
        /// It has failed.
        Failed = "failed",
        /// It was given up.
        Cancelled = "cancelled",
    }
}

wire! {
    /// A request that runs on its own.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task>.
    pub struct Task {
        /// What it is called by; the receiver makes it up.
        pub task_id: String = "taskId",
        /// Where it stands.
        pub status: TaskStatus,
        /// When it was created, in ISO 8601.
        pub created_at: String = "createdAt",
        /// When it last changed, in ISO 8601.
        pub last_updated_at: String = "lastUpdatedAt",
        /// How long it is kept after its creation, in milliseconds; null for ever.
        pub ttl: Nullable<Integer>,
        /// More about where it stands, for people.
        pub status_message: Option<String> = "statusMessage",
        /// How long to wait between questions about it, in milliseconds.
        pub poll_interval: Option<Integer> = "pollInterval",
    }
}

wire! {
    /// The wish to have a request run as a task.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-parameters>.
    pub struct TaskMetadata {
        /// How long to keep the task after its creation, in milliseconds.
        pub ttl: Option<Integer>,
    }
}

wire! {
    /// The task that a message belongs to; the value of the `_meta` key `io.modelcontextprotocol/related-task`.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#related-task-metadata>.
    pub struct RelatedTaskMetadata {
        /// The task's id.
        pub task_id: String = "taskId",
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

impl TaskStatus {
    /// Whether it will not change any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}
