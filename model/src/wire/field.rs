use super::{Cx, Wire};
use serde::Deserializer;

/// A member of an object: required (`T`) or optional (`Option<T>`).
pub(crate) trait Field: Sized {
    fn read_member<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Self, D::Error>;

    /// The value of a member that was not there, unless it is required.
    fn absent() -> Option<Self>;

    fn is_absent(&self) -> bool;
}

impl<T: Wire> Field for T {
    fn read_member<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        T::read(d, cx)
    }

    fn absent() -> Option<Self> {
        None
    }

    fn is_absent(&self) -> bool {
        false
    }
}

impl<T: Wire> Field for Option<T> {
    fn read_member<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        T::read_optional(d, cx)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}
