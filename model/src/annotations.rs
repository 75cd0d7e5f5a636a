//! Whom content is for and how much it matters.

use crate::Priority;
use crate::wire::wire;

wire! {
    /// The two parties of a conversation with a model.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#promptmessage>.
    pub open enum Role {
        /// The person.
        User = "user",
        /// The model.
        Assistant = "assistant",
    }
}

wire! {
    /// Whom something is for, how much it matters and when it was changed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations>.
    pub struct Annotations {
        /// Whom it is for.
        pub audience: Option<Vec<Role>>,
        /// How much it matters, from 0 to 1.
        pub priority: Option<Priority>,
        /// When it was last changed, in ISO 8601.
        pub last_modified: Option<String> = "lastModified",
    }
}
