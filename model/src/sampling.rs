//! Sampling: having the client's model say something.

use crate::wire::wire;
use crate::{
    AudioContent, ImageContent, Integer, JsonObject, Meta, ModelPreferences, Number, OneOrMany, RequestId, RequestMeta,
    Role, TaskMetadata, TextContent, Tool, ToolResultContent, ToolUseContent,
};

wire! {
    /// Asks the client to have its model say something.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages>.
    pub struct CreateMessageRequest [jsonrpc "2.0", method "sampling/createMessage"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// To what, and how.
        pub params: CreateMessageRequestParams,
    }
}

wire! {
    /// What the model shall answer, and how.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages>.
    pub struct CreateMessageRequestParams {
        /// The conversation so far.
        pub messages: Vec<SamplingMessage>,
        /// The most tokens to sample.
        pub max_tokens: Integer = "maxTokens",
        /// Which model to prefer.
        pub model_preferences: Option<ModelPreferences> = "modelPreferences",
        /// What the model is told first.
        pub system_prompt: Option<String> = "systemPrompt",
        /// Whose context to include; absent means none.
        pub include_context: Option<IncludeContext> = "includeContext",
        /// How freely to sample.
        pub temperature: Option<Number>,
        /// Texts that end the answer.
        pub stop_sequences: Option<Vec<String>> = "stopSequences",
        /// What to pass on to the model's provider.
        pub metadata: Option<JsonObject>,
        /// The tools that the model may use.
        pub tools: Option<Vec<Tool>>,
        /// Whether it must use them.
        pub tool_choice: Option<ToolChoice> = "toolChoice",
        /// Asks to run it as a task.
        pub task: Option<TaskMetadata>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// Whose context a sampling request includes.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#capabilities>.
    pub enum IncludeContext {
        /// Nobody's.
        None = "none",
        /// That of the server that asks.
        ThisServer = "thisServer",
        /// That of all servers.
        AllServers = "allServers",
    }
}

wire! {
    /// Whether a model uses tools.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tool-choice-modes>.
    pub enum ToolChoiceMode {
        /// As it likes.
        Auto = "auto",
        /// At least one before it ends.
        Required = "required",
        /// None.
        None = "none",
    }
}

wire! {
    /// Why a model stopped; another reason is kept as its text.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult>.
    pub free enum StopReason {
        /// It had said what it had to say.
        EndTurn = "endTurn",
        /// It said one of the texts that end the answer.
        StopSequence = "stopSequence",
        /// It reached the most tokens.
        MaxTokens = "maxTokens",
        /// It wants tools called.
        ToolUse = "toolUse",
    }
}

wire! {
    /// How a model uses tools.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tool-choice-modes>.
    pub struct ToolChoice {
        /// Whether it uses them; absent means as it likes.
        pub mode: Option<ToolChoiceMode>,
    }
}

wire! {
    /// What a model said.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages>.
    pub struct CreateMessageResult {
        /// Who said it.
        pub role: Role,
        /// What was said: one piece of content or several.
        pub content: OneOrMany<SamplingMessageContentBlock>,
        /// The model's name.
        pub model: String,
        /// Why it stopped, if that is known.
        pub stop_reason: Option<StopReason> = "stopReason",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A message of a conversation with a model.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#messages>.
    pub struct SamplingMessage {
        /// Who says it.
        pub role: Role,
        /// What is said: one piece of content or several.
        pub content: OneOrMany<SamplingMessageContentBlock>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// One piece of a message to or from a model.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#messages>.
    pub enum SamplingMessageContentBlock by type {
        "text" => Text(TextContent),
        "image" => Image(ImageContent),
        "audio" => Audio(AudioContent),
        "tool_use" => ToolUse(ToolUseContent),
        "tool_result" => ToolResult(ToolResultContent),
    }
}

impl From<&str> for SamplingMessageContentBlock {
    fn from(text: &str) -> Self {
        Self::Text(TextContent::new(text))
    }
}
