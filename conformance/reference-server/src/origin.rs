//! Where a handler comes from.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;

/// Where a handler comes from: the name of its type and the markers that its author attached.
///
/// Customizers see it, clients never do.
#[derive(Default)]
pub struct Origin {
    type_name: &'static str,
    markers: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
}

impl Origin {
    /// The Rust type name of the handler function, which starts with the path of its module.
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// The marker of type `M`, if the author attached one.
    pub fn marker<M: Any>(&self) -> Option<&M> {
        self.markers.get(&TypeId::of::<M>())?.downcast_ref()
    }

    pub(crate) fn mark<M: Any + Send + Sync>(&mut self, marker: M) {
        self.markers.insert(TypeId::of::<M>(), Box::new(marker));
    }

    pub(crate) fn of<F>(self) -> Self {
        let type_name = type_name::<F>();
        Self { type_name, ..self }
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut origin = f.debug_struct("Origin");
        origin.field("type_name", &self.type_name);
        origin.field("markers", &self.markers.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn a_marker_is_found_by_its_type() {
        let mut origin = Origin::default();
        origin.mark("text");
        origin.mark(7_u8);
        let origin = origin.of::<Origin>();
        assert_eq!(origin.marker::<&str>(), Some(&"text"));
        assert_eq!(origin.marker::<u8>(), Some(&7));
        assert_eq!(origin.marker::<u16>(), None);
        assert!(origin.type_name().ends_with("origin::Origin"));
    }
}
