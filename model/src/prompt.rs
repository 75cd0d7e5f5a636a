//! Prompts: texts for a model that a server keeps ready.

use crate::metadata::{described, titled};
use crate::wire::wire;
use crate::{Icon, Meta};

wire! {
    /// A template of messages that a user may pick.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#prompt>.
    pub struct Prompt {
        /// What programs call it.
        pub name: String,
        /// What people see.
        pub title: Option<String>,
        /// What it is for.
        pub description: Option<String>,
        /// Pictures of it in several sizes and formats.
        pub icons: Option<Vec<Icon>>,
        /// What can be filled in.
        pub arguments: Option<Vec<PromptArgument>>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A gap in a prompt's template.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#prompt>.
    pub struct PromptArgument {
        /// What programs call it.
        pub name: String,
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// Whether it must be filled in; absent means that it need not be.
        pub required: Option<bool>,
    }
}

described!(Prompt);
titled!(Prompt, PromptArgument);

impl Prompt {
    /// Adds an argument.
    pub fn argument(mut self, argument: impl Into<PromptArgument>) -> Self {
        self.arguments.get_or_insert_default().push(argument.into());
        self
    }
}
