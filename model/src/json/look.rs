use super::Json;
use crate::number::Decimal;
use crate::wire::{Key, RawSeed, unquote};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// The six kinds of JSON value.
///
/// See <https://www.rfc-editor.org/rfc/rfc8259>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number of any size and spelling.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A view into JSON text, one level at a time, so that depth costs no stack.
///
/// See <https://www.rfc-editor.org/rfc/rfc8259>.
#[derive(Clone, Copy)]
pub struct JsonRef<'a>(&'a str);

impl<'a> JsonRef<'a> {
    /// `text` must be one JSON value without space around it.
    pub(crate) fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The text as it stands.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// A copy that stands alone.
    pub fn to_json(self) -> Json {
        Json::from_valid(self.0)
    }

    /// The value in the shape of a type of yours.
    ///
    /// # Errors
    ///
    /// Where it does not have that shape.
    pub fn to<T: Deserialize<'a>>(self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.0)
    }

    /// Which of the six kinds of value it is.
    pub fn kind(self) -> JsonKind {
        match self.0.as_bytes().first() {
            Some(b'n') => JsonKind::Null,
            Some(b't' | b'f') => JsonKind::Bool,
            Some(b'"') => JsonKind::String,
            Some(b'[') => JsonKind::Array,
            Some(b'{') => JsonKind::Object,
            _ => JsonKind::Number,
        }
    }

    /// A boolean's value.
    pub fn as_bool(self) -> Option<bool> {
        self.0.parse().ok()
    }

    /// The text of a string; none where an escape in it stands for no character.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        if self.kind() != JsonKind::String {
            return None;
        }
        unquote(self.0).ok()
    }

    /// A number's nearest double, if it is finite.
    pub fn as_f64(self) -> Option<f64> {
        let number = (self.kind() == JsonKind::Number).then_some(self.0)?;
        number.parse().ok().filter(|n: &f64| n.is_finite())
    }

    /// A whole number's value (`1.0` is one), if it fits.
    pub fn as_i64(self) -> Option<i64> {
        let number = (self.kind() == JsonKind::Number).then_some(self.0)?;
        Decimal::parse(number).to_i64()
    }

    /// The members of an object in their order, duplicates and all.
    pub fn members(self) -> Option<impl Iterator<Item = (Cow<'a, str>, JsonRef<'a>)> + use<'a>> {
        Some(self.member_list()?.into_iter())
    }

    /// The elements of an array.
    pub fn elements(self) -> Option<impl Iterator<Item = JsonRef<'a>> + use<'a>> {
        Some(self.element_list()?.into_iter())
    }

    /// The first member called `name`, if it is an object that has one.
    pub fn get(self, name: &str) -> Option<JsonRef<'a>> {
        let mut members = self.members()?;
        members.find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The element at `index`, if it is an array that long.
    pub fn at(self, index: usize) -> Option<JsonRef<'a>> {
        self.elements()?.nth(index)
    }

    pub(super) fn member_list(self) -> Option<Vec<(Cow<'a, str>, JsonRef<'a>)>> {
        let mut text = serde_json::Deserializer::from_str(self.0);
        text.deserialize_map(Members).ok()
    }

    pub(super) fn element_list(self) -> Option<Vec<JsonRef<'a>>> {
        let mut text = serde_json::Deserializer::from_str(self.0);
        text.deserialize_seq(Elements).ok()
    }
}

impl fmt::Debug for JsonRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for JsonRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(Cow<'de, str>, JsonRef<'de>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key::<Key<'de>>()? {
            if let Cow::Borrowed(text) = map.next_value_seed(RawSeed)? {
                members.push((key.0, JsonRef(text)));
            }
        }
        Ok(members)
    }
}

struct Elements;

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<JsonRef<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element_seed(RawSeed)? {
            if let Cow::Borrowed(text) = element {
                elements.push(JsonRef(text));
            }
        }
        Ok(elements)
    }
}
