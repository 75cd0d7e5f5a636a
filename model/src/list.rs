//! The four lists of a server.

use crate::wire::wire;
use crate::{Cursor, Meta, PaginatedRequestParams, Prompt, RequestId, Resource, ResourceTemplate, Tool};

wire! {
    /// Asks for the server's tools, one page at a time.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#listing-tools>.
    pub struct ListToolsRequest [jsonrpc "2.0", method "tools/list"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Where the list shall go on.
        pub params: Option<PaginatedRequestParams>,
    }
}

wire! {
    /// One page of the server's tools.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#listing-tools>.
    pub struct ListToolsResult {
        /// The tools of this page.
        pub tools: Vec<Tool>,
        /// Where the list goes on; absent on the last page.
        pub next_cursor: Option<Cursor> = "nextCursor",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks for the server's resources, one page at a time.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#listing-resources>.
    pub struct ListResourcesRequest [jsonrpc "2.0", method "resources/list"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Where the list shall go on.
        pub params: Option<PaginatedRequestParams>,
    }
}

wire! {
    /// One page of the server's resources.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#listing-resources>.
    pub struct ListResourcesResult {
        /// The resources of this page.
        pub resources: Vec<Resource>,
        /// Where the list goes on; absent on the last page.
        pub next_cursor: Option<Cursor> = "nextCursor",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks for the server's resource templates, one page at a time.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates>.
    pub struct ListResourceTemplatesRequest [jsonrpc "2.0", method "resources/templates/list"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Where the list shall go on.
        pub params: Option<PaginatedRequestParams>,
    }
}

wire! {
    /// One page of the server's resource templates.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates>.
    pub struct ListResourceTemplatesResult {
        /// The resource templates of this page.
        pub resource_templates: Vec<ResourceTemplate> = "resourceTemplates",
        /// Where the list goes on; absent on the last page.
        pub next_cursor: Option<Cursor> = "nextCursor",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks for the server's prompts, one page at a time.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#listing-prompts>.
    pub struct ListPromptsRequest [jsonrpc "2.0", method "prompts/list"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Where the list shall go on.
        pub params: Option<PaginatedRequestParams>,
    }
}

wire! {
    /// One page of the server's prompts.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#listing-prompts>.
    pub struct ListPromptsResult {
        /// The prompts of this page.
        pub prompts: Vec<Prompt>,
        /// Where the list goes on; absent on the last page.
        pub next_cursor: Option<Cursor> = "nextCursor",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}
