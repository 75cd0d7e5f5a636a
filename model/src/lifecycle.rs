//! How a connection begins and is kept alive.

use crate::wire::wire;
use crate::{
    ClientCapabilities, Implementation, Meta, NotificationParams, RequestId, RequestMeta, RequestParams,
    ServerCapabilities,
};

wire! {
    /// The revisions of the protocol; one that is unknown here is kept as its text.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation>.
    pub free enum ProtocolVersion {
        /// The first published revision.
        V2024_11_05 = "2024-11-05",
        /// The revision of March 2025.
        V2025_03_26 = "2025-03-26",
        /// The revision of June 2025.
        V2025_06_18 = "2025-06-18",
        /// The revision of November 2025, which this crate models.
        V2025_11_25 = "2025-11-25",
    }
}

impl ProtocolVersion {
    /// The revision that this crate models.
    pub const LATEST: Self = Self::V2025_11_25;
}

wire! {
    /// Opens a connection: the client says who it is and what it can do.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>.
    pub struct InitializeRequest [jsonrpc "2.0", method "initialize"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// Who asks, and with what.
        pub params: InitializeRequestParams,
    }
}

wire! {
    /// Who opens a connection.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>.
    pub struct InitializeRequestParams {
        /// The latest revision that the client speaks.
        pub protocol_version: ProtocolVersion = "protocolVersion",
        /// What the client can do.
        pub capabilities: ClientCapabilities,
        /// Which program the client is.
        pub client_info: Implementation = "clientInfo",
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// What a server answers: who it is and what it can do.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>.
    pub struct InitializeResult {
        /// The revision that the server wants to speak.
        pub protocol_version: ProtocolVersion = "protocolVersion",
        /// What the server can do.
        pub capabilities: ServerCapabilities,
        /// Which program the server is.
        pub server_info: Implementation = "serverInfo",
        /// How to use the server, for a model to read.
        pub instructions: Option<String>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// The client has read the server's answer and starts.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>.
    pub struct InitializedNotification [jsonrpc "2.0", method "notifications/initialized"] {
        /// What the protocol does not define.
        pub params: Option<NotificationParams>,
    }
}

wire! {
    /// Asks whether the other side is still there; the answer is an empty result.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping>.
    pub struct PingRequest [jsonrpc "2.0", method "ping"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// What the protocol does not define.
        pub params: Option<RequestParams>,
    }
}
