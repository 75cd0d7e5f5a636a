use super::Number;
use crate::wire::{Cx, Wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// How much something matters, from 0 (least) to 1 (most).
///
/// What a peer wrote beyond that range is kept as it came; only [`new`](Self::new) and the strict pass hold it to it.
///
/// ```
/// use mcp_model::Priority;
/// assert_eq!(Priority::new(0.8)?.as_f64(), 0.8);
/// assert!(Priority::new(1.1).is_err());
/// # Ok::<(), mcp_model::OutOfRange>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations>.
#[derive(Clone, PartialEq, Eq)]
pub struct Priority(Number);

impl Priority {
    /// A priority of `value`.
    ///
    /// # Errors
    ///
    /// Where it lies outside 0 to 1 or is not a number.
    pub fn new(value: f64) -> Result<Self, OutOfRange> {
        let number = Number::try_from(value).map_err(|_| OutOfRange)?;
        let priority = Self(number);
        priority.is_valid().then_some(priority).ok_or(OutOfRange)
    }

    /// The nearest double.
    pub fn as_f64(&self) -> f64 {
        self.0.as_f64()
    }

    /// Whether it lies in 0 to 1, as it should.
    pub fn is_valid(&self) -> bool {
        self.0.decimal().is_unit()
    }
}

impl Wire for Priority {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let priority = Self(Number::read(deserializer, cx)?);
        if cx.is_strict() && !priority.is_valid() {
            return Err(cx.error(crate::DecodeErrorKind::Value, OutOfRange));
        }
        Ok(priority)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "number", "minimum": 0, "maximum": 1})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        Self(Number::spelled(source.unit()))
    }
}

impl<'de> Deserialize<'de> for Priority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Priority {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl fmt::Debug for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl TryFrom<f64> for Priority {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        Self::new(value)
    }
}

/// The number is no priority.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a number from 0 to 1")
    }
}

impl std::error::Error for OutOfRange {}
