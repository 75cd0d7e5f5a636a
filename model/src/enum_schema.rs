//! The fields of a form that offer choices.

use crate::Integer;
use crate::wire::wire;

wire! {
    /// A field for one choice of several that are shown as they are.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct UntitledSingleSelectEnumSchema [type "string"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The choices.
        pub values: Vec<String> = "enum",
        /// What is chosen at first.
        pub default: Option<String>,
    }
}

wire! {
    /// A field for one choice of several that have titles.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct TitledSingleSelectEnumSchema [type "string"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The choices.
        pub options: Vec<EnumOption> = "oneOf",
        /// What is chosen at first.
        pub default: Option<String>,
    }
}

wire! {
    /// A choice with a title.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct EnumOption {
        /// What is answered.
        pub value: String = "const",
        /// What people see.
        pub title: String,
    }
}

wire! {
    /// A field for some choices of several that are shown as they are.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct UntitledMultiSelectEnumSchema [type "array"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The fewest choices.
        pub min_items: Option<Integer> = "minItems",
        /// The most choices.
        pub max_items: Option<Integer> = "maxItems",
        /// The choices.
        pub items: UntitledItems,
        /// What is chosen at first.
        pub default: Option<Vec<String>>,
    }
}

wire! {
    /// Choices that are shown as they are.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct UntitledItems [type "string"] {
        /// The choices.
        pub values: Vec<String> = "enum",
    }
}

wire! {
    /// A field for some choices of several that have titles.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct TitledMultiSelectEnumSchema [type "array"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The fewest choices.
        pub min_items: Option<Integer> = "minItems",
        /// The most choices.
        pub max_items: Option<Integer> = "maxItems",
        /// The choices.
        pub items: TitledItems,
        /// What is chosen at first.
        pub default: Option<Vec<String>>,
    }
}

wire! {
    /// Choices that have titles.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct TitledItems {
        /// The choices.
        pub options: Vec<EnumOption> = "anyOf",
    }
}

wire! {
    /// A field for one choice of several, in the old way. Deprecated: use [`TitledSingleSelectEnumSchema`].
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct LegacyTitledEnumSchema [type "string"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The choices.
        pub values: Vec<String> = "enum",
        /// The choices' titles, in the same order.
        pub enum_names: Option<Vec<String>> = "enumNames",
        /// What is chosen at first.
        pub default: Option<String>,
    }
}
