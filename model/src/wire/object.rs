use super::{Cx, Field, Members, Wire};
use crate::decode::DecodeErrorKind;
use serde::de::{Error, MapAccess};
use serde::{Deserializer, de};
use std::fmt;
use std::marker::PhantomData;

/// A type read from the members of a JSON object.
pub trait Object: Sized {
    const EXPECTED: &'static str;

    /// Reads the members; `tag` names one that has been read already and fits.
    fn read_members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        tag: Option<&'static str>,
        cx: Cx<'_>,
    ) -> Result<Self, A::Error>;
}

impl<T: Object> Object for Box<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn read_members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        tag: Option<&'static str>,
        cx: Cx<'_>,
    ) -> Result<Self, A::Error> {
        T::read_members(members, tag, cx).map(Box::new)
    }
}

pub(crate) fn read_object<'de, T: Object, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor(cx, PhantomData))
}

struct ObjectVisitor<'c, T>(Cx<'c>, PhantomData<T>);

impl<'de, T: Object> de::Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read_members(&mut Members::new(map), None, self.0)
    }
}

/// Reads the value of a member whose name has just been read.
#[inline]
pub(crate) fn member<'de, T: Field, A: MapAccess<'de>>(
    members: &mut Members<'de, A>,
    name: &'static str,
    slot: &mut Option<T>,
    cx: Cx<'_>,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(duplicate(name, cx));
    }
    *slot = Some(cx.under(name, members.next_value(cx))?);
    Ok(())
}

pub(crate) fn duplicate<E: Error>(name: &'static str, cx: Cx<'_>) -> E {
    let error = cx.error(DecodeErrorKind::Duplicate, format_args!("member `{name}` is given twice"));
    cx.under::<(), E>(name, Err(error)).expect_err("an error stays one")
}

/// The value of a member once all members are read.
#[inline]
pub(crate) fn finish<T: Field, E: Error>(name: &'static str, slot: Option<T>, cx: Cx<'_>) -> Result<T, E> {
    slot.or_else(T::absent).ok_or_else(|| missing(name, cx))
}

pub(crate) fn missing<E: Error>(name: &'static str, cx: Cx<'_>) -> E {
    cx.error(DecodeErrorKind::Missing, format_args!("member `{name}` is missing"))
}

/// Holds text that is kept as it is against a type, for the strict pass.
pub(crate) fn recheck<T: Wire, E: Error>(text: &str, cx: Cx<'_>) -> Result<(), E> {
    T::read_text(text, cx).map(drop)
}

pub(super) struct FieldSeed<'c, T>(Cx<'c>, PhantomData<T>);

impl<'c, T> FieldSeed<'c, T> {
    pub(super) fn new(cx: Cx<'c>) -> Self {
        Self(cx, PhantomData)
    }
}

impl<'de, T: Field> de::DeserializeSeed<'de> for FieldSeed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read_member(deserializer, self.0)
    }
}
