//! JSON of a peer as a tree that rules can look into. It takes whatever the wire can carry: numbers beyond a double
//! (`1e400`) become the largest double, and only depth has a limit.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

/// Deeper than this, a value is kept as text only.
pub const DEPTH: usize = 128;

/// Why a text has no tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The bytes are not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// The text is not JSON; the message says where it stops to be.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// The value is JSON, deeper than [`DEPTH`].
    #[error("nested deeper than {DEPTH} levels")]
    TooDeep,
}

/// The tree of a JSON text.
///
/// # Errors
/// The bytes are not UTF-8, not JSON, or nested too deep.
pub fn parse(bytes: &[u8]) -> Result<Value, Unreadable> {
    let text = std::str::from_utf8(bytes).map_err(|_| Unreadable::NotUtf8)?;
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| Unreadable::NotJson(error.to_string()))?;
    if is_deep(text) {
        return Err(Unreadable::TooDeep);
    }
    build(raw, DEPTH)
}

/// Whether the JSON text is deeper than [`DEPTH`], seen without climbing.
fn is_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    structure(text.as_bytes()).any(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth >= DEPTH
    })
}

/// How many values a JSON text holds at most, seen without reading it; of other bytes, some number.
pub(crate) fn count(text: &[u8]) -> usize {
    structure(text).filter(|byte| matches!(byte, b'[' | b'{' | b',')).count() + 1
}

/// The bytes of a JSON text that stand outside of strings.
fn structure(text: &[u8]) -> impl Iterator<Item = u8> {
    let (mut in_string, mut escaped) = (false, false);
    text.iter().copied().filter(move |byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ => return !in_string,
        }
        false
    })
}

/// A level at a time: serde_json refuses numbers beyond a double wherever it reads one, save inside raw text.
fn build(raw: &RawValue, depth: usize) -> Result<Value, Unreadable> {
    let depth = depth.checked_sub(1).ok_or(Unreadable::TooDeep)?;
    let text = raw.get();
    match text.as_bytes().first() {
        Some(b'{') => {
            members(text)?.0.into_iter().map(|(key, raw)| Ok((key.into_owned(), build(raw, depth)?))).collect()
        }
        Some(b'[') => read::<Vec<&RawValue>>(text)?.into_iter().map(|raw| build(raw, depth)).collect(),
        Some(b'-' | b'0'..=b'9') => Ok(read(text).unwrap_or_else(|_| extreme(text))),
        _ => read(text),
    }
}

fn extreme(number: &str) -> Value {
    let far = if number.starts_with('-') { f64::MIN } else { f64::MAX };
    Number::from_f64(far).map_or(Value::Null, Value::Number)
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Unreadable> {
    serde_json::from_str(text).map_err(|error| Unreadable::NotJson(error.to_string()))
}

/// The members of a JSON object in order, duplicates and all, each value as its text.
#[derive(Debug, Default)]
pub struct Members<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

/// The members of the object that this text is.
///
/// # Errors
/// The text is not one JSON object.
pub fn members(text: &str) -> Result<Members<'_>, Unreadable> {
    read(text)
}

impl<'a> Members<'a> {
    /// The text of the last member of that name.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, raw)| raw.get())
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(Key(key)) = map.next_key()? {
                    all.push((key, map.next_value()?));
                }
                Ok(Members(all))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A key, borrowed where it has no escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
