//! Opaque JSON: kept as the text it came as.

mod compare;
mod convert;
mod look;
mod object;

use crate::wire::{Cx, Wire, read_raw, write_raw};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

pub use look::{JsonKind, JsonRef};
pub use object::{JsonObject, NotAnObject};

/// Any JSON value, kept as text: key order, number spelling, escapes and duplicate keys survive.
///
/// `==` compares values: order of keys, spaces, escapes and the spelling of numbers do not matter. [`text`](Self::text)
/// gives the characters. Text that holds a raw newline is compacted when it is read, so that no message ever holds one.
/// Inside a struct that uses serde's `flatten`, or from another format than JSON, the text is built from the value.
///
/// ```
/// let json: mcp_model::Json = r#"{"n": 1.0, "s": "a"}"#.parse()?;
/// assert_eq!(json.text(), r#"{"n": 1.0, "s": "a"}"#);
/// assert_eq!(json, mcp_model::Json::from(serde_json::json!({"s": "a", "n": 1})));
/// assert_eq!(json.get("s").and_then(|s| s.as_str()).as_deref(), Some("a"));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic>.
#[derive(Clone)]
pub struct Json(Box<str>);

impl Json {
    /// The value null.
    pub fn null() -> Self {
        Self("null".into())
    }

    /// What `value` is as JSON.
    ///
    /// # Errors
    ///
    /// Where serde_json cannot write it: a map whose keys are no strings, or an error of its own `Serialize`.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(Self::from_valid)
    }

    /// The value in the shape of a type of yours.
    ///
    /// # Errors
    ///
    /// Where it does not have that shape.
    pub fn to<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    /// As a tree.
    ///
    /// # Errors
    ///
    /// Where a tree cannot hold it: nested deeper than serde_json goes, or a number beyond its range.
    pub fn to_value(&self) -> Result<serde_json::Value, serde_json::Error> {
        self.to()
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The JSON text, owned.
    pub fn into_text(self) -> Box<str> {
        self.0
    }

    /// A view that looks inside.
    pub fn view(&self) -> JsonRef<'_> {
        JsonRef::new(&self.0)
    }

    /// Which of the six kinds of value it is.
    pub fn kind(&self) -> JsonKind {
        self.view().kind()
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// The first member called `name`, if it is an object that has one.
    pub fn get(&self, name: &str) -> Option<JsonRef<'_>> {
        self.view().get(name)
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<std::borrow::Cow<'_, str>> {
        self.view().as_str()
    }

    /// A boolean's value.
    pub fn as_bool(&self) -> Option<bool> {
        self.view().as_bool()
    }

    /// `text` must be one JSON value.
    pub(crate) fn from_valid(text: impl Into<Box<str>> + AsRef<str>) -> Self {
        if memchr::memchr2(b'\n', b'\r', text.as_ref().as_bytes()).is_some() {
            return Self(compact(text.as_ref()).into());
        }
        Self(text.into())
    }
}

/// The same JSON without space between its parts.
pub(crate) fn compact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        if in_string || !matches!(c, ' ' | '\t' | '\n' | '\r') {
            out.push(c);
        }
        in_string ^= c == '"' && !escaped;
        escaped = c == '\\' && in_string && !escaped;
    }
    out
}

impl Wire for Json {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: Cx<'_>) -> Result<Self, D::Error> {
        read_raw(deserializer).map(Self::from_valid)
    }

    /// Null is a value like any other here.
    fn read_optional<'de, D: Deserializer<'de>>(d: D, cx: Cx<'_>) -> Result<Option<Self>, D::Error> {
        Self::read(d, cx).map(Some)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.json()
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_raw(&self.0, serializer)
    }
}

impl FromStr for Json {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
