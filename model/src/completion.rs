//! Completing arguments while they are typed.

use crate::wire::wire;
use crate::{Integer, Map, Meta, RequestId, RequestMeta};

wire! {
    /// Asks how an argument may go on.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#requesting-completions>.
    pub struct CompleteRequest [jsonrpc "2.0", method "completion/complete"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which argument.
        pub params: CompleteRequestParams,
    }
}

wire! {
    /// Which argument is being typed, and how far.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#requesting-completions>.
    pub struct CompleteRequestParams {
        /// What the argument belongs to.
        pub reference: CompletionReference = "ref",
        /// The argument.
        pub argument: CompletionArgument,
        /// What is known already.
        pub context: Option<CompletionContext>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// An argument as far as it is typed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#requesting-completions>.
    pub struct CompletionArgument {
        /// The argument's name.
        pub name: String,
        /// What is typed so far.
        pub value: String,
    }
}

wire! {
    /// What is known while an argument is typed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#requesting-completions>.
    pub struct CompletionContext {
        /// The arguments filled in already.
        pub arguments: Option<Map<String>>,
    }
}

wire! {
    /// What an argument belongs to.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types>.
    pub enum CompletionReference by type {
        "ref/prompt" => Prompt(PromptReference),
        "ref/resource" => ResourceTemplate(ResourceTemplateReference),
    }
}

wire! {
    /// A prompt, by its name.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types>.
    pub struct PromptReference [type "ref/prompt"] {
        /// The prompt's name.
        pub name: String,
        /// What people see.
        pub title: Option<String>,
    }
}

wire! {
    /// A resource or a template of resources, by its URI.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types>.
    pub struct ResourceTemplateReference [type "ref/resource"] {
        /// The URI or the template of URIs.
        pub uri: String as "uri-template",
    }
}

wire! {
    /// How an argument may go on.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results>.
    pub struct CompleteResult {
        /// The ways.
        pub completion: Completion,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// The ways in which an argument may go on.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results>.
    pub struct Completion {
        /// At most 100 of them, the best first.
        pub values: Vec<String>,
        /// How many there are in all.
        pub total: Option<Integer>,
        /// Whether there are more than these.
        pub has_more: Option<bool> = "hasMore",
    }
}
