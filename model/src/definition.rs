//! The definitions of the published schema and the types that are their homes.

use crate::{DecodeError, Json, Wire, decode, decode_strict};

/// A definition of the published schema, with what its type can do.
///
/// ```
/// let tool = mcp_model::Definition::find("Tool").unwrap();
/// assert!(tool.check(br#"{"name":"x","inputSchema":{"type":"object"}}"#).is_ok());
/// let error = tool.check(br#"{"name":"x","inputSchema":{}}"#).unwrap_err();
/// assert_eq!(error.path().pointer(), "/inputSchema");
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Definition {
    /// The schema's name.
    pub name: &'static str,
    /// The name of the type here.
    pub type_name: &'static str,
    check: fn(&[u8]) -> Result<(), DecodeError>,
    relay: fn(&[u8]) -> Result<Json, DecodeError>,
    #[cfg(feature = "schema")]
    schema: fn(&str) -> serde_json::Value,
    #[cfg(feature = "proptest")]
    generate: fn(&mut crate::strategy::Source) -> Json,
}

impl Definition {
    /// The definition called `name`.
    // The table refers to the reading and writing of every type: inlined, it costs those only who use it.
    #[cfg_attr(not(feature = "schema"), inline)]
    pub fn find(name: &str) -> Option<&'static Self> {
        let found = DEFINITIONS.binary_search_by(|definition| definition.name.cmp(name));
        found.ok().map(|index| &DEFINITIONS[index])
    }

    /// Whether the bytes are one strictly, and else why not.
    ///
    /// # Errors
    ///
    /// As [`decode_strict`].
    pub fn check(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        (self.check)(bytes)
    }

    /// What comes out again of bytes that are read tolerantly.
    ///
    /// # Errors
    ///
    /// As [`decode`].
    pub fn relay(&self, bytes: &[u8]) -> Result<Json, DecodeError> {
        (self.relay)(bytes)
    }

    /// Its JSON Schema, which refers to the other definitions.
    #[cfg(feature = "schema")]
    pub fn schema(&self) -> serde_json::Value {
        (self.schema)(self.name)
    }

    /// A valid value made of the source's bytes.
    #[cfg(feature = "proptest")]
    pub fn generate(&self, source: &mut crate::strategy::Source) -> Json {
        (self.generate)(source)
    }
}

/// The definition that the type declared as `type_name` is the home of.
#[cfg(feature = "schema")]
pub(crate) fn named(type_name: &str) -> Option<&'static str> {
    let mut all = DEFINITIONS.iter();
    all.find(|definition| definition.type_name == type_name).map(|definition| definition.name)
}

/// The whole schema of a type under the name of its own, else a reference to that name.
#[cfg(feature = "schema")]
fn schema<T: Wire>(name: &str) -> serde_json::Value {
    if named(T::NAME) == Some(name) { T::definition() } else { T::schema() }
}

fn check<T: Wire>(bytes: &[u8]) -> Result<(), DecodeError> {
    decode_strict::<T>(bytes).map(drop)
}

fn relay<T: Wire>(bytes: &[u8]) -> Result<Json, DecodeError> {
    decode::<T>(bytes).map(|value| written(&value))
}

#[cfg(feature = "proptest")]
fn generate<T: Wire>(source: &mut crate::strategy::Source) -> Json {
    written(&T::generate(source))
}

fn written<T: Wire>(value: &T) -> Json {
    Json::from_serialize(value).expect("wire types can be written")
}

macro_rules! definitions {
    ($($name:literal => $home:ident),* $(,)?) => {
        /// Every definition of the published schema, in alphabetical order.
        ///
        /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
        pub const DEFINITIONS: &[Definition] = &[$(
            Definition {
                name: $name,
                type_name: stringify!($home),
                check: check::<crate::$home>,
                relay: relay::<crate::$home>,
                #[cfg(feature = "schema")]
                schema: schema::<crate::$home>,
                #[cfg(feature = "proptest")]
                generate: generate::<crate::$home>,
            },
        )*];
    };
}

definitions! {
    "Annotations" => Annotations,
    "AudioContent" => AudioContent,
    "BaseMetadata" => BaseMetadata,
    "BlobResourceContents" => BlobResourceContents,
    "BooleanSchema" => BooleanSchema,
    "CallToolRequest" => CallToolRequest,
    "CallToolRequestParams" => CallToolRequestParams,
    "CallToolResult" => CallToolResult,
    "CancelTaskRequest" => CancelTaskRequest,
    "CancelTaskResult" => CancelTaskResult,
    "CancelledNotification" => CancelledNotification,
    "CancelledNotificationParams" => CancelledNotificationParams,
    "ClientCapabilities" => ClientCapabilities,
    "ClientNotification" => ClientNotification,
    "ClientRequest" => ClientRequest,
    "ClientResult" => ClientResult,
    "CompleteRequest" => CompleteRequest,
    "CompleteRequestParams" => CompleteRequestParams,
    "CompleteResult" => CompleteResult,
    "ContentBlock" => ContentBlock,
    "CreateMessageRequest" => CreateMessageRequest,
    "CreateMessageRequestParams" => CreateMessageRequestParams,
    "CreateMessageResult" => CreateMessageResult,
    "CreateTaskResult" => CreateTaskResult,
    "Cursor" => Cursor,
    "ElicitRequest" => ElicitRequest,
    "ElicitRequestFormParams" => ElicitRequestFormParams,
    "ElicitRequestParams" => ElicitRequestParams,
    "ElicitRequestURLParams" => ElicitRequestUrlParams,
    "ElicitResult" => ElicitResult,
    "ElicitationCompleteNotification" => ElicitationCompleteNotification,
    "EmbeddedResource" => EmbeddedResource,
    "EmptyResult" => EmptyResult,
    "EnumSchema" => EnumSchema,
    "Error" => ErrorObject,
    "GetPromptRequest" => GetPromptRequest,
    "GetPromptRequestParams" => GetPromptRequestParams,
    "GetPromptResult" => GetPromptResult,
    "GetTaskPayloadRequest" => GetTaskPayloadRequest,
    "GetTaskPayloadResult" => GetTaskPayloadResult,
    "GetTaskRequest" => GetTaskRequest,
    "GetTaskResult" => GetTaskResult,
    "Icon" => Icon,
    "Icons" => Icons,
    "ImageContent" => ImageContent,
    "Implementation" => Implementation,
    "InitializeRequest" => InitializeRequest,
    "InitializeRequestParams" => InitializeRequestParams,
    "InitializeResult" => InitializeResult,
    "InitializedNotification" => InitializedNotification,
    "JSONRPCErrorResponse" => JsonRpcErrorResponse,
    "JSONRPCMessage" => JsonRpcMessage,
    "JSONRPCNotification" => JsonRpcNotification,
    "JSONRPCRequest" => JsonRpcRequest,
    "JSONRPCResponse" => JsonRpcResponse,
    "JSONRPCResultResponse" => JsonRpcResultResponse,
    "LegacyTitledEnumSchema" => LegacyTitledEnumSchema,
    "ListPromptsRequest" => ListPromptsRequest,
    "ListPromptsResult" => ListPromptsResult,
    "ListResourceTemplatesRequest" => ListResourceTemplatesRequest,
    "ListResourceTemplatesResult" => ListResourceTemplatesResult,
    "ListResourcesRequest" => ListResourcesRequest,
    "ListResourcesResult" => ListResourcesResult,
    "ListRootsRequest" => ListRootsRequest,
    "ListRootsResult" => ListRootsResult,
    "ListTasksRequest" => ListTasksRequest,
    "ListTasksResult" => ListTasksResult,
    "ListToolsRequest" => ListToolsRequest,
    "ListToolsResult" => ListToolsResult,
    "LoggingLevel" => LoggingLevel,
    "LoggingMessageNotification" => LoggingMessageNotification,
    "LoggingMessageNotificationParams" => LoggingMessageNotificationParams,
    "ModelHint" => ModelHint,
    "ModelPreferences" => ModelPreferences,
    "MultiSelectEnumSchema" => MultiSelectEnumSchema,
    "Notification" => Notification,
    "NotificationParams" => NotificationParams,
    "NumberSchema" => NumberSchema,
    "PaginatedRequest" => PaginatedRequest,
    "PaginatedRequestParams" => PaginatedRequestParams,
    "PaginatedResult" => PaginatedResult,
    "PingRequest" => PingRequest,
    "PrimitiveSchemaDefinition" => PrimitiveSchemaDefinition,
    "ProgressNotification" => ProgressNotification,
    "ProgressNotificationParams" => ProgressNotificationParams,
    "ProgressToken" => ProgressToken,
    "Prompt" => Prompt,
    "PromptArgument" => PromptArgument,
    "PromptListChangedNotification" => PromptListChangedNotification,
    "PromptMessage" => PromptMessage,
    "PromptReference" => PromptReference,
    "ReadResourceRequest" => ReadResourceRequest,
    "ReadResourceRequestParams" => ReadResourceRequestParams,
    "ReadResourceResult" => ReadResourceResult,
    "RelatedTaskMetadata" => RelatedTaskMetadata,
    "Request" => Request,
    "RequestId" => RequestId,
    "RequestParams" => RequestParams,
    "Resource" => Resource,
    "ResourceContents" => ResourceContents,
    "ResourceLink" => ResourceLink,
    "ResourceListChangedNotification" => ResourceListChangedNotification,
    "ResourceRequestParams" => ResourceRequestParams,
    "ResourceTemplate" => ResourceTemplate,
    "ResourceTemplateReference" => ResourceTemplateReference,
    "ResourceUpdatedNotification" => ResourceUpdatedNotification,
    "ResourceUpdatedNotificationParams" => ResourceUpdatedNotificationParams,
    "Result" => ResultObject,
    "Role" => Role,
    "Root" => Root,
    "RootsListChangedNotification" => RootsListChangedNotification,
    "SamplingMessage" => SamplingMessage,
    "SamplingMessageContentBlock" => SamplingMessageContentBlock,
    "ServerCapabilities" => ServerCapabilities,
    "ServerNotification" => ServerNotification,
    "ServerRequest" => ServerRequest,
    "ServerResult" => ServerResult,
    "SetLevelRequest" => SetLevelRequest,
    "SetLevelRequestParams" => SetLevelRequestParams,
    "SingleSelectEnumSchema" => SingleSelectEnumSchema,
    "StringSchema" => StringSchema,
    "SubscribeRequest" => SubscribeRequest,
    "SubscribeRequestParams" => SubscribeRequestParams,
    "Task" => Task,
    "TaskAugmentedRequestParams" => TaskAugmentedRequestParams,
    "TaskMetadata" => TaskMetadata,
    "TaskStatus" => TaskStatus,
    "TaskStatusNotification" => TaskStatusNotification,
    "TaskStatusNotificationParams" => TaskStatusNotificationParams,
    "TextContent" => TextContent,
    "TextResourceContents" => TextResourceContents,
    "TitledMultiSelectEnumSchema" => TitledMultiSelectEnumSchema,
    "TitledSingleSelectEnumSchema" => TitledSingleSelectEnumSchema,
    "Tool" => Tool,
    "ToolAnnotations" => ToolAnnotations,
    "ToolChoice" => ToolChoice,
    "ToolExecution" => ToolExecution,
    "ToolListChangedNotification" => ToolListChangedNotification,
    "ToolResultContent" => ToolResultContent,
    "ToolUseContent" => ToolUseContent,
    "URLElicitationRequiredError" => UrlElicitationRequiredError,
    "UnsubscribeRequest" => UnsubscribeRequest,
    "UnsubscribeRequestParams" => UnsubscribeRequestParams,
    "UntitledMultiSelectEnumSchema" => UntitledMultiSelectEnumSchema,
    "UntitledSingleSelectEnumSchema" => UntitledSingleSelectEnumSchema,
}
