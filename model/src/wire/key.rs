use serde::{Deserialize, Deserializer, de};
use std::borrow::Cow;
use std::fmt;

/// A member's name or another short text, borrowed from the input unless it was escaped there.
pub(crate) struct Key<'de>(pub(crate) Cow<'de, str>);

impl Key<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

/// The characters of a string from its JSON text.
pub(crate) fn unquote(text: &str) -> Result<Cow<'_, str>, serde_json::Error> {
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match inner.filter(|inner| memchr::memchr(b'\\', inner.as_bytes()).is_none()) {
        Some(inner) => Ok(Cow::Borrowed(inner)),
        None => serde_json::from_str::<Key<'_>>(text).map(|key| key.0),
    }
}

struct KeyVisitor;

impl<'de> de::Visitor<'de> for KeyVisitor {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Key(Cow::Borrowed(text)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Key(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Key(Cow::Owned(text)))
    }
}
