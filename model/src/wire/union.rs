use super::{Cx, Key, RawSeed};
use crate::decode::DecodeErrorKind;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess};
use std::borrow::Cow;
use std::vec;

/// A value read before it was known what it belongs to.
pub(crate) enum Early<'de> {
    /// As JSON text.
    Json(Cow<'de, str>),
    /// The characters of a string.
    Text(Cow<'de, str>),
}

/// Members read before it was known what they belong to.
pub struct Head<'de> {
    pub(crate) members: Vec<(Key<'de>, Early<'de>)>,
    /// A name whose value is still to be read from the map.
    pub(crate) pending: Option<Key<'de>>,
}

impl<'de> Head<'de> {
    fn new() -> Self {
        Self { members: Vec::new(), pending: None }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(key, _)| key.as_str() == name)
    }

    /// The value of a member that is kept as JSON.
    pub(crate) fn json(&self, name: &str) -> Option<crate::JsonRef<'_>> {
        let mut members = self.members.iter();
        let (_, value) = members.find(|(key, _)| key.as_str() == name)?;
        match value {
            Early::Json(text) => Some(crate::JsonRef::new(text)),
            Early::Text(_) => None,
        }
    }

    /// With the tag read before put back, for a type that reads it again.
    pub(crate) fn with_tag(mut self, name: &'static str, value: Cow<'de, str>) -> Self {
        let key = Key(Cow::Borrowed(name));
        self.members.push((key, Early::Text(value)));
        self
    }

    pub(crate) fn keep<A: MapAccess<'de>>(&mut self, key: Key<'de>, map: &mut A, cx: Cx<'_>) -> Result<(), A::Error> {
        let read = map.next_value_seed(RawSeed);
        let text = cx.under_key(key.as_str(), read)?;
        self.members.push((key, Early::Json(text)));
        Ok(())
    }
}

/// Reads up to and with the member `tag`.
pub(crate) fn read_to_tag<'de, A: MapAccess<'de>>(
    map: &mut A,
    tag: &'static str,
    cx: Cx<'_>,
) -> Result<(Head<'de>, Option<Cow<'de, str>>), A::Error> {
    let mut head = Head::new();
    while let Some(key) = map.next_key::<Key<'de>>()? {
        if key.as_str() == tag {
            let value = cx.under(tag, map.next_value::<Key<'de>>())?;
            return Ok((head, Some(value.0)));
        }
        head.keep(key, map, cx)?;
    }
    Ok((head, None))
}

/// Reads all members as JSON text.
pub(crate) fn read_all<'de, A: MapAccess<'de>>(map: &mut A, cx: Cx<'_>) -> Result<Head<'de>, A::Error> {
    read_to_first(map, &[], cx).map(|(head, _)| head)
}

/// Reads up to the first member that is one of `names` and says which; its value is left unread.
pub(crate) fn read_to_first<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: &[&'static str],
    cx: Cx<'_>,
) -> Result<(Head<'de>, Option<&'static str>), A::Error> {
    let mut head = Head::new();
    while let Some(key) = map.next_key::<Key<'de>>()? {
        if let Some(name) = names.iter().find(|name| **name == key.as_str()) {
            head.pending = Some(key);
            return Ok((head, Some(name)));
        }
        head.keep(key, map, cx)?;
    }
    Ok((head, None))
}

/// As [`read_to_first`], where one of them must be there.
pub(crate) fn read_to_member<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: &[&'static str],
    cx: Cx<'_>,
) -> Result<(Head<'de>, &'static str), A::Error> {
    let (head, name) = read_to_first(map, names, cx)?;
    let name = name.ok_or_else(|| {
        let names = names.join("`, `");
        cx.error(DecodeErrorKind::Missing, format_args!("none of `{names}` is there"))
    })?;
    Ok((head, name))
}

/// The rest of a map with the members read before put in front again.
pub(crate) struct Resumed<'de, A> {
    members: vec::IntoIter<(Key<'de>, Early<'de>)>,
    value: Option<Early<'de>>,
    pending: Option<Key<'de>>,
    map: A,
}

impl<'de, A> Resumed<'de, A> {
    pub(crate) fn new(head: Head<'de>, map: A) -> Self {
        Self { members: head.members.into_iter(), value: None, pending: head.pending, map }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Resumed<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let key = if let Some((key, value)) = self.members.next() {
            self.value = Some(value);
            key
        } else if let Some(key) = self.pending.take() {
            key
        } else {
            return self.map.next_key_seed(seed);
        };
        give(key.0, seed).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            None => self.map.next_value_seed(seed),
            Some(Early::Json(Cow::Borrowed(text))) => read_text(text, seed),
            Some(Early::Json(Cow::Owned(text))) => read_owned(&text, seed),
            Some(Early::Text(text)) => give(text, seed),
        }
    }
}

/// Text that is not the input's own cannot be borrowed from; a reader's deserializer never does.
fn read_owned<'de, V: DeserializeSeed<'de>, E: Error>(text: &str, seed: V) -> Result<V::Value, E> {
    let mut deserializer = serde_json::Deserializer::from_reader(text.as_bytes());
    seed.deserialize(&mut deserializer).map_err(|error| E::custom(crate::decode::message(&error)))
}

fn read_text<'de, V: DeserializeSeed<'de>, E: Error>(text: &'de str, seed: V) -> Result<V::Value, E> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    seed.deserialize(&mut deserializer).map_err(|error| E::custom(crate::decode::message(&error)))
}

/// Hands over text that has been read already.
pub(crate) fn give<'de, S: DeserializeSeed<'de>, E: Error>(text: Cow<'de, str>, seed: S) -> Result<S::Value, E> {
    match text {
        Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::new(text)),
        Cow::Owned(text) => seed.deserialize(text.into_deserializer()),
    }
}
