//! Exact, lossless wire types of the Model Context Protocol, revision 2025-11-25.

mod annotations;
mod base64;
mod call;
mod capabilities;
mod content;
mod decode;
mod error;
mod extra;
mod icon;
mod implementation;
mod json;
mod jsonrpc;
mod lifecycle;
mod list;
mod map;
mod message;
mod meta;
mod meta_key;
mod metadata;
mod number;
mod object_schema;
mod opaque_result;
mod params;
mod prompt;
mod resource;
mod task;
mod token;
mod tool;
mod tool_annotations;
mod tool_execution;
mod wire;

pub use annotations::{Annotations, Role};
pub use base64::{Base64, NotBase64};
pub use call::{CallToolRequest, CallToolRequestParams, CallToolResult};
pub use capabilities::{
    ClientCapabilities, ClientTaskRequests, ClientTasksCapability, ElicitationCapability, ElicitationTaskRequests,
    PromptsCapability, ResourcesCapability, RootsCapability, SamplingCapability, SamplingTaskRequests,
    ServerCapabilities, ServerTaskRequests, ServerTasksCapability, ToolTaskRequests, ToolsCapability,
};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent, ToolResultContent,
    ToolUseContent,
};
pub use decode::{DecodeError, DecodeErrorKind, Path, decode, decode_strict};
pub use error::{
    ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, RESOURCE_NOT_FOUND,
    URL_ELICITATION_REQUIRED,
};
pub use extra::Extra;
pub use icon::{Icon, IconTheme, Icons};
pub use implementation::Implementation;
pub use json::{Json, JsonKind, JsonObject, JsonRef, NotAnObject};
pub use jsonrpc::{JsonRpcErrorResponse, JsonRpcNotification, JsonRpcRequest, JsonRpcResultResponse};
pub use lifecycle::{
    InitializeRequest, InitializeRequestParams, InitializeResult, InitializedNotification, PingRequest, ProtocolVersion,
};
pub use list::{
    ListPromptsRequest, ListPromptsResult, ListResourceTemplatesRequest, ListResourceTemplatesResult,
    ListResourcesRequest, ListResourcesResult, ListToolsRequest, ListToolsResult,
};
pub use map::Map;
pub use message::{JsonRpcMessage, JsonRpcResponse, Message};
pub use meta::{Meta, RequestMeta};
pub use meta_key::{MetaKey, MetaKeyError, MetaKeyFault};
pub use metadata::{BaseMetadata, Metadata};
pub use number::{Integer, NotFinite, Number, OutOfRange, Priority};
pub use object_schema::{ObjectSchema, ObjectSchemaShape};
pub use opaque_result::OpaqueResult;
pub use params::{EmptyResult, NotificationParams, PaginatedRequestParams, RequestParams, ResultObject};
pub use prompt::{Prompt, PromptArgument};
pub use resource::{
    AnyResourceContents, BlobResourceContents, Resource, ResourceContents, ResourceRequestParams, ResourceTemplate,
    TextResourceContents,
};
pub use task::{TaskAugmentedRequestParams, TaskMetadata};
pub use token::{Cursor, ProgressToken, RequestId};
pub use tool::Tool;
pub use tool_annotations::{Hint, ToolAnnotations};
pub use tool_execution::{TaskSupport, ToolExecution};
pub use wire::Wire;
