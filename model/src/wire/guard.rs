use super::union::give;
use super::{Cx, Key};
use crate::decode::DecodeErrorKind;
use serde::de::{DeserializeSeed, MapAccess};

/// The rest of a message's members, among which some names have no place.
pub(crate) struct Guarded<'c, A> {
    map: A,
    refused: &'static [&'static str],
    why: &'static str,
    cx: Cx<'c>,
}

impl<'c, A> Guarded<'c, A> {
    pub(crate) fn new(map: A, refused: &'static [&'static str], why: &'static str, cx: Cx<'c>) -> Self {
        Self { map, refused, why, cx }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Guarded<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.map.next_key::<Key<'de>>()? else {
            return Ok(None);
        };
        if let Some(name) = self.refused.iter().find(|name| **name == key.as_str()) {
            let error = self.cx.error(DecodeErrorKind::Value, self.why);
            return self.cx.under(name, Err(error));
        }
        give(key.0, seed).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
