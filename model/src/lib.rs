//! Exact, lossless wire types of the Model Context Protocol, revision 2025-11-25.
//!
//! Pure data: every definition of the revision has one type here, named as the specification names it, and nothing
//! talks to anyone. What is built is valid; what is read may hold more than is known here, and comes out as it came.
//!
//! ```
//! use mcp_model::{Hint, Icon, JsonObject, ObjectSchema, Tool, ToolExecution};
//!
//! let city = JsonObject::new().with("type", "string");
//! let tool = Tool::new("forecast", ObjectSchema::new().property("city", city).required(["city"]))
//!     .title("Weather forecast")
//!     .description("Says what the weather will be like in a city.")
//!     .icon(Icon::png("https://example.com/sun.png", ["48x48"]))
//!     .execution(ToolExecution::task_optional())
//!     .annotations([Hint::Read, Hint::OpenWorld])
//!     .meta("com.example/source", "stations");
//!
//! let json = serde_json::json!({
//!     "name": "forecast",
//!     "title": "Weather forecast",
//!     "description": "Says what the weather will be like in a city.",
//!     "icons": [{"src": "https://example.com/sun.png", "mimeType": "image/png", "sizes": ["48x48"]}],
//!     "inputSchema": {
//!         "type": "object",
//!         "properties": {"city": {"type": "string"}},
//!         "required": ["city"],
//!     },
//!     "execution": {"taskSupport": "optional"},
//!     "annotations": {"readOnlyHint": true, "destructiveHint": false, "openWorldHint": true},
//!     "_meta": {"com.example/source": "stations"},
//! });
//! assert_eq!(serde_json::to_value(&tool)?, json);
//! assert_eq!(serde_json::from_value::<Tool>(json)?, tool);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Reading
//!
//! [`decode`] reads tolerantly: members, content types, roles and methods that are unknown here are kept, and null for an
//! optional member counts as absent. [`decode_strict`] accepts only what the published schema accepts. Both read in one
//! pass, and their errors name the path, as in `tools[3].inputSchema.type`. serde's own functions read tolerantly too.
//!
//! ```
//! use mcp_model::{ClientMessage, ClientRequest, Message, RequestMessage, decode};
//!
//! let text = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"forecast"}}"#;
//! let Message::Request(ClientRequest::CallTool(call)) = decode::<ClientMessage>(text)? else {
//!     panic!("this is a call");
//! };
//! assert_eq!((call.params.name.as_str(), call.id()), ("forecast", &7.into()));
//! # Ok::<(), mcp_model::DecodeError>(())
//! ```
//!
//! A result is read by its request: [`RequestMessage::Result`] names its type, and [`OpaqueResult`] keeps it until then.
//!
//! # Writing
//!
//! Every type is `Serialize`. An absent member is left out and never null; null is written only where it is data: a
//! task's `ttl`, an error's or log message's `data`, and opaque JSON.
//!
//! # Features
//!
//! None by default. `schema` gives the JSON Schema of every definition, `proptest` a strategy for each.
//!
//! See <https://modelcontextprotocol.io/specification/2025-11-25>.

mod annotations;
mod base64;
mod call;
mod capabilities;
mod completion;
mod content;
mod decode;
mod definition;
mod elicit_value;
mod elicitation;
mod elicitation_schema;
mod enum_schema;
mod error;
mod extra;
mod hint;
mod icon;
mod implementation;
mod json;
mod jsonrpc;
mod lifecycle;
mod list;
mod list_changed;
mod logging;
mod map;
mod message;
mod meta;
mod meta_key;
mod metadata;
mod method;
mod model_preferences;
mod nullable;
mod number;
mod object_schema;
mod one_or_many;
mod opaque_result;
mod params;
mod path;
mod primitive_schema;
mod progress;
mod prompt;
mod prompt_access;
mod resource;
mod resource_access;
mod roots;
mod sampling;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "proptest")]
pub mod strategy;
mod task;
mod task_access;
mod token;
mod tool;
mod tool_annotations;
mod tool_execution;
mod url_elicitation_required;
mod wire;

pub use annotations::{Annotations, Role};
pub use base64::{Base64, NotBase64};
pub use call::{CallToolRequest, CallToolRequestParams, CallToolResult};
pub use capabilities::{
    ClientCapabilities, ClientTaskRequests, ClientTasksCapability, ElicitationCapability, ElicitationTaskRequests,
    PromptsCapability, ResourcesCapability, RootsCapability, SamplingCapability, SamplingTaskRequests,
    ServerCapabilities, ServerTaskRequests, ServerTasksCapability, ToolTaskRequests, ToolsCapability,
};
pub use completion::{
    CompleteRequest, CompleteRequestParams, CompleteResult, Completion, CompletionArgument, CompletionContext,
    CompletionReference, PromptReference, ResourceTemplateReference,
};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent, ToolResultContent,
    ToolUseContent,
};
pub use decode::{DecodeError, DecodeErrorKind, decode, decode_strict};
pub use definition::{DEFINITIONS, Definition};
pub use elicit_value::ElicitValue;
pub use elicitation::{
    ElicitAction, ElicitRequest, ElicitRequestFormParams, ElicitRequestParams, ElicitRequestUrlParams, ElicitResult,
    ElicitationCompleteNotification, ElicitationCompleteNotificationParams, FormMode,
};
pub use elicitation_schema::{BooleanSchema, NumberSchema, NumberType, RequestedSchema, StringFormat, StringSchema};
pub use enum_schema::{
    EnumOption, LegacyTitledEnumSchema, TitledItems, TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema,
    UntitledItems, UntitledMultiSelectEnumSchema, UntitledSingleSelectEnumSchema,
};
pub use error::{
    ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, RESOURCE_NOT_FOUND,
    URL_ELICITATION_REQUIRED,
};
pub use extra::Extra;
pub use hint::Hint;
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
pub use list_changed::{PromptListChangedNotification, ResourceListChangedNotification, ToolListChangedNotification};
pub use logging::{
    LoggingLevel, LoggingMessageNotification, LoggingMessageNotificationParams, SetLevelRequest, SetLevelRequestParams,
};
pub use map::Map;
pub use message::{JsonRpcMessage, JsonRpcResponse, Message};
pub use meta::{Meta, RequestMeta};
pub use meta_key::{MetaKey, MetaKeyError, MetaKeyFault};
pub use metadata::{BaseMetadata, Metadata};
pub use method::{
    ClientMessage, ClientNotification, ClientRequest, Direction, METHODS, Method, NotificationMessage, RequestMessage,
    ServerMessage, ServerNotification, ServerRequest,
};
pub use model_preferences::{ModelHint, ModelPreferences};
pub use nullable::Nullable;
pub use number::{Integer, NotFinite, Number, OutOfRange, Priority};
pub use object_schema::{ObjectSchema, ObjectSchemaShape};
pub use one_or_many::OneOrMany;
pub use opaque_result::{ClientResult, OpaqueResult, ServerResult};
pub use params::{
    EmptyResult, Notification, NotificationParams, PaginatedRequest, PaginatedRequestParams, PaginatedResult, Request,
    RequestParams, ResultObject,
};
pub use path::Path;
pub use primitive_schema::{EnumSchema, MultiSelectEnumSchema, PrimitiveSchemaDefinition, SingleSelectEnumSchema};
pub use progress::{
    CancelledNotification, CancelledNotificationParams, ProgressNotification, ProgressNotificationParams,
};
pub use prompt::{Prompt, PromptArgument};
pub use prompt_access::{GetPromptRequest, GetPromptRequestParams, GetPromptResult, PromptMessage};
pub use resource::{
    AnyResourceContents, BlobResourceContents, Resource, ResourceContents, ResourceTemplate, TextResourceContents,
};
pub use resource_access::{
    ReadResourceRequest, ReadResourceRequestParams, ReadResourceResult, ResourceRequestParams,
    ResourceUpdatedNotification, ResourceUpdatedNotificationParams, SubscribeRequest, SubscribeRequestParams,
    UnsubscribeRequest, UnsubscribeRequestParams,
};
pub use roots::{ListRootsRequest, ListRootsResult, Root, RootsListChangedNotification};
pub use sampling::{
    CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult, IncludeContext, SamplingMessage,
    SamplingMessageContentBlock, StopReason, ToolChoice, ToolChoiceMode,
};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use task::{RelatedTaskMetadata, Task, TaskAugmentedRequestParams, TaskMetadata, TaskStatus};
pub use task_access::{
    CancelTaskRequest, CancelTaskResult, CreateTaskResult, GetTaskPayloadRequest, GetTaskPayloadResult, GetTaskRequest,
    GetTaskResult, ListTasksRequest, ListTasksResult, TaskRequestParams, TaskStatusNotification,
    TaskStatusNotificationParams,
};
pub use token::{Cursor, ProgressToken, RequestId};
pub use tool::Tool;
pub use tool_annotations::ToolAnnotations;
pub use tool_execution::{TaskSupport, ToolExecution};
pub use url_elicitation_required::{
    UrlElicitationRequired, UrlElicitationRequiredCode, UrlElicitationRequiredData, UrlElicitationRequiredError,
};
pub use wire::Wire;
