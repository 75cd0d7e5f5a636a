//! Roots: where a server may work.

use crate::wire::wire;
use crate::{Meta, NotificationParams, RequestId, RequestParams};

wire! {
    /// Asks for the client's roots.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/roots#listing-roots>.
    pub struct ListRootsRequest [jsonrpc "2.0", method "roots/list"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// What the protocol does not define.
        pub params: Option<RequestParams>,
    }
}

wire! {
    /// The client's roots.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/roots#listing-roots>.
    pub struct ListRootsResult {
        /// The roots.
        pub roots: Vec<Root>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A directory or file that a server may work on.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root>.
    pub struct Root {
        /// Its URI, which starts with `file://`.
        pub uri: String as "uri",
        /// What people call it.
        pub name: Option<String>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// The client's roots have changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes>.
    pub struct RootsListChangedNotification [jsonrpc "2.0", method "notifications/roots/list_changed"] {
        /// What the protocol does not define.
        pub params: Option<NotificationParams>,
    }
}
