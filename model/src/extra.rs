//! The members that a type does not know.

use crate::wire::{Key, Members};
use crate::{Json, Map};
use serde::de::MapAccess;

/// The members of an object that its type does not name, kept in their order and written after the others.
///
/// One pointer wide while there are none. A name that the type does know must not be put here.
///
/// ```
/// use mcp_model::{ObjectSchema, Tool};
/// let tool: Tool = serde_json::from_str(r#"{"name":"x","inputSchema":{"type":"object"},"later":[1]}"#)?;
/// assert_eq!(tool.extra.get("later").unwrap().text(), "[1]");
/// assert!(Tool::new("x", ObjectSchema::new()).extra.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic>.
#[derive(Clone, Debug, Default)]
pub struct Extra(Option<Box<Map<Json>>>);

impl Extra {
    /// Sets `name` to `value`.
    pub fn insert(&mut self, name: impl Into<Box<str>>, value: impl Into<Json>) {
        self.0.get_or_insert_default().insert(name, value);
    }

    /// The value of the first member called `name`.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.as_ref()?.get(name)
    }

    /// The members in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().flat_map(|members| members.iter())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|members| members.is_empty())
    }

    /// Takes out all members called `name`.
    pub fn remove(&mut self, name: &str) {
        if let Some(members) = &mut self.0 {
            members.remove(name);
        }
    }

    /// Takes in the members of `other`, which win.
    pub fn merge(&mut self, other: Self) {
        for (name, _) in other.iter() {
            self.remove(name);
        }
        for (name, value) in other.0.into_iter().flat_map(|members| *members) {
            self.0.get_or_insert_default().append(&name, value);
        }
    }

    pub(crate) fn read<'de, A: MapAccess<'de>>(
        &mut self,
        key: &Key<'_>,
        members: &mut Members<'de, A>,
        cx: crate::wire::Cx<'_>,
    ) -> Result<(), A::Error> {
        let text = cx.under_key(key.as_str(), members.next_json())?;
        let extra = self.0.get_or_insert_default();
        extra.append(key.as_str(), Json::from_valid(text));
        Ok(())
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => self.is_empty() && other.is_empty(),
        }
    }
}
