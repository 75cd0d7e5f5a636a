//! That one of the server's lists has changed.

use crate::NotificationParams;
use crate::wire::wire;

wire! {
    /// The list of tools has changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification>.
    pub struct ToolListChangedNotification [jsonrpc "2.0", method "notifications/tools/list_changed"] {
        /// What the protocol does not define.
        pub params: Option<NotificationParams>,
    }
}

wire! {
    /// The list of resources has changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#list-changed-notification>.
    pub struct ResourceListChangedNotification [jsonrpc "2.0", method "notifications/resources/list_changed"] {
        /// What the protocol does not define.
        pub params: Option<NotificationParams>,
    }
}

wire! {
    /// The list of prompts has changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#list-changed-notification>.
    pub struct PromptListChangedNotification [jsonrpc "2.0", method "notifications/prompts/list_changed"] {
        /// What the protocol does not define.
        pub params: Option<NotificationParams>,
    }
}
