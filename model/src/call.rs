//! Calling tools.

use crate::wire::wire;
use crate::{ContentBlock, JsonObject, Meta, RequestId, RequestMeta, TaskMetadata};

wire! {
    /// Has a tool called.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools>.
    pub struct CallToolRequest [jsonrpc "2.0", method "tools/call"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which tool, with what.
        pub params: CallToolRequestParams,
    }
}

wire! {
    /// Which tool to call, with what.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools>.
    pub struct CallToolRequestParams {
        /// The tool's name.
        pub name: String,
        /// The arguments, as the tool's input schema has them.
        pub arguments: Option<JsonObject>,
        /// Asks to run the call as a task.
        pub task: Option<TaskMetadata>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// What a tool gave back, also when it failed.
    ///
    /// ```
    /// let result = mcp_model::CallToolResult::new(["22 degrees"]);
    /// assert_eq!(
    ///     serde_json::to_string(&result)?,
    ///     r#"{"content":[{"type":"text","text":"22 degrees"}]}"#,
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result>.
    pub struct CallToolResult {
        /// The pieces of content.
        pub content: Vec<ContentBlock>,
        /// The result as an object, as the tool's output schema has it.
        pub structured_content: Option<JsonObject> = "structuredContent",
        /// Whether the tool failed; absent means that it did not.
        pub is_error: Option<bool> = "isError",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}
