//! What tools, resources, templates and prompts have in common before the server is built.

use crate::Origin;

/// A descriptor, where its handler comes from, and whether it starts hidden.
#[derive(Debug)]
pub(crate) struct Offer<D> {
    pub(crate) descriptor: D,
    pub(crate) origin: Origin,
    pub(crate) hidden: bool,
}

impl<D> Offer<D> {
    pub(crate) fn new(descriptor: D) -> Self {
        Self { descriptor, origin: Origin::default(), hidden: false }
    }

    pub(crate) fn describe(self, change: impl FnOnce(D) -> D) -> Self {
        Self { descriptor: change(self.descriptor), ..self }
    }

    pub(crate) fn of<F>(self) -> Self {
        Self { origin: self.origin.of::<F>(), ..self }
    }
}

/// The setters that all builders of these have, for a builder with the field `offer`.
macro_rules! setters {
    ($descriptor:ty) => {
        /// What people are shown as its name.
        pub fn title(self, title: impl Into<String>) -> Self {
            self.describe(|it| it.title(title))
        }

        /// What it is or does.
        pub fn description(self, description: impl Into<String>) -> Self {
            self.describe(|it| it.description(description))
        }

        /// Adds an icon.
        pub fn icon(self, icon: mcp_model::Icon) -> Self {
            self.describe(|it| it.icon(icon))
        }

        /// Replaces the icons.
        pub fn icons(self, icons: impl IntoIterator<Item = mcp_model::Icon>) -> Self {
            self.describe(|it| it.icons(icons))
        }

        /// Adds one key to `_meta`.
        pub fn meta(self, key: impl Into<Box<str>>, value: impl Into<mcp_model::Json>) -> Self {
            self.describe(|it| it.meta(key, value))
        }

        /// Replaces `_meta`.
        pub fn meta_object(self, meta: impl Into<mcp_model::Meta>) -> Self {
            self.describe(|it| it.meta_object(meta))
        }

        /// Replaces title, icons and `_meta` by those of a bundle, also where it has none.
        pub fn metadata(self, bundle: &mcp_model::Metadata) -> Self {
            self.describe(|it| it.metadata(bundle))
        }

        /// Attaches a marker for customizers to find; clients never see it.
        pub fn marker<Marker: std::any::Any + Send + Sync>(mut self, marker: Marker) -> Self {
            self.offer.origin.mark(marker);
            self
        }

        /// Leaves it out of its list, and unknown, until it is shown.
        pub fn hidden(mut self) -> Self {
            self.offer.hidden = true;
            self
        }

        fn describe(mut self, change: impl FnOnce($descriptor) -> $descriptor) -> Self {
            self.offer = self.offer.describe(change);
            self
        }
    };
}

pub(crate) use setters;
