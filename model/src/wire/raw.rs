use super::Key;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// The name by which serde_json hands over, and takes, a value's text as it stands.
const TOKEN: &str = "$serde_json::private::RawValue";

/// The text of the next value: borrowed from the input where the format can, else built from the value.
pub(crate) fn read_raw<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    deserializer.deserialize_newtype_struct(TOKEN, RawVisitor)
}

/// Writes JSON text as it stands.
pub(crate) fn write_raw<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let mut raw = serializer.serialize_struct(TOKEN, 1)?;
    raw.serialize_field(TOKEN, text)?;
    raw.end()
}

pub(crate) struct RawSeed;

impl<'de> de::DeserializeSeed<'de> for RawSeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        read_raw(deserializer)
    }
}

struct RawVisitor;

impl<'de> de::Visitor<'de> for RawVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        map.next_key::<de::IgnoredAny>()?;
        map.next_value::<Key<'de>>().map(|text| text.0)
    }

    /// A string whose characters have been read already.
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(serde_json::Value::from(text).to_string()))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Ok(Cow::Owned(value.to_string()))
    }
}
