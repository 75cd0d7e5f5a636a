use super::object::FieldSeed;
use super::{Cx, Field, Key, RawSeed};
use crate::decode::DecodeErrorKind;
use serde::de::{Error, MapAccess};
use std::borrow::Cow;
use std::collections::VecDeque;

/// The members of an object as they are read. Those passed over in search of a name are kept as JSON text and come
/// first when reading goes on, so that what an object is may be said anywhere in it.
pub struct Members<'de, A> {
    map: A,
    kept: VecDeque<(Key<'de>, Cow<'de, str>)>,
    /// A name found whose value is still to be read from the map.
    found: Option<Key<'de>>,
    /// The value of the kept member whose name was given last.
    value: Option<Cow<'de, str>>,
    refused: &'static [&'static str],
    why: &'static str,
}

impl<'de, A: MapAccess<'de>> Members<'de, A> {
    pub(crate) fn new(map: A) -> Self {
        Self { map, kept: VecDeque::new(), found: None, value: None, refused: &[], why: "" }
    }

    /// From here on no further member may have one of these names.
    pub(crate) fn refuse(&mut self, names: &'static [&'static str], why: &'static str) {
        (self.refused, self.why) = (names, why);
    }

    pub(crate) fn next_key(&mut self, cx: Cx<'_>) -> Result<Option<Key<'de>>, A::Error> {
        if let Some((key, value)) = self.kept.pop_front() {
            self.value = Some(value);
            return Ok(Some(key));
        }
        match self.found.take() {
            Some(key) => Ok(Some(key)),
            None => self.next_new_key(cx),
        }
    }

    fn next_new_key(&mut self, cx: Cx<'_>) -> Result<Option<Key<'de>>, A::Error> {
        let key = self.map.next_key::<Key<'de>>()?;
        let name = key.as_ref().map_or("", Key::as_str);
        match self.refused.iter().find(|refused| **refused == name) {
            Some(refused) => cx.under(refused, Err(cx.error(DecodeErrorKind::Value, self.why))),
            None => Ok(key),
        }
    }

    /// The value of the member whose name came last.
    pub(crate) fn next_value<T: Field>(&mut self, cx: Cx<'_>) -> Result<T, A::Error> {
        match self.value.take() {
            Some(text) => read_kept(&text, cx),
            None => self.map.next_value_seed(FieldSeed::new(cx)),
        }
    }

    /// As JSON text.
    pub(crate) fn next_json(&mut self) -> Result<Cow<'de, str>, A::Error> {
        match self.value.take() {
            Some(text) => Ok(text),
            None => self.map.next_value_seed(RawSeed),
        }
    }

    /// As the characters of a string.
    pub(crate) fn next_text(&mut self) -> Result<Cow<'de, str>, A::Error> {
        match self.value.take() {
            Some(Cow::Borrowed(text)) => unquote(text).map(|key| key.0),
            Some(Cow::Owned(text)) => unquote(&text).map(|key| Cow::Owned(key.0.into_owned())),
            None => self.map.next_value::<Key<'de>>().map(|key| key.0),
        }
    }

    /// Goes to the first member that is one of `names`, without reading its value, and says which.
    pub(crate) fn find(&mut self, names: &[&'static str], cx: Cx<'_>) -> Result<Option<&'static str>, A::Error> {
        let known = |key: &Key<'_>| names.iter().find(|name| **name == key.as_str()).copied();
        if let Some(name) = self.kept.iter().find_map(|(key, _)| known(key)) {
            return Ok(Some(name));
        }
        while let Some(key) = self.after_kept(cx)? {
            let name = known(&key);
            if name.is_some() {
                self.found = Some(key);
                return Ok(name);
            }
            self.keep(key, cx)?;
        }
        Ok(None)
    }

    fn after_kept(&mut self, cx: Cx<'_>) -> Result<Option<Key<'de>>, A::Error> {
        match self.found.take() {
            Some(key) => Ok(Some(key)),
            None => self.next_new_key(cx),
        }
    }

    /// Keeps the member that was found, to be read again.
    pub(crate) fn keep_found(&mut self, cx: Cx<'_>) -> Result<(), A::Error> {
        match self.found.take() {
            Some(key) => self.keep(key, cx),
            None => Ok(()),
        }
    }

    fn keep(&mut self, key: Key<'de>, cx: Cx<'_>) -> Result<(), A::Error> {
        let read = self.map.next_value_seed(RawSeed);
        let text = cx.under_key(key.as_str(), read)?;
        self.kept.push_back((key, text));
        Ok(())
    }

    /// Takes out the text of the member `tag`, wherever it is.
    pub(crate) fn take_tag(&mut self, tag: &'static str, cx: Cx<'_>) -> Result<Option<Cow<'de, str>>, A::Error> {
        match self.kept.iter().position(|(key, _)| key.as_str() == tag) {
            Some(at) => self.value = self.kept.remove(at).map(|(_, value)| value),
            None if self.find(&[tag], cx)?.is_none() => return Ok(None),
            None => self.found = None,
        }
        cx.under(tag, self.next_text()).map(Some)
    }

    /// Puts a tag taken out before back in its place behind what was passed over.
    pub(crate) fn put_tag(&mut self, tag: &'static str, text: &str) {
        let json = serde_json::Value::from(text).to_string();
        self.kept.push_back((Key(Cow::Borrowed(tag)), Cow::Owned(json)));
    }

    /// Keeps all members that are left, to be looked at before they are read.
    pub(crate) fn keep_all(&mut self, cx: Cx<'_>) -> Result<(), A::Error> {
        self.find(&[], cx).map(drop)
    }

    pub(crate) fn has_kept(&self, name: &str) -> bool {
        self.kept(name).is_some()
    }

    /// The value of a member that is kept.
    pub(crate) fn kept(&self, name: &str) -> Option<crate::JsonRef<'_>> {
        let mut kept = self.kept.iter();
        kept.find(|(key, _)| key.as_str() == name).map(|(_, text)| crate::JsonRef::new(text))
    }
}

fn read_kept<T: Field, E: Error>(text: &str, cx: Cx<'_>) -> Result<T, E> {
    let read = T::read_member(&mut serde_json::Deserializer::from_str(text), cx);
    read.map_err(|error| E::custom(crate::decode::message(&error)))
}

fn unquote<E: Error>(text: &str) -> Result<Key<'_>, E> {
    serde_json::from_str(text).map_err(|error| E::custom(crate::decode::message(&error)))
}
