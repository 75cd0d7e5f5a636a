//! How a tool may be run.

use crate::wire::wire;

wire! {
    /// Whether calls of a tool may be made as tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation>.
    pub enum TaskSupport {
        /// They must not be.
        Forbidden = "forbidden",
        /// They may be.
        Optional = "optional",
        /// They must be.
        Required = "required",
    }
}

wire! {
    /// How a tool may be run.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation>.
    pub struct ToolExecution {
        /// Whether calls may be made as tasks; absent means forbidden.
        pub task_support: Option<TaskSupport> = "taskSupport",
    }
}

impl ToolExecution {
    /// Calls must not be made as tasks.
    pub fn task_forbidden() -> Self {
        Self::new().task_support(TaskSupport::Forbidden)
    }

    /// Calls may be made as tasks.
    pub fn task_optional() -> Self {
        Self::new().task_support(TaskSupport::Optional)
    }

    /// Calls must be made as tasks.
    pub fn task_required() -> Self {
        Self::new().task_support(TaskSupport::Required)
    }

    /// What holds, also where nothing is said.
    pub fn support(&self) -> TaskSupport {
        self.task_support.unwrap_or(TaskSupport::Forbidden)
    }
}
