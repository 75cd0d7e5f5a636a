//! What a user fills into a field.

use crate::wire::{Cx, Wire, read_raw};
use crate::{DecodeErrorKind, JsonKind, JsonRef, Number};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a user filled into one field of a form.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions>.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitValue {
    /// A text, or the one choice.
    String(String),
    /// A number, which may have a fraction.
    Number(Number),
    /// Yes or no.
    Bool(bool),
    /// The choices.
    Strings(Vec<String>),
}

impl Wire for ElicitValue {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let text = read_raw(deserializer)?;
        match JsonRef::new(&text).kind() {
            JsonKind::String => Wire::read_text(&text, cx).map(Self::String),
            JsonKind::Number => Wire::read_text(&text, cx).map(Self::Number),
            JsonKind::Bool => Wire::read_text(&text, cx).map(Self::Bool),
            JsonKind::Array => Wire::read_text(&text, cx).map(Self::Strings),
            JsonKind::Null | JsonKind::Object => {
                Err(cx.error(DecodeErrorKind::Type, "expected a string, a number, a boolean or an array of strings"))
            }
        }
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": ["string", "number", "boolean"]},
        ]})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        match source.below(4) {
            0 => Self::String(source.text()),
            1 => Self::Number(Number::generate(source)),
            2 => Self::Bool(source.flag()),
            _ => Self::Strings(Vec::generate(source)),
        }
    }
}

impl<'de> Deserialize<'de> for ElicitValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for ElicitValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(text) => text.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Bool(value) => value.serialize(serializer),
            Self::Strings(texts) => texts.serialize(serializer),
        }
    }
}

impl From<&str> for ElicitValue {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for ElicitValue {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for ElicitValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<Number> for ElicitValue {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<i64> for ElicitValue {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl From<Vec<String>> for ElicitValue {
    fn from(texts: Vec<String>) -> Self {
        Self::Strings(texts)
    }
}
