//! Following tasks.

use crate::wire::wire;
use crate::{Cursor, Integer, Meta, Nullable, PaginatedRequestParams, RequestId, Task, TaskStatus};

wire! {
    /// Which task.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks>.
    pub struct TaskRequestParams {
        /// The task's id.
        pub task_id: String = "taskId",
    }
}

wire! {
    /// What is answered to a request that runs as a task: the task, and not its result.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks>.
    pub struct CreateTaskResult {
        /// The task.
        pub task: Task,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks where a task stands.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks>.
    pub struct GetTaskRequest [jsonrpc "2.0", method "tasks/get"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which task.
        pub params: TaskRequestParams,
    }
}

wire! {
    /// Where a task stands.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks>.
    pub struct GetTaskResult {
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
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks for a task's result and waits for it.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results>.
    pub struct GetTaskPayloadRequest [jsonrpc "2.0", method "tasks/result"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which task.
        pub params: TaskRequestParams,
    }
}

wire! {
    /// A task's result: what the request that became the task asks for. Its members are read by that request.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results>.
    pub struct GetTaskPayloadResult {
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Gives up a task.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks>.
    pub struct CancelTaskRequest [jsonrpc "2.0", method "tasks/cancel"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which task.
        pub params: TaskRequestParams,
    }
}

wire! {
    /// Where a task stands after it was given up.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks>.
    pub struct CancelTaskResult {
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
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks for the tasks that there are, one page at a time.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#listing-tasks>.
    pub struct ListTasksRequest [jsonrpc "2.0", method "tasks/list"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Where the list shall go on.
        pub params: Option<PaginatedRequestParams>,
    }
}

wire! {
    /// One page of the tasks that there are.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#listing-tasks>.
    pub struct ListTasksResult {
        /// The tasks of this page.
        pub tasks: Vec<Task>,
        /// Where the list goes on; absent on the last page.
        pub next_cursor: Option<Cursor> = "nextCursor",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A task has come to stand elsewhere.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-notification>.
    pub struct TaskStatusNotification [jsonrpc "2.0", method "notifications/tasks/status"] {
        /// Where it stands.
        pub params: TaskStatusNotificationParams,
    }
}

wire! {
    /// Where a task stands now.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-notification>.
    pub struct TaskStatusNotificationParams {
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
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

/// A task among the members of a larger object.
macro_rules! holds_task {
    ($($name:ident),+) => {$(
        impl From<Task> for $name {
            fn from(task: Task) -> Self {
                Self {
                    task_id: task.task_id,
                    status: task.status,
                    created_at: task.created_at,
                    last_updated_at: task.last_updated_at,
                    ttl: task.ttl,
                    status_message: task.status_message,
                    poll_interval: task.poll_interval,
                    meta: None,
                    extra: task.extra,
                }
            }
        }

        impl From<$name> for Task {
            fn from(holder: $name) -> Self {
                Self {
                    task_id: holder.task_id,
                    status: holder.status,
                    created_at: holder.created_at,
                    last_updated_at: holder.last_updated_at,
                    ttl: holder.ttl,
                    status_message: holder.status_message,
                    poll_interval: holder.poll_interval,
                    extra: holder.extra,
                }
            }
        }
    )+};
}

holds_task!(GetTaskResult, CancelTaskResult, TaskStatusNotificationParams);
