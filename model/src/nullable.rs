//! Where the specification says null.

use crate::wire::{Cx, Wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is always there and may be null.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nullable<T> {
    /// `null`.
    Null,
    /// A value.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value, if it is not null.
    pub fn as_option(&self) -> Option<&T> {
        match self {
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl From<i64> for Nullable<crate::Integer> {
    fn from(value: i64) -> Self {
        Self::Value(value.into())
    }
}

impl<T: Wire> Wire for Nullable<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        crate::wire::read_nullable(deserializer, cx).map(Self::from)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        crate::schema::nullable(T::schema())
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.flag().then(|| T::generate(source)).into()
    }
}

impl<'de, T: Wire> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_option().serialize(serializer)
    }
}
