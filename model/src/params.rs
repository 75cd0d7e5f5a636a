//! What the params of all requests and notifications have.

use crate::wire::wire;
use crate::{Cursor, JsonObject, Meta, RequestId, RequestMeta};

wire! {
    /// What the params of every request may carry.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta>.
    pub struct RequestParams {
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// What the params of every notification may carry.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta>.
    pub struct NotificationParams {
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Where a list shall go on.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination>.
    pub struct PaginatedRequestParams {
        /// The cursor of the page before; absent asks for the first page.
        pub cursor: Option<Cursor>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// What every result may carry; all there is to one without data. The specification's `Result`, under a name that
    /// leaves Rust's own alone.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#result-responses>.
    pub struct ResultObject {
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

/// A result that carries no data: success, and that is all.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping>.
pub type EmptyResult = ResultObject;

wire! {
    /// What every request says, without the envelope.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#requests>.
    pub struct Request {
        /// What is asked for.
        pub method: String,
        /// With what.
        pub params: Option<JsonObject>,
    }
}

wire! {
    /// What every notification says, without the envelope.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#notifications>.
    pub struct Notification {
        /// What happened.
        pub method: String,
        /// With what.
        pub params: Option<JsonObject>,
    }
}

wire! {
    /// Any request for a list in pages.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination#request-format>.
    pub struct PaginatedRequest [jsonrpc "2.0"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Which list is asked for.
        pub method: String,
        /// Where the list shall go on.
        pub params: Option<PaginatedRequestParams>,
    }
}

wire! {
    /// What every page of a list says.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination#response-format>.
    pub struct PaginatedResult {
        /// Where the list goes on; absent on the last page.
        pub next_cursor: Option<Cursor> = "nextCursor",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}
