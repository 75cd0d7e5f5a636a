//! What a tool's handler may return.

use mcp_model::{CallToolResult, ContentBlock, ErrorObject, Json, JsonObject, TextContent};
use serde::Serialize;
use tower::BoxError;

use crate::{ClientError, ProtocolError};

/// A failure that the model may read and act upon: it becomes a result with `isError`.
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling>
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(String);

impl ToolError {
    /// A failure told in these words. Say what to do differently.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// How a handler fails: in words for the model, or as an error of the protocol.
#[derive(Debug, Clone)]
pub enum Failure {
    /// The tool could not do it; the model may read why.
    Tool(ToolError),
    /// The request itself is at fault, or something else must happen first.
    Protocol(ErrorObject),
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        Self::Tool(error)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Tool(ToolError(message))
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        Self::Tool(ToolError::new(message))
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        Self::Tool(ToolError::new(error.to_string()))
    }
}

impl From<ErrorObject> for Failure {
    fn from(error: ErrorObject) -> Self {
        Self::Protocol(error)
    }
}

/// The output of a tool that declares none: plain text, content blocks or a whole result.
#[derive(Debug)]
pub enum Untyped {}

/// What a handler of a tool with output `O` may return. `M` only tells the implementations apart.
pub trait IntoToolResult<O, M> {
    /// The result that the client gets, or the error that takes its place.
    ///
    /// # Errors
    ///
    /// A [`Failure::Protocol`], or that the output could not be written as JSON.
    fn into_tool_result(self) -> Result<CallToolResult, BoxError>;
}

/// Marks a return value of the declared output type.
#[derive(Debug)]
pub enum Typed {}

impl<O: Serialize> IntoToolResult<O, Typed> for O {
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        let structured = JsonObject::try_from(Json::from_serialize(&self)?)?;
        Ok(text(structured.text()).structured_content(structured))
    }
}

/// Marks a result that is sent as it is.
#[derive(Debug)]
pub enum Raw {}

impl<O> IntoToolResult<O, Raw> for CallToolResult {
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(self)
    }
}

/// Marks a value that becomes a result with `isError`.
#[derive(Debug)]
pub enum Failed {}

impl<O> IntoToolResult<O, Failed> for ToolError {
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(failed(self.0))
    }
}

/// Marks a return value that may fail.
#[derive(Debug)]
pub struct Fallible<M>(M);

impl<O, M, T, E> IntoToolResult<O, Fallible<M>> for Result<T, E>
where
    T: IntoToolResult<O, M>,
    E: Into<Failure>,
{
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        match self.map_err(Into::into) {
            Ok(value) => value.into_tool_result(),
            Err(Failure::Tool(error)) => Ok(failed(error.0)),
            Err(Failure::Protocol(error)) => Err(ProtocolError(error).into()),
        }
    }
}

/// Marks plain text.
#[derive(Debug)]
pub enum Text {}

impl IntoToolResult<Untyped, Text> for String {
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(text(self))
    }
}

impl IntoToolResult<Untyped, Text> for &str {
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(text(self))
    }
}

/// Marks content blocks.
#[derive(Debug)]
pub enum Blocks {}

impl IntoToolResult<Untyped, Blocks> for Vec<ContentBlock> {
    fn into_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::new(self))
    }
}

pub(crate) fn failed(message: impl Into<String>) -> CallToolResult {
    text(message).is_error(true)
}

pub(crate) fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::new(vec![ContentBlock::Text(TextContent::new(text))])
}
