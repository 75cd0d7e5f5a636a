//! Who is speaking.

use crate::metadata::titled;
use crate::wire::wire;
use crate::{Icon, Json, Meta, Metadata};

wire! {
    /// The program on one side of a connection.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>.
    pub struct Implementation {
        /// What programs call it.
        pub name: String,
        /// Its version, in any scheme.
        pub version: String,
        /// What people see.
        pub title: Option<String>,
        /// What it does.
        pub description: Option<String>,
        /// Where people read about it.
        pub website_url: Option<String> as "uri" = "websiteUrl",
        /// Pictures of it in several sizes and formats.
        pub icons: Option<Vec<Icon>>,
    }
}

titled!(Implementation);

/// The schema gives this type no `_meta`; it is an extra member here, written where it was set.
const META: &str = "_meta";

impl Implementation {
    /// Adds one key to `_meta`, or replaces its value.
    pub fn meta(self, key: impl Into<Box<str>>, value: impl Into<Json>) -> Self {
        let mut meta = self.meta_value().unwrap_or_default();
        meta.insert(key, value);
        self.meta_object(meta)
    }

    /// Replaces `_meta` as a whole.
    pub fn meta_object(mut self, meta: impl Into<Meta>) -> Self {
        self.extra.insert(META, Json::from(meta.into()));
        self
    }

    /// What is under `_meta`, if it is an object.
    pub fn meta_value(&self) -> Option<Meta> {
        self.extra.get(META)?.to().ok()
    }

    /// Replaces title, icons and `_meta` by those of the bundle, also where it has none.
    pub fn metadata(mut self, bundle: &Metadata) -> Self {
        self.title.clone_from(&bundle.title);
        self.icons.clone_from(&bundle.icons);
        self.extra.remove(META);
        match &bundle.meta {
            Some(meta) => self.meta_object(meta.clone()),
            None => self,
        }
    }
}
