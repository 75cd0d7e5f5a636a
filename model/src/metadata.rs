//! What descriptors have in common.

use crate::wire::{macros, wire};
use crate::{Icon, Meta};

/// A title, icons and `_meta` that several descriptors share; not a type of the wire.
///
/// ```
/// use mcp_model::{Metadata, Prompt, Resource};
/// let shared = Metadata::new().title("Weather").meta("com.example/team", "sky");
/// let prompt = Prompt::new("forecast").metadata(&shared);
/// let resource = Resource::new("stations", "weather://stations").metadata(&shared);
/// assert_eq!(prompt.title, resource.title);
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#general-fields>.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Metadata {
    /// What people see.
    pub title: Option<String>,
    /// Pictures in several sizes and formats.
    pub icons: Option<Vec<Icon>>,
    /// What the protocol does not define.
    pub meta: Option<Meta>,
}

impl Metadata {
    /// A bundle of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    macros::setter! {
        /// Sets what people see.
        title one String
    }
    macros::setter! { icons many Icon }
    macros::setter! { meta one Meta }
}

wire! {
    /// A name for programs and a title for people: what every named thing has.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
    pub struct BaseMetadata {
        /// What programs call it.
        pub name: String,
        /// What people see.
        pub title: Option<String>,
    }
}

/// `metadata` for a descriptor with all three members of the bundle.
macro_rules! described {
    ($name:ident) => {
        impl $name {
            /// Replaces title, icons and `_meta` by those of the bundle, also where it has none.
            pub fn metadata(mut self, bundle: &crate::Metadata) -> Self {
                self.title.clone_from(&bundle.title);
                self.icons.clone_from(&bundle.icons);
                self.meta.clone_from(&bundle.meta);
                self
            }
        }
    };
}

/// `display_name` for what has a name and a title.
macro_rules! titled {
    ($($name:ident),+) => {$(
        impl $name {
            /// What to show people: the title, else the name.
            pub fn display_name(&self) -> &str {
                self.title.as_deref().unwrap_or(&self.name)
            }
        }
    )+};
}

pub(crate) use {described, titled};

titled!(BaseMetadata);
