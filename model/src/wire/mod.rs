//! How a type of the wire is read and written; the types themselves are declared with `wire!`.

mod aside;
mod choice;
mod constants;
mod context;
mod field;
mod key;
mod leaf;
pub(crate) mod macros;
mod members;
mod object;
mod raw;
mod reach;
mod writing;

use serde::de::IntoDeserializer;
use serde::{Deserializer, Serialize, de};
use std::fmt;
use std::marker::PhantomData;

pub(crate) use choice::{find_one, none_of, read_key, refuse_if_strict, tag};
pub(crate) use constants::{Constants, place};
pub(crate) use context::{Cx, Segment, Trail};
pub(crate) use field::Field;
pub(crate) use key::{Key, unquote};
pub(crate) use macros::wire;
pub(crate) use members::Members;
pub(crate) use object::Object;
pub(crate) use object::{finish, member, missing, read_object, recheck};
pub(crate) use raw::{RawSeed, read_raw, write_raw};
pub(crate) use writing::Writing;

/// A type of the wire: what [`decode`](crate::decode) reads and serde writes.
///
/// Implemented by the types of this crate and by `String`, `bool`, `Vec` and `Box` of them.
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub trait Wire: Serialize + Sized {
    /// Reads one value; errors leave their path in the context.
    #[doc(hidden)]
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error>;

    /// Reads JSON text that was kept; shorter than [`read`](Self::read) where the type begins with the text.
    #[doc(hidden)]
    fn read_text<E: de::Error>(text: &str, cx: Cx<'_>) -> Result<Self, E> {
        let read = Self::read(&mut serde_json::Deserializer::from_str(text), cx);
        read.map_err(|error| E::custom(crate::decode::message(&error)))
    }

    /// Reads the value of an optional member, where null counts as absent.
    #[doc(hidden)]
    fn read_optional<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Option<Self>, D::Error> {
        deserializer.deserialize_option(Optional(cx, false, PhantomData))
    }

    /// The type's name, where it is declared with `wire!`.
    #[cfg(feature = "schema")]
    #[doc(hidden)]
    const NAME: &'static str = "";

    /// The JSON Schema of the type, whole.
    #[cfg(feature = "schema")]
    #[doc(hidden)]
    fn definition() -> serde_json::Value;

    /// The JSON Schema of the type: a reference where the specification has a name for it.
    #[cfg(feature = "schema")]
    #[doc(hidden)]
    fn schema() -> serde_json::Value {
        crate::schema::reference(Self::NAME).unwrap_or_else(Self::definition)
    }

    /// A valid value made of the source's bytes; the smallest one where there are none.
    #[cfg(feature = "proptest")]
    #[doc(hidden)]
    fn generate(source: &mut crate::strategy::Source) -> Self;
}

/// Reads through serde with a context of its own: what every `Deserialize` here does.
pub(crate) fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let trail = Trail::default();
    T::read(deserializer, trail.cx()).map_err(|error| trail.explain(error))
}

/// `T` as a seed, so that the context travels with it.
pub(crate) struct Seed<'c, T>(Cx<'c>, PhantomData<T>);

impl<'c, T> Seed<'c, T> {
    pub(crate) fn new(cx: Cx<'c>) -> Self {
        Self(cx, PhantomData)
    }
}

impl<'de, T: Wire> de::DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer, self.0)
    }
}

/// Reads a value that may be null, also in the strict pass.
pub(crate) fn read_nullable<'de, T: Wire, D: Deserializer<'de>>(
    deserializer: D,
    cx: Cx<'_>,
) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_option(Optional(cx, true, PhantomData))
}

/// A value or null, and whether null is a value here.
struct Optional<'c, T>(Cx<'c>, bool, PhantomData<T>);

impl<T> Optional<'_, T> {
    fn null<E: de::Error>(self) -> Result<Option<T>, E> {
        if self.1 { Ok(None) } else { self.0.null() }
    }
}

impl<'de, T: Wire> de::Visitor<'de> for Optional<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        self.null()
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        self.null()
    }

    /// A string whose characters have been read already is no option.
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        T::read(text.into_deserializer(), self.0).map(Some)
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        T::read(de::value::BorrowedStrDeserializer::new(text), self.0).map(Some)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::read(deserializer, self.0).map(Some)
    }
}
