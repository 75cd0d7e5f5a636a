//! What clients and servers say they can do.

use crate::wire::wire;
use crate::{JsonObject, Map};

wire! {
    /// What a client can do; what is absent it cannot.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation>.
    pub struct ClientCapabilities {
        /// Capabilities that no specification defines.
        pub experimental: Option<Map<JsonObject>>,
        /// It names its roots.
        pub roots: Option<RootsCapability>,
        /// It samples from a model.
        pub sampling: Option<SamplingCapability>,
        /// It asks its user.
        pub elicitation: Option<ElicitationCapability>,
        /// It runs requests as tasks.
        pub tasks: Option<ClientTasksCapability>,
    }
}

wire! {
    /// How a client names its roots.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/roots#capabilities>.
    pub struct RootsCapability {
        /// It notifies of changes.
        pub list_changed: Option<bool> = "listChanged",
    }
}

wire! {
    /// How a client samples.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#capabilities>.
    pub struct SamplingCapability {
        /// It includes context where `includeContext` asks for it.
        pub context: Option<JsonObject>,
        /// It lets the model use tools.
        pub tools: Option<JsonObject>,
    }
}

wire! {
    /// How a client asks its user; one that names no mode has forms.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities>.
    pub struct ElicitationCapability {
        /// By a form.
        pub form: Option<JsonObject>,
        /// At a URL.
        pub url: Option<JsonObject>,
    }
}

wire! {
    /// What a client can do with tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#client-capabilities>.
    pub struct ClientTasksCapability {
        /// It lists them.
        pub list: Option<JsonObject>,
        /// It cancels them.
        pub cancel: Option<JsonObject>,
        /// The requests that may be made as tasks.
        pub requests: Option<ClientTaskRequests>,
    }
}

wire! {
    /// The requests that a client runs as tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#client-capabilities>.
    pub struct ClientTaskRequests {
        /// Those about sampling.
        pub sampling: Option<SamplingTaskRequests>,
        /// Those about elicitation.
        pub elicitation: Option<ElicitationTaskRequests>,
    }
}

wire! {
    /// The sampling requests that a client runs as tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#client-capabilities>.
    pub struct SamplingTaskRequests {
        /// `sampling/createMessage`.
        pub create_message: Option<JsonObject> = "createMessage",
    }
}

wire! {
    /// The elicitation requests that a client runs as tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#client-capabilities>.
    pub struct ElicitationTaskRequests {
        /// `elicitation/create`.
        pub create: Option<JsonObject>,
    }
}

wire! {
    /// What a server can do; what is absent it cannot.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation>.
    pub struct ServerCapabilities {
        /// Capabilities that no specification defines.
        pub experimental: Option<Map<JsonObject>>,
        /// It sends log messages.
        pub logging: Option<JsonObject>,
        /// It completes arguments.
        pub completions: Option<JsonObject>,
        /// It has prompts.
        pub prompts: Option<PromptsCapability>,
        /// It has resources.
        pub resources: Option<ResourcesCapability>,
        /// It has tools.
        pub tools: Option<ToolsCapability>,
        /// It runs requests as tasks.
        pub tasks: Option<ServerTasksCapability>,
    }
}

wire! {
    /// How a server offers prompts.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#capabilities>.
    pub struct PromptsCapability {
        /// It notifies of changes to the list.
        pub list_changed: Option<bool> = "listChanged",
    }
}

wire! {
    /// How a server offers resources.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#capabilities>.
    pub struct ResourcesCapability {
        /// It notifies subscribers of changes to a resource.
        pub subscribe: Option<bool>,
        /// It notifies of changes to the list.
        pub list_changed: Option<bool> = "listChanged",
    }
}

wire! {
    /// How a server offers tools.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#capabilities>.
    pub struct ToolsCapability {
        /// It notifies of changes to the list.
        pub list_changed: Option<bool> = "listChanged",
    }
}

wire! {
    /// What a server can do with tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#server-capabilities>.
    pub struct ServerTasksCapability {
        /// It lists them.
        pub list: Option<JsonObject>,
        /// It cancels them.
        pub cancel: Option<JsonObject>,
        /// The requests that may be made as tasks.
        pub requests: Option<ServerTaskRequests>,
    }
}

wire! {
    /// The requests that a server runs as tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#server-capabilities>.
    pub struct ServerTaskRequests {
        /// Those about tools.
        pub tools: Option<ToolTaskRequests>,
    }
}

wire! {
    /// The tool requests that a server runs as tasks.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#server-capabilities>.
    pub struct ToolTaskRequests {
        /// `tools/call`.
        pub call: Option<JsonObject>,
    }
}
