use super::aside::Aside;
use super::object::{FieldSeed, duplicate};
use super::{Cx, Field, Key, RawSeed, constants, unquote};
use serde::de::{Error, MapAccess};
use std::borrow::Cow;

/// The members of an object as they are read. Those passed over in search of a name come first when reading goes on, so
/// that what an object is may be said anywhere in it.
pub struct Members<'de, A> {
    map: A,
    /// None for all objects but unions, which then cost nothing more.
    aside: Option<Aside<'de>>,
}

impl<'de, A: MapAccess<'de>> Members<'de, A> {
    pub(crate) fn new(map: A) -> Self {
        Self { map, aside: None }
    }

    fn aside(&mut self) -> &mut Aside<'de> {
        self.aside.get_or_insert_default()
    }

    /// From here on no further member may have one of these names.
    pub(crate) fn refuse(&mut self, names: &'static [&'static str], why: &'static str) {
        let aside = self.aside();
        (aside.refused, aside.why) = (names, why);
    }

    /// Has a member that can have one value only checked, and not kept, where it is passed over.
    pub(crate) fn check_in_passing(&mut self, name: &'static str, value: &'static str) {
        self.aside().constant = Some((name, value));
    }

    /// The constant that was checked in passing.
    pub(crate) fn passed(&self) -> Option<&'static str> {
        self.aside.as_ref()?.passed
    }

    #[expect(
        clippy::inline_always,
        reason = "the way to every member: two calls more slow small messages by a twentieth"
    )]
    #[inline(always)]
    pub(crate) fn next_key(&mut self, cx: Cx<'_>) -> Result<Option<Key<'de>>, A::Error> {
        match self.aside.as_mut().and_then(Aside::next) {
            Some(key) => Ok(Some(key)),
            None => self.next_new_key(cx),
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "the way to every member: two calls more slow small messages by a twentieth"
    )]
    #[inline(always)]
    fn next_new_key(&mut self, cx: Cx<'_>) -> Result<Option<Key<'de>>, A::Error> {
        let key = self.map.next_key::<Key<'de>>()?;
        if let Some(key) = &key {
            cx.come_to(key);
            self.aside.as_ref().map_or(Ok(()), |aside| aside.check(key.as_str(), cx))?;
        }
        Ok(key)
    }

    /// The text of a value that was read before.
    #[inline]
    fn take_text(&mut self) -> Option<Cow<'de, str>> {
        self.aside.as_mut()?.value.take()
    }

    /// The value of the member whose name came last.
    #[inline]
    pub(crate) fn next_value<T: Field>(&mut self, cx: Cx<'_>) -> Result<T, A::Error> {
        match self.take_text() {
            Some(text) => T::read_member_text(&text, cx),
            None => self.map.next_value_seed(FieldSeed::new(cx)),
        }
    }

    /// As JSON text.
    pub(crate) fn next_json(&mut self) -> Result<Cow<'de, str>, A::Error> {
        match self.take_text() {
            Some(text) => Ok(text),
            None => self.map.next_value_seed(RawSeed),
        }
    }

    /// As the characters of a string.
    pub(crate) fn next_text(&mut self) -> Result<Cow<'de, str>, A::Error> {
        match self.take_text() {
            Some(Cow::Borrowed(text)) => unquoted(text),
            Some(Cow::Owned(text)) => unquoted(&text).map(|text| Cow::Owned(text.into_owned())),
            None => self.map.next_value::<Key<'de>>().map(|key| key.0),
        }
    }

    /// Goes to the first member that is one of `names`, without reading its value, and says which.
    pub(crate) fn find(&mut self, names: &[&'static str], cx: Cx<'_>) -> Result<Option<&'static str>, A::Error> {
        let known = |key: &Key<'_>| names.iter().find(|name| **name == key.as_str()).copied();
        if let Some(name) = self.aside().kept.iter().find_map(|(key, _)| known(key)) {
            return Ok(Some(name));
        }
        while let Some(key) = self.next_unkept_key(cx)? {
            let Some(name) = known(&key) else {
                self.pass_over(key, cx)?;
                continue;
            };
            self.aside().found = Some(key);
            return Ok(Some(name));
        }
        Ok(None)
    }

    fn next_unkept_key(&mut self, cx: Cx<'_>) -> Result<Option<Key<'de>>, A::Error> {
        match self.aside().found.take() {
            Some(key) => Ok(Some(key)),
            None => self.next_new_key(cx),
        }
    }

    fn pass_over(&mut self, key: Key<'de>, cx: Cx<'_>) -> Result<(), A::Error> {
        if let Some((name, value)) = self.aside().constant
            && name == key.as_str()
        {
            return self.pass_constant(name, value, cx);
        }
        let read = self.map.next_value_seed(RawSeed);
        let text = cx.under_key(key.as_str(), read)?;
        self.aside().kept.push_back((key, text));
        Ok(())
    }

    fn pass_constant(&mut self, name: &'static str, value: &str, cx: Cx<'_>) -> Result<(), A::Error> {
        let found = cx.under(name, self.map.next_value::<Key<'de>>())?;
        constants::check(name, value, found.as_str(), cx)?;
        match self.aside().passed.replace(name) {
            Some(_) => Err(duplicate(name, cx)),
            None => Ok(()),
        }
    }

    /// Takes out the text of the member `tag`, wherever it is.
    pub(crate) fn take_tag(&mut self, tag: &'static str, cx: Cx<'_>) -> Result<Option<Cow<'de, str>>, A::Error> {
        if let Some((_, text)) = self.aside().tag.take_if(|(name, _)| *name == tag) {
            return Ok(Some(text));
        }
        if !self.aside().take_kept(tag) {
            if self.find(&[tag], cx)?.is_none() {
                return Ok(None);
            }
            self.aside().found = None;
        }
        cx.under(tag, self.next_text()).map(Some)
    }

    /// Puts a tag back that was taken out, behind what was passed over.
    pub(crate) fn put_tag(&mut self, tag: &'static str, text: Cow<'de, str>) {
        self.aside().tag = Some((tag, text));
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
        let mut kept = self.aside.as_ref()?.kept.iter();
        kept.find(|(key, _)| key.as_str() == name).map(|(_, text)| crate::JsonRef::new(text))
    }
}

fn unquoted<E: Error>(text: &str) -> Result<Cow<'_, str>, E> {
    unquote(text).map_err(|error| E::custom(crate::decode::message(&error)))
}
