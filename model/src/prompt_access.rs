//! Getting a prompt.

use crate::wire::wire;
use crate::{ContentBlock, Map, Meta, RequestId, RequestMeta, Role};

wire! {
    /// Asks for a prompt with its gaps filled in.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt>.
    pub struct GetPromptRequest [jsonrpc "2.0", method "prompts/get"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which prompt, filled in how.
        pub params: GetPromptRequestParams,
    }
}

wire! {
    /// Which prompt to give, filled in how.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt>.
    pub struct GetPromptRequestParams {
        /// The prompt's name.
        pub name: String,
        /// What to fill in, by argument.
        pub arguments: Option<Map<String>>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// A prompt with its gaps filled in.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt>.
    pub struct GetPromptResult {
        /// The messages.
        pub messages: Vec<PromptMessage>,
        /// What the prompt is for.
        pub description: Option<String>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A message of a prompt.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#promptmessage>.
    pub struct PromptMessage {
        /// Who says it.
        pub role: Role,
        /// What is said.
        pub content: ContentBlock,
    }
}
