//! The methods: which params, which result, which direction.

use crate::wire::{Wire, wire};
use crate::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelTaskRequest, CancelTaskResult, CancelledNotification,
    CancelledNotificationParams, CompleteRequest, CompleteRequestParams, CompleteResult, CreateMessageRequest,
    CreateMessageRequestParams, CreateMessageResult, ElicitRequest, ElicitRequestParams, ElicitResult,
    ElicitationCompleteNotification, ElicitationCompleteNotificationParams, EmptyResult, GetPromptRequest,
    GetPromptRequestParams, GetPromptResult, GetTaskPayloadRequest, GetTaskPayloadResult, GetTaskRequest,
    GetTaskResult, InitializeRequest, InitializeRequestParams, InitializeResult, InitializedNotification,
    JsonRpcNotification, JsonRpcRequest, ListPromptsRequest, ListPromptsResult, ListResourceTemplatesRequest,
    ListResourceTemplatesResult, ListResourcesRequest, ListResourcesResult, ListRootsRequest, ListRootsResult,
    ListTasksRequest, ListTasksResult, ListToolsRequest, ListToolsResult, LoggingMessageNotification,
    LoggingMessageNotificationParams, Message, NotificationParams, PaginatedRequestParams, PingRequest,
    ProgressNotification, ProgressNotificationParams, PromptListChangedNotification, ReadResourceRequest,
    ReadResourceRequestParams, ReadResourceResult, RequestId, RequestParams, ResourceListChangedNotification,
    ResourceUpdatedNotification, ResourceUpdatedNotificationParams, RootsListChangedNotification, SetLevelRequest,
    SetLevelRequestParams, SubscribeRequest, SubscribeRequestParams, TaskRequestParams, TaskStatusNotification,
    TaskStatusNotificationParams, ToolListChangedNotification, UnsubscribeRequest, UnsubscribeRequestParams,
};

/// A request of one method.
///
/// ```
/// use mcp_model::{CallToolRequest, RequestMessage};
/// assert_eq!(CallToolRequest::METHOD, "tools/call");
/// fn answer<R: RequestMessage>(_: &R, text: &[u8]) -> Result<R::Result, mcp_model::DecodeError> {
///     mcp_model::decode(text)
/// }
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#requests>.
pub trait RequestMessage: Wire {
    /// Its params; an `Option` where they may be absent.
    type Params;
    /// What it asks for. Where its params have a `task`, a [`CreateTaskResult`](crate::CreateTaskResult) comes first; what
    /// [`GetTaskPayloadRequest`] gives is read by the request that became the task.
    type Result: Wire;
    /// The method's name.
    const METHOD: &'static str;

    /// What the response will refer to.
    fn id(&self) -> &RequestId;

    /// The params.
    fn params(&self) -> &Self::Params;
}

/// A notification of one method.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#notifications>.
pub trait NotificationMessage: Wire {
    /// Its params; an `Option` where they may be absent.
    type Params;
    /// The method's name.
    const METHOD: &'static str;

    /// The params.
    fn params(&self) -> &Self::Params;
}

/// Who may send a message of a method.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#messages>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Only the client.
    ClientToServer,
    /// Only the server.
    ServerToClient,
    /// Either side.
    Both,
}

/// A row of the table of methods.
///
/// ```
/// let ping = mcp_model::Method::find("ping").unwrap();
/// assert_eq!((ping.definition, ping.result), ("PingRequest", Some("EmptyResult")));
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Method {
    /// The name on the wire.
    pub name: &'static str,
    /// The schema's name of the request or notification.
    pub definition: &'static str,
    /// The schema's name of the result; none for a notification.
    pub result: Option<&'static str>,
    /// Who may send it.
    pub direction: Direction,
}

impl Method {
    /// The row of the method called `name`.
    pub fn find(name: &str) -> Option<&'static Self> {
        METHODS.iter().find(|method| method.name == name)
    }

    /// Whether it wants no answer.
    pub fn is_notification(&self) -> bool {
        self.result.is_none()
    }
}

macro_rules! methods {
    (
        requests {
            client { $($cm:literal $cv:ident($cr:ident, $cp:ty) -> $cs:ident;)* }
            server { $($sm:literal $sv:ident($sr:ident, $sp:ty) -> $ss:ident;)* }
            both { $($bm:literal $bv:ident($br:ident, $bp:ty) -> $bs:ident;)* }
        }
        notifications {
            client { $($cnm:literal $cnv:ident($cn:ident, $cnp:ty);)* }
            server { $($snm:literal $snv:ident($sn:ident, $snp:ty);)* }
            both { $($bnm:literal $bnv:ident($bn:ident, $bnp:ty);)* }
        }
    ) => {
        /// Every method of the revision.
        ///
        /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
        pub const METHODS: &[Method] = &[
            $(Method { name: $cm, definition: stringify!($cr), result: Some(stringify!($cs)), direction: Direction::ClientToServer },)*
            $(Method { name: $sm, definition: stringify!($sr), result: Some(stringify!($ss)), direction: Direction::ServerToClient },)*
            $(Method { name: $bm, definition: stringify!($br), result: Some(stringify!($bs)), direction: Direction::Both },)*
            $(Method { name: $cnm, definition: stringify!($cn), result: None, direction: Direction::ClientToServer },)*
            $(Method { name: $snm, definition: stringify!($sn), result: None, direction: Direction::ServerToClient },)*
            $(Method { name: $bnm, definition: stringify!($bn), result: None, direction: Direction::Both },)*
        ];

        wire! {
            /// A request that a client sends.
            ///
            /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
            pub enum ClientRequest by method {
                $($cm => $cv(Box<$cr>),)*
                $($bm => $bv(Box<$br>),)*
                _ => Unknown(Box<JsonRpcRequest>),
            }
        }
        wire! {
            /// A request that a server sends.
            ///
            /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
            pub enum ServerRequest by method {
                $($sm => $sv(Box<$sr>),)*
                $($bm => $bv(Box<$br>),)*
                _ => Unknown(Box<JsonRpcRequest>),
            }
        }
        wire! {
            /// A notification that a client sends.
            ///
            /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
            pub enum ClientNotification by method {
                $($cnm => $cnv(Box<$cn>),)*
                $($bnm => $bnv(Box<$bn>),)*
                _ => Unknown(Box<JsonRpcNotification>),
            }
        }
        wire! {
            /// A notification that a server sends.
            ///
            /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
            pub enum ServerNotification by method {
                $($snm => $snv(Box<$sn>),)*
                $($bnm => $bnv(Box<$bn>),)*
                _ => Unknown(Box<JsonRpcNotification>),
            }
        }

        methods! { @into ClientRequest $($cv $cr)* $($bv $br)* }
        methods! { @into ServerRequest $($sv $sr)* $($bv $br)* }
        methods! { @into ClientNotification $($cnv $cn)* $($bnv $bn)* }
        methods! { @into ServerNotification $($snv $sn)* $($bnv $bn)* }
        methods! { @request $($cm $cr $cp, $cs)* $($sm $sr $sp, $ss)* $($bm $br $bp, $bs)* }
        methods! { @notification $($cnm $cn $cnp)* $($snm $sn $snp)* $($bnm $bn $bnp)* }
    };
    (@into $union:ident $($variant:ident $message:ident)*) => {$(
        impl From<$message> for $union {
            fn from(message: $message) -> Self {
                Self::$variant(Box::new(message))
            }
        }
    )*};
    (@request $($name:literal $request:ident $params:ty, $result:ident)*) => {$(
        impl RequestMessage for $request {
            type Params = $params;
            type Result = $result;
            const METHOD: &'static str = $name;

            fn id(&self) -> &RequestId {
                &self.id
            }

            fn params(&self) -> &$params {
                &self.params
            }
        }
    )*};
    (@notification $($name:literal $notification:ident $params:ty)*) => {$(
        impl NotificationMessage for $notification {
            type Params = $params;
            const METHOD: &'static str = $name;

            fn params(&self) -> &$params {
                &self.params
            }
        }
    )*};
}

methods! {
    requests {
        client {
            "initialize" Initialize(InitializeRequest, InitializeRequestParams) -> InitializeResult;
            "tools/list" ListTools(ListToolsRequest, Option<PaginatedRequestParams>) -> ListToolsResult;
            "tools/call" CallTool(CallToolRequest, CallToolRequestParams) -> CallToolResult;
            "resources/list" ListResources(ListResourcesRequest, Option<PaginatedRequestParams>) -> ListResourcesResult;
            "resources/templates/list" ListResourceTemplates(ListResourceTemplatesRequest, Option<PaginatedRequestParams>) -> ListResourceTemplatesResult;
            "resources/read" ReadResource(ReadResourceRequest, ReadResourceRequestParams) -> ReadResourceResult;
            "resources/subscribe" Subscribe(SubscribeRequest, SubscribeRequestParams) -> EmptyResult;
            "resources/unsubscribe" Unsubscribe(UnsubscribeRequest, UnsubscribeRequestParams) -> EmptyResult;
            "prompts/list" ListPrompts(ListPromptsRequest, Option<PaginatedRequestParams>) -> ListPromptsResult;
            "prompts/get" GetPrompt(GetPromptRequest, GetPromptRequestParams) -> GetPromptResult;
            "completion/complete" Complete(CompleteRequest, CompleteRequestParams) -> CompleteResult;
            "logging/setLevel" SetLevel(SetLevelRequest, SetLevelRequestParams) -> EmptyResult;
        }
        server {
            "sampling/createMessage" CreateMessage(CreateMessageRequest, CreateMessageRequestParams) -> CreateMessageResult;
            "elicitation/create" Elicit(ElicitRequest, ElicitRequestParams) -> ElicitResult;
            "roots/list" ListRoots(ListRootsRequest, Option<RequestParams>) -> ListRootsResult;
        }
        both {
            "ping" Ping(PingRequest, Option<RequestParams>) -> EmptyResult;
            "tasks/get" GetTask(GetTaskRequest, TaskRequestParams) -> GetTaskResult;
            "tasks/result" GetTaskPayload(GetTaskPayloadRequest, TaskRequestParams) -> GetTaskPayloadResult;
            "tasks/cancel" CancelTask(CancelTaskRequest, TaskRequestParams) -> CancelTaskResult;
            "tasks/list" ListTasks(ListTasksRequest, Option<PaginatedRequestParams>) -> ListTasksResult;
        }
    }
    notifications {
        client {
            "notifications/initialized" Initialized(InitializedNotification, Option<NotificationParams>);
            "notifications/roots/list_changed" RootsListChanged(RootsListChangedNotification, Option<NotificationParams>);
        }
        server {
            "notifications/message" LoggingMessage(LoggingMessageNotification, LoggingMessageNotificationParams);
            "notifications/resources/updated" ResourceUpdated(ResourceUpdatedNotification, ResourceUpdatedNotificationParams);
            "notifications/resources/list_changed" ResourceListChanged(ResourceListChangedNotification, Option<NotificationParams>);
            "notifications/tools/list_changed" ToolListChanged(ToolListChangedNotification, Option<NotificationParams>);
            "notifications/prompts/list_changed" PromptListChanged(PromptListChangedNotification, Option<NotificationParams>);
            "notifications/elicitation/complete" ElicitationComplete(ElicitationCompleteNotification, ElicitationCompleteNotificationParams);
        }
        both {
            "notifications/cancelled" Cancelled(CancelledNotification, CancelledNotificationParams);
            "notifications/progress" Progress(ProgressNotification, ProgressNotificationParams);
            "notifications/tasks/status" TaskStatus(TaskStatusNotification, TaskStatusNotificationParams);
        }
    }
}

/// A message from a client.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#messages>.
pub type ClientMessage = Message<ClientRequest, ClientNotification>;

/// A message from a server.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#messages>.
pub type ServerMessage = Message<ServerRequest, ServerNotification>;
