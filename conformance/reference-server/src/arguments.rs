//! Named text values.

use std::collections::BTreeMap;

/// Named text values: a prompt's arguments, or what a resource template's variables stand for in a URI
/// (percent-decoded).
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt>
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments(BTreeMap<String, String>);

impl Arguments {
    /// One value, or `None` if it was not given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// All names and values, ordered by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let entries = self.0.iter();
        entries.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(crate) fn insert(&mut self, name: &str, value: String) {
        self.0.insert(name.to_owned(), value);
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Arguments {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(pairs: T) -> Self {
        let pairs = pairs.into_iter();
        Self(pairs.map(|(k, v)| (k.into(), v.into())).collect())
    }
}
