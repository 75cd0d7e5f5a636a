//! Tools and what is said about them.

use crate::metadata::described;
use crate::wire::wire;
use crate::{Icon, Meta, ObjectSchema, ToolAnnotations, ToolExecution};

wire! {
    /// Something that a client may have done by calling it.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool>.
    pub struct Tool {
        /// What it is called by; unique among the server's tools.
        pub name: String,
        /// What people see.
        pub title: Option<String>,
        /// What it does, for the model that picks it.
        pub description: Option<String>,
        /// Pictures of it in several sizes and formats.
        pub icons: Option<Vec<Icon>>,
        /// The JSON Schema of its arguments.
        pub input_schema: ObjectSchema = "inputSchema",
        /// How it may be run, as a task or not.
        pub execution: Option<ToolExecution>,
        /// The JSON Schema of its structured results.
        pub output_schema: Option<ObjectSchema> = "outputSchema",
        /// Hints about what calling it means; replaces all earlier ones.
        pub annotations: Option<ToolAnnotations>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

described!(Tool);

impl Tool {
    /// What to show people: the title, else the title among the annotations, else the name.
    pub fn display_name(&self) -> &str {
        let annotated = self.annotations.as_ref().and_then(|all| all.title.as_deref());
        self.title.as_deref().or(annotated).unwrap_or(&self.name)
    }

    /// Whether it may, must or must not be called as a task; without a word it must not.
    pub fn task_support(&self) -> crate::TaskSupport {
        self.execution.as_ref().map_or(crate::TaskSupport::Forbidden, ToolExecution::support)
    }
}
