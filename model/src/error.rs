//! What an error response says.

use crate::wire::wire;
use crate::{Integer, Json};

/// The message was not JSON.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses>.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON was no request.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses>.
pub const INVALID_REQUEST: i64 = -32600;
/// There is no such method here.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses>.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The params do not fit the method, or name a thing that does not exist.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling>.
pub const INVALID_PARAMS: i64 = -32602;
/// The receiver failed.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#error-handling>.
pub const INTERNAL_ERROR: i64 = -32603;
/// There is no such resource.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling>.
pub const RESOURCE_NOT_FOUND: i64 = -32002;
/// The user must first do something at a URL.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>.
pub const URL_ELICITATION_REQUIRED: i64 = -32042;

wire! {
    /// Why a request failed: the specification's `Error`, under a name that leaves Rust's own alone.
    ///
    /// ```
    /// use mcp_model::{ErrorObject, METHOD_NOT_FOUND};
    /// let error = ErrorObject::new(METHOD_NOT_FOUND, "no such method");
    /// assert_eq!(error.code, METHOD_NOT_FOUND);
    /// ```
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#error-responses>.
    pub struct ErrorObject {
        /// The sort of failure; the constants of this crate name the known ones.
        pub code: Integer,
        /// One sentence about it.
        pub message: String,
        /// More about it; may be null.
        pub data: Option<Json>,
    }
}
