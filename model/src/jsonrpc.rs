//! The envelope of JSON-RPC 2.0.

use crate::wire::wire;
use crate::{ErrorObject, JsonObject, OpaqueResult, RequestId};

wire! {
    /// Any request, whatever its method.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#requests>.
    pub struct JsonRpcRequest [jsonrpc "2.0"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// What is asked for.
        pub method: String,
        /// With what.
        pub params: Option<JsonObject>,
    }
}

wire! {
    /// Any notification, whatever its method.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#notifications>.
    pub struct JsonRpcNotification [jsonrpc "2.0"] {
        /// What happened.
        pub method: String,
        /// With what.
        pub params: Option<JsonObject>,
    }
}

wire! {
    /// The response to a request that succeeded; `T` is the result its request asks for.
    ///
    /// ```
    /// use mcp_model::{JsonRpcResultResponse, ListToolsResult};
    /// let text = br#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#;
    /// let response: JsonRpcResultResponse<ListToolsResult> = mcp_model::decode(text)?;
    /// assert!(response.result.tools.is_empty());
    /// # Ok::<(), mcp_model::DecodeError>(())
    /// ```
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#result-responses>.
    pub struct JsonRpcResultResponse<T = OpaqueResult> [jsonrpc "2.0"] {
        /// That of the request.
        pub id: RequestId,
        /// What was asked for.
        pub result: T,
    }
}

wire! {
    /// The response to a request that failed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses>.
    pub struct JsonRpcErrorResponse [jsonrpc "2.0"] {
        /// That of the request; absent where it could not be read.
        pub id: Option<RequestId>,
        /// Why it failed.
        pub error: ErrorObject,
    }
}
