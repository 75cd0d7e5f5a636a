//! Objects whose member names are free.

use crate::wire::{Cx, Key, Seed, Wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::marker::PhantomData;

/// An object with any member names and one type of value, in the order in which it came.
///
/// Equality does not look at the order.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
#[derive(Clone)]
pub struct Map<T>(Vec<(Box<str>, T)>);

impl<T> Map<T> {
    /// The object without members.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Sets `name` to `value`, where it stands or else at the end.
    pub fn insert(&mut self, name: impl Into<Box<str>>, value: impl Into<T>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(old, _)| *old == name) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of the first member called `name`.
    pub fn get(&self, name: &str) -> Option<&T> {
        let mut members = self.iter();
        members.find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// Takes out all members called `name`.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| **key != *name);
    }

    /// The members in their order, duplicates and all.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn append(&mut self, name: &str, value: T) {
        self.0.push((name.into(), value));
    }
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: PartialEq> PartialEq for Map<T> {
    fn eq(&self, other: &Self) -> bool {
        let mut ours: Vec<_> = self.iter().collect();
        let mut theirs: Vec<_> = other.iter().collect();
        ours.sort_by_key(|(name, _)| *name);
        theirs.sort_by_key(|(name, _)| *name);
        ours == theirs
    }
}

impl<T: fmt::Debug> fmt::Debug for Map<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T> IntoIterator for Map<T> {
    type Item = (Box<str>, T);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Later members of one name replace earlier ones.
impl<K: Into<Box<str>>, V: Into<T>, T> FromIterator<(K, V)> for Map<T> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let mut map = Self::new();
        for (name, value) in members {
            map.insert(name, value);
        }
        map
    }
}

impl<K: Into<Box<str>>, V: Into<T>, T, const N: usize> From<[(K, V); N]> for Map<T> {
    fn from(members: [(K, V); N]) -> Self {
        members.into_iter().collect()
    }
}

impl<T: Wire> Wire for Map<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(cx, PhantomData))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "object", "additionalProperties": T::schema()})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.map(T::generate)
    }
}

struct Members<'c, T>(Cx<'c>, PhantomData<T>);

impl<'de, T: Wire> de::Visitor<'de> for Members<'_, T> {
    type Value = Map<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Map<T>, A::Error> {
        let mut members = Map::new();
        while let Some(key) = map.next_key::<Key<'de>>()? {
            let read = map.next_value_seed(Seed::new(self.0));
            let value = self.0.under_key(key.as_str(), read)?;
            members.append(key.as_str(), value);
        }
        Ok(members)
    }
}

impl<'de, T: Wire> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl<T: Serialize> Serialize for Map<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
