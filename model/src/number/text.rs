use super::Decimal;
use super::fixed::{Fixed, LONGEST};
use crate::wire::{Cx, Wire, read_raw, write_raw};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A JSON number as it is spelled; `1` and `1.0` are equal, and each is written as it was read.
///
/// ```
/// let progress: mcp_model::Number = serde_json::from_str("37")?;
/// assert_eq!(serde_json::to_string(&progress)?, "37");
/// assert_eq!(progress, mcp_model::Number::try_from(37.0).unwrap());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress>.
#[derive(Clone)]
pub struct Number(Spelling);

/// Short numbers in their plain spelling need no text of their own.
#[derive(Clone)]
enum Spelling {
    Fixed(Fixed),
    Text(Box<str>),
}

impl Number {
    /// `text` must be a JSON number.
    #[inline]
    pub(super) fn spelled(text: &str) -> Self {
        let fixed = Fixed::parse(text).map(Spelling::Fixed);
        Self(fixed.unwrap_or_else(|| Spelling::Text(text.into())))
    }

    fn to_whole(&self) -> Option<i64> {
        match self.0 {
            Spelling::Fixed(fixed) => fixed.to_whole(),
            Spelling::Text(_) => None,
        }
    }

    /// The nearest double; infinite where none is near.
    pub fn as_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// The value, if it is whole and fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.to_whole().or_else(|| self.decimal().to_i64())
    }

    /// The value, if it is whole, not negative and fits.
    pub fn as_u64(&self) -> Option<u64> {
        let plain = self.as_i64().and_then(|value| value.try_into().ok());
        plain.or_else(|| self.to_string().parse().ok())
    }

    pub(super) fn decimal(&self) -> Decimal {
        Decimal::parse(&self.to_string())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Spelling::Fixed(fixed) => fixed.fmt(f),
            Spelling::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self.to_whole(), other.to_whole()) {
            (Some(a), Some(b)) => a == b,
            _ => self.decimal() == other.decimal(),
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.as_i64() {
            Some(value) => value.hash(state),
            None => self.decimal().hash(state),
        }
    }
}

impl Wire for Number {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let text = read_raw(deserializer)?;
        if !is_number(&text) {
            return Err(cx.error(crate::DecodeErrorKind::Type, "expected a number"));
        }
        Ok(Self::spelled(&text))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "number"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        Self::spelled(source.number())
    }
}

/// Whether JSON text is a number.
pub(crate) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Spelling::Fixed(fixed) => match fixed.to_whole() {
                Some(whole) => serializer.serialize_i64(whole),
                None => write_raw(fixed.spell(&mut [0; LONGEST]), serializer),
            },
            Spelling::Text(text) => write_raw(text, serializer),
        }
    }
}

/// A double that JSON cannot write: infinite or not a number.
///
/// See <https://www.rfc-editor.org/rfc/rfc8259#section-6>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number is not finite: JSON has no spelling for it")
    }
}

impl std::error::Error for NotFinite {}

impl TryFrom<f64> for Number {
    type Error = NotFinite;

    fn try_from(value: f64) -> Result<Self, NotFinite> {
        if !value.is_finite() {
            return Err(NotFinite);
        }
        // Display never writes an exponent, so this is a JSON number; 37.0 is spelled 37.
        Ok(Self::spelled(&value.to_string()))
    }
}

macro_rules! from_int {
    ($($int:ty),*) => {$(
        impl From<$int> for Number {
            fn from(value: $int) -> Self {
                let fixed = i64::try_from(value).ok().and_then(Fixed::whole).map(Spelling::Fixed);
                Self(fixed.unwrap_or_else(|| Spelling::Text(value.to_string().into())))
            }
        }
    )*};
}

from_int!(u64, i64, i32, u32, u16, u8);
