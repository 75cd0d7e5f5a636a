//! Progress of requests, and their cancellation.

use crate::wire::wire;
use crate::{Meta, Number, ProgressToken, RequestId};

wire! {
    /// How far a request has come.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow>.
    pub struct ProgressNotification [jsonrpc "2.0", method "notifications/progress"] {
        /// How far.
        pub params: ProgressNotificationParams,
    }
}

wire! {
    /// How far a request has come.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow>.
    pub struct ProgressNotificationParams {
        /// The token that came with the request.
        pub progress_token: ProgressToken = "progressToken",
        /// How far; it grows with each notification.
        pub progress: Number,
        /// How far it will go, if that is known.
        pub total: Option<Number>,
        /// What is going on, for people.
        pub message: Option<String>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// The sender no longer wants a request's result.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#cancellation-flow>.
    pub struct CancelledNotification [jsonrpc "2.0", method "notifications/cancelled"] {
        /// Which request.
        pub params: CancelledNotificationParams,
    }
}

wire! {
    /// Which request is no longer wanted.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#cancellation-flow>.
    pub struct CancelledNotificationParams {
        /// The request's id; only for a task may it be absent.
        pub request_id: Option<RequestId> = "requestId",
        /// Why.
        pub reason: Option<String>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}
