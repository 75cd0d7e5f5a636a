//! How a type of the wire is read and written; the types themselves are declared with `wire!`.

mod choice;
mod constants;
mod context;
mod field;
mod guard;
mod key;
mod leaf;
pub(crate) mod macros;
mod object;
mod raw;
mod union;

use serde::{Deserializer, Serialize, de};
use std::fmt;

pub(crate) use choice::{none_of, read_key, refuse_if_strict, tag};
pub(crate) use constants::Constants;
pub(crate) use context::{Cx, Segment, Trail};
pub(crate) use field::Field;
pub(crate) use guard::Guarded;
pub(crate) use key::Key;
pub(crate) use macros::wire;
pub(crate) use object::Object;
pub(crate) use object::{finish, member, read_object, recheck, write_member};
pub(crate) use raw::{RawSeed, read_raw, write_raw};
pub(crate) use union::{Head, Resumed, read_to_first, read_to_member, read_to_tag};

/// A type of the wire: what [`decode`](crate::decode) reads and serde writes.
///
/// Implemented by the types of this crate and by `String`, `bool`, `Vec` and `Box` of them.
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub trait Wire: Serialize + Sized {
    /// Reads one value; errors leave their path in the context.
    #[doc(hidden)]
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error>;

    /// Reads the value of an optional member, where null counts as absent.
    #[doc(hidden)]
    fn read_optional<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Option<Self>, D::Error> {
        deserializer.deserialize_option(Optional(cx, std::marker::PhantomData))
    }
}

/// Reads through serde with a context of its own: what every `Deserialize` here does.
pub(crate) fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let trail = Trail::default();
    T::read(deserializer, Cx::tolerant(&trail)).map_err(|error| trail.explain(error))
}

/// `T` as a seed, so that the context travels with it.
pub(crate) struct Seed<'c, T>(Cx<'c>, std::marker::PhantomData<T>);

impl<'c, T> Seed<'c, T> {
    pub(crate) fn new(cx: Cx<'c>) -> Self {
        Self(cx, std::marker::PhantomData)
    }
}

impl<'de, T: Wire> de::DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer, self.0)
    }
}

struct Optional<'c, T>(Cx<'c>, std::marker::PhantomData<T>);

impl<'de, T: Wire> de::Visitor<'de> for Optional<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        self.0.null()
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        self.0.null()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::read(deserializer, self.0).map(Some)
    }
}
