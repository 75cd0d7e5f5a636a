//! Reading resources and hearing of their changes.

use crate::wire::wire;
use crate::{AnyResourceContents, Meta, RequestId, RequestMeta};

wire! {
    /// What requests about one resource carry.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources>.
    pub struct ResourceRequestParams {
        /// The resource's URI.
        pub uri: String as "uri",
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// Which resource to read.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#reading-resources>.
    pub struct ReadResourceRequestParams {
        /// The resource's URI.
        pub uri: String as "uri",
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// Which resource to be told about.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>.
    pub struct SubscribeRequestParams {
        /// The resource's URI.
        pub uri: String as "uri",
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// Which resource to be told about no longer.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>.
    pub struct UnsubscribeRequestParams {
        /// The resource's URI.
        pub uri: String as "uri",
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// Asks for a resource's contents.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#reading-resources>.
    pub struct ReadResourceRequest [jsonrpc "2.0", method "resources/read"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which resource.
        pub params: ReadResourceRequestParams,
    }
}

wire! {
    /// A resource's contents, of which there may be several.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#reading-resources>.
    pub struct ReadResourceResult {
        /// The contents.
        pub contents: Vec<AnyResourceContents>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Asks to be told when a resource changes.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>.
    pub struct SubscribeRequest [jsonrpc "2.0", method "resources/subscribe"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which resource.
        pub params: SubscribeRequestParams,
    }
}

wire! {
    /// Asks to be told no longer.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>.
    pub struct UnsubscribeRequest [jsonrpc "2.0", method "resources/unsubscribe"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which resource.
        pub params: UnsubscribeRequestParams,
    }
}

wire! {
    /// A resource that the client subscribed to has changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>.
    pub struct ResourceUpdatedNotification [jsonrpc "2.0", method "notifications/resources/updated"] {
        /// Which resource.
        pub params: ResourceUpdatedNotificationParams,
    }
}

wire! {
    /// Which resource has changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>.
    pub struct ResourceUpdatedNotificationParams {
        /// Its URI, which may lie below the one subscribed to.
        pub uri: String as "uri",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}
