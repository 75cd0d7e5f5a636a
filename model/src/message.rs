//! Messages: one of request, notification and response.

use crate::wire::{Cx, Members, Object, Wire, macros};
use crate::{
    DecodeErrorKind, JsonRpcErrorResponse, JsonRpcNotification, JsonRpcRequest, JsonRpcResultResponse, OpaqueResult,
};
use serde::de::MapAccess;

/// A response of either sort.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#responses>.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonRpcResponse<T = OpaqueResult> {
    /// The request succeeded.
    Result(JsonRpcResultResponse<T>),
    /// The request failed.
    Error(JsonRpcErrorResponse),
}

impl<T> From<JsonRpcResultResponse<T>> for JsonRpcResponse<T> {
    fn from(response: JsonRpcResultResponse<T>) -> Self {
        Self::Result(response)
    }
}

impl<T> From<JsonRpcErrorResponse> for JsonRpcResponse<T> {
    fn from(response: JsonRpcErrorResponse) -> Self {
        Self::Error(response)
    }
}

impl<R, N, T> From<JsonRpcResponse<T>> for Message<R, N, T> {
    fn from(response: JsonRpcResponse<T>) -> Self {
        Self::Response(response)
    }
}

const ONE_OUTCOME: &str = "a response has `result` or `error`, and no other of `method`, `result` and `error`";
const JSONRPC: (&str, &str) = ("jsonrpc", "2.0");
const METHOD: &str = "method";
const NO_METHOD: &[&str] = &["method", "result", "error"];

impl<T: Wire> Object for JsonRpcResponse<T> {
    const EXPECTED: &'static str = "an object (JsonRpcResponse)";

    fn read_members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        _: Option<&'static str>,
        cx: Cx<'_>,
    ) -> Result<Self, A::Error> {
        members.check_in_passing(JSONRPC.0, JSONRPC.1);
        let outcome = members.find(NO_METHOD, cx)?;
        members.refuse(NO_METHOD, ONE_OUTCOME);
        match outcome {
            Some("result") => Object::read_members(members, None, cx).map(Self::Result),
            Some("error") => Object::read_members(members, None, cx).map(Self::Error),
            Some(_) => Err(cx.error(DecodeErrorKind::Value, ONE_OUTCOME)),
            None => Err(cx.error(DecodeErrorKind::Missing, "neither `result` nor `error` is there")),
        }
    }
}

/// One message; the direction it travels in says which requests and notifications there can be.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#messages>.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<R, N, T = OpaqueResult> {
    /// It asks for an answer.
    Request(R),
    /// It tells and wants no answer.
    Notification(N),
    /// It answers.
    Response(JsonRpcResponse<T>),
}

/// A message of any method.
///
/// ```
/// use mcp_model::{JsonRpcMessage, Message, decode};
/// let ping: JsonRpcMessage = decode(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)?;
/// assert!(matches!(ping, Message::Request(request) if request.method == "ping"));
///
/// let both = br#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#;
/// assert!(decode::<JsonRpcMessage>(both).is_err());
/// # Ok::<(), mcp_model::DecodeError>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#messages>.
pub type JsonRpcMessage = Message<JsonRpcRequest, JsonRpcNotification>;

const ONE_ROLE: &str = "a request or notification has neither `result` nor `error`";
const NO_ID: &str = "a notification has none of `id`, `result` and `error`";

impl<R: Object, N: Object, T: Wire> Object for Message<R, N, T> {
    const EXPECTED: &'static str = "an object (a message)";

    fn read_members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        _: Option<&'static str>,
        cx: Cx<'_>,
    ) -> Result<Self, A::Error> {
        members.check_in_passing(JSONRPC.0, JSONRPC.1);
        match members.find(NO_METHOD, cx)? {
            Some(METHOD) => read_call(members, cx),
            Some(_) => JsonRpcResponse::read_members(members, None, cx).map(Self::Response),
            None => Err(cx.error(DecodeErrorKind::Missing, "none of `method`, `result` and `error` is there")),
        }
    }
}

/// Reads on from `method`; an `id`, wherever it stands, makes it a request.
fn read_call<'de, R: Object, N: Object, T, A: MapAccess<'de>>(
    members: &mut Members<'de, A>,
    cx: Cx<'_>,
) -> Result<Message<R, N, T>, A::Error> {
    if !members.has_kept("id") {
        let method = members.take_tag(METHOD, cx)?.unwrap_or_default();
        let tells = method.starts_with("notifications/");
        members.put_tag(METHOD, method);
        if tells {
            members.refuse(&["id", "result", "error"], NO_ID);
            return N::read_members(members, None, cx).map(Message::Notification);
        }
    }
    members.refuse(&["result", "error"], ONE_ROLE);
    if members.has_kept("id") || members.find(&["id"], cx)?.is_some() {
        R::read_members(members, None, cx).map(Message::Request)
    } else {
        N::read_members(members, None, cx).map(Message::Notification)
    }
}

macros::union! { [T: Wire] JsonRpcResponse { Result(JsonRpcResultResponse<T>), Error(JsonRpcErrorResponse) } }
macros::union! { [R: Object, N: Object, T: Wire] Message { Request(R), Notification(N), Response(JsonRpcResponse<T>) } }
