use super::{Cx, Wire};
use serde::Deserializer;
use serde::de::Error;

/// A member of an object: required (`T`) or optional (`Option<T>`).
pub(crate) trait Field: Sized {
    fn read_member<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Self, D::Error>;

    fn read_member_text<E: Error>(text: &str, cx: Cx<'_>) -> Result<Self, E>;

    /// The value of a member that was not there, unless it is required.
    fn absent() -> Option<Self>;

    fn is_absent(&self) -> bool;

    #[cfg(feature = "schema")]
    fn member_schema() -> serde_json::Value;

    #[cfg(feature = "proptest")]
    fn generate_member(source: &mut crate::strategy::Source) -> Self;
}

impl<T: Wire> Field for T {
    fn read_member<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        T::read(d, cx)
    }

    fn read_member_text<E: Error>(text: &str, cx: Cx<'_>) -> Result<Self, E> {
        T::read_text(text, cx)
    }

    fn absent() -> Option<Self> {
        None
    }

    fn is_absent(&self) -> bool {
        false
    }

    #[cfg(feature = "schema")]
    fn member_schema() -> serde_json::Value {
        T::schema()
    }

    #[cfg(feature = "proptest")]
    fn generate_member(source: &mut crate::strategy::Source) -> Self {
        T::generate(source)
    }
}

impl<T: Wire> Field for Option<T> {
    fn read_member<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        T::read_optional(d, cx)
    }

    fn read_member_text<E: Error>(text: &str, cx: Cx<'_>) -> Result<Self, E> {
        let read = T::read_optional(&mut serde_json::Deserializer::from_str(text), cx);
        read.map_err(|error| E::custom(crate::decode::message(&error)))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    #[cfg(feature = "schema")]
    fn member_schema() -> serde_json::Value {
        T::schema()
    }

    #[cfg(feature = "proptest")]
    fn generate_member(source: &mut crate::strategy::Source) -> Self {
        source.flag().then(|| T::generate(source))
    }
}
