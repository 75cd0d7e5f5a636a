//! Log messages.

use crate::wire::wire;
use crate::{Json, Meta, RequestId, RequestMeta};

wire! {
    /// How serious a log message is, as in RFC 5424; ordered from the least to the most serious.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-levels>.
    pub enum LoggingLevel {
        /// Details for those who look for a fault.
        Debug = "debug",
        /// What goes on.
        Info = "info",
        /// Normal, and worth a notice.
        Notice = "notice",
        /// Something may go wrong.
        Warning = "warning",
        /// Something went wrong.
        Error = "error",
        /// A part has failed.
        Critical = "critical",
        /// Somebody must act at once.
        Alert = "alert",
        /// Nothing works.
        Emergency = "emergency",
    }
}

wire! {
    /// Asks for log messages from a level on.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level>.
    pub struct SetLevelRequest [jsonrpc "2.0", method "logging/setLevel"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// From which level.
        pub params: SetLevelRequestParams,
    }
}

wire! {
    /// From which level on to send log messages.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level>.
    pub struct SetLevelRequestParams {
        /// The least serious level to send.
        pub level: LoggingLevel,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// A log message.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications>.
    pub struct LoggingMessageNotification [jsonrpc "2.0", method "notifications/message"] {
        /// The message.
        pub params: LoggingMessageNotificationParams,
    }
}

wire! {
    /// What is logged.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications>.
    pub struct LoggingMessageNotificationParams {
        /// How serious it is.
        pub level: LoggingLevel,
        /// What it is about: any JSON, null too.
        pub data: Json,
        /// Which part of the server speaks.
        pub logger: Option<String>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}
