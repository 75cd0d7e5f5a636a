//! An object as the functions see it: its members in order, each value as its text.

use std::borrow::Cow;

use crate::transcript::value::{Unreadable, members};

/// The members of an object in order, each value as its JSON text.
#[derive(Debug, Clone, Default)]
pub struct Object<'a>(Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Object<'a> {
    /// The object that this text is.
    ///
    /// # Errors
    /// The text is not one JSON object.
    pub fn read(text: &'a str) -> Result<Self, Unreadable> {
        Ok(members(text)?.0.into_iter().map(|(key, raw)| (key, raw.get())).collect())
    }

    /// The text of the last member of that name.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, text)| *text)
    }

    /// Whether there is a member of that name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The names of its members.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| &**key)
    }
}

impl<'a> FromIterator<(Cow<'a, str>, &'a str)> for Object<'a> {
    fn from_iter<T: IntoIterator<Item = (Cow<'a, str>, &'a str)>>(members: T) -> Self {
        Self(members.into_iter().collect())
    }
}
