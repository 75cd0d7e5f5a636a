use super::{Cx, Key};
use crate::decode::DecodeErrorKind;
use serde::de::Error;
use std::borrow::Cow;
use std::collections::VecDeque;

/// What is known of an object's members before it is known what the object is.
#[derive(Default)]
pub(super) struct Aside<'de> {
    /// Members passed over, as JSON text.
    pub(super) kept: VecDeque<(Key<'de>, Cow<'de, str>)>,
    /// A tag that was looked at, and its characters.
    pub(super) tag: Option<(&'static str, Cow<'de, str>)>,
    /// A name found whose value is still to be read from the map.
    pub(super) found: Option<Key<'de>>,
    /// The value, as JSON text, of the member here whose name was given last.
    pub(super) value: Option<Cow<'de, str>>,
    /// A member that can have one value only.
    pub(super) constant: Option<(&'static str, &'static str)>,
    /// Its name, once it was passed over.
    pub(super) passed: Option<&'static str>,
    pub(super) refused: &'static [&'static str],
    pub(super) why: &'static str,
}

impl<'de> Aside<'de> {
    pub(super) fn next(&mut self) -> Option<Key<'de>> {
        if let Some((key, value)) = self.kept.pop_front() {
            self.value = Some(value);
            return Some(key);
        }
        if let Some((name, text)) = self.tag.take() {
            self.value = Some(Cow::Owned(serde_json::Value::from(text).to_string()));
            return Some(Key(Cow::Borrowed(name)));
        }
        self.found.take()
    }

    /// Makes the kept member `name` the one whose value comes next.
    pub(super) fn take_kept(&mut self, name: &str) -> bool {
        let at = self.kept.iter().position(|(key, _)| key.as_str() == name);
        self.value = at.and_then(|at| self.kept.remove(at)).map(|(_, value)| value);
        at.is_some()
    }

    pub(super) fn check<E: Error>(&self, name: &str, cx: Cx<'_>) -> Result<(), E> {
        match self.refused.iter().find(|refused| **refused == name) {
            Some(refused) => cx.under(refused, Err(cx.error(DecodeErrorKind::Value, self.why))),
            None => Ok(()),
        }
    }
}
