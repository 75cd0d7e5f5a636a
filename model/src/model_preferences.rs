//! Which model to sample from.

use crate::Priority;
use crate::wire::wire;

wire! {
    /// Which model a server would like.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences>.
    pub struct ModelPreferences {
        /// Names, of which the first that fits counts.
        pub hints: Option<Vec<ModelHint>>,
        /// How much a low cost matters.
        pub cost_priority: Option<Priority> = "costPriority",
        /// How much speed matters.
        pub speed_priority: Option<Priority> = "speedPriority",
        /// How much ability matters.
        pub intelligence_priority: Option<Priority> = "intelligencePriority",
    }
}

wire! {
    /// A model that would do.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-hints>.
    pub struct ModelHint {
        /// A part of its name.
        pub name: Option<String>,
    }
}
