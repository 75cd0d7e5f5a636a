use super::Number;
use crate::wire::{Cx, Wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A whole number of any size, as it is spelled: `10.0` and `1e1` are whole too, and equal to `10`.
///
/// ```
/// let size: mcp_model::Integer = serde_json::from_str("10.0")?;
/// assert_eq!(size, 10);
/// assert_eq!(serde_json::to_string(&size)?, "10.0");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Number);

impl Integer {
    /// The value, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    /// The value, if it is not negative and fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.0.as_u64()
    }

    /// As a number.
    pub fn as_number(&self) -> &Number {
        &self.0
    }

    /// `text` must be JSON.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        if !super::text::is_number(text) {
            return None;
        }
        let number = Number::spelled(text);
        (number.as_i64().is_some() || number.decimal().is_integer()).then_some(Self(number))
    }
}

impl Wire for Integer {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let text = crate::wire::read_raw(deserializer)?;
        Self::from_text(&text).ok_or_else(|| cx.error(crate::DecodeErrorKind::Type, "expected an integer"))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "integer"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        Self(Number::spelled(source.integer()))
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq<i64> for Integer {
    fn eq(&self, other: &i64) -> bool {
        self.as_i64() == Some(*other)
    }
}

macro_rules! from_int {
    ($($int:ty),*) => {$(
        impl From<$int> for Integer {
            fn from(value: $int) -> Self {
                Self(value.into())
            }
        }
    )*};
}

from_int!(u64, i64, i32, u32, u16, u8);
