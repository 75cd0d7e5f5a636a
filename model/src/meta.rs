//! `_meta`: what travels along without being part of the protocol.

use crate::wire::{Cx, Wire, wire};
use crate::{Json, JsonObject, Map, ProgressToken};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The object under `_meta`, with any keys; [`MetaKey`](crate::MetaKey) tells which are as they should be.
///
/// ```
/// let mut meta = mcp_model::Meta::new();
/// meta.insert("com.example/origin", "cache");
/// assert_eq!(serde_json::to_string(&meta)?, r#"{"com.example/origin":"cache"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta>.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta(Map<Json>);

impl Meta {
    /// The object without keys.
    pub const fn new() -> Self {
        Self(Map::new())
    }

    /// Sets `key` to `value`.
    pub fn insert(&mut self, key: impl Into<Box<str>>, value: impl Into<Json>) {
        self.0.insert(key, value);
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.0.get(key)
    }

    /// The keys and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Wire for Meta {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        Map::read(deserializer, cx).map(Self)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "object"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        Self(Map::generate(source))
    }
}

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Meta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl From<Meta> for Json {
    fn from(meta: Meta) -> Self {
        let members = meta.iter().map(|(key, value)| (key, value.text()));
        JsonObject::join(members).into()
    }
}

impl<K: Into<Box<str>>, V: Into<Json>> FromIterator<(K, V)> for Meta {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        Self(members.into_iter().collect())
    }
}

impl<K: Into<Box<str>>, V: Into<Json>, const N: usize> From<[(K, V); N]> for Meta {
    fn from(members: [(K, V); N]) -> Self {
        members.into_iter().collect()
    }
}

wire! {
    /// The object under `_meta` of a request, where the asker may name a token for progress.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow>.
    pub struct RequestMeta {
        /// What progress notifications shall carry; absent means that none are asked for.
        pub progress_token: Option<ProgressToken> = "progressToken",
    }
}

impl RequestMeta {
    /// Sets `key` to `value`; the key `progressToken` has a member of its own.
    pub fn insert(&mut self, key: impl Into<Box<str>>, value: impl Into<Json>) {
        self.extra.insert(key, value);
    }
}
