//! One value or an array of them.

use crate::wire::{Cx, Members, Object, Seed, Wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::marker::PhantomData;

/// One value by itself, or several in an array; each is written as it came.
///
/// ```
/// use mcp_model::{OneOrMany, SamplingMessage, SamplingMessageContentBlock};
/// let one: SamplingMessage = mcp_model::decode(br#"{"role":"user","content":{"type":"text","text":"Hello"}}"#)?;
/// assert_eq!(one.content.as_slice(), [SamplingMessageContentBlock::from("Hello")]);
/// assert!(matches!(one.content, OneOrMany::One(_)));
/// # Ok::<(), mcp_model::DecodeError>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#messages>.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrMany<T> {
    /// One value.
    One(T),
    /// An array of any length.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The values.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

impl<T> From<T> for OneOrMany<T> {
    fn from(one: T) -> Self {
        Self::One(one)
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(many: Vec<T>) -> Self {
        Self::Many(many)
    }
}

impl From<&str> for OneOrMany<crate::SamplingMessageContentBlock> {
    fn from(text: &str) -> Self {
        Self::One(text.into())
    }
}

impl<T: Object + Wire> Wire for OneOrMany<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(cx, PhantomData))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"anyOf": [T::schema(), Vec::<T>::schema()]})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        if source.flag() { Self::Many(source.list(T::generate)) } else { Self::One(T::generate(source)) }
    }
}

struct OneOrManyVisitor<'c, T>(Cx<'c>, PhantomData<T>);

impl<'de, T: Object + Wire> de::Visitor<'de> for OneOrManyVisitor<'_, T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} or an array of them", T::EXPECTED)
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::read_members(&mut Members::new(map), None, self.0).map(OneOrMany::One)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut many = Vec::new();
        loop {
            let read = seq.next_element_seed(Seed::new(self.0));
            match self.0.at(many.len(), read)? {
                Some(element) => many.push(element),
                None => return Ok(OneOrMany::Many(many)),
            }
        }
    }
}

impl<'de, T: Object + Wire> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(one) => one.serialize(serializer),
            Self::Many(many) => many.serialize(serializer),
        }
    }
}
