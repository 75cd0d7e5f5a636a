use super::object::missing;
use super::{Cx, Key};
use crate::decode::DecodeErrorKind;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a short text, borrowed where that can be.
pub(crate) fn read_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Key<'de>, D::Error> {
    Key::deserialize(deserializer)
}

/// The tag that a union was read up to.
pub(crate) fn tag<T, E: Error>(found: Option<T>, name: &'static str, cx: Cx<'_>) -> Result<T, E> {
    found.ok_or_else(|| missing(name, cx))
}

/// A tag unknown here: kept by the tolerant pass, refused by the strict one.
pub(crate) fn refuse_if_strict<E: Error>(found: &str, known: &[&str], name: &'static str, cx: Cx<'_>) -> Result<(), E> {
    if cx.is_strict() {
        return cx.under(name, Err(none_of(found, known, cx)));
    }
    Ok(())
}

/// A text that is none of those allowed.
pub(crate) fn none_of<E: Error>(found: &str, known: &[&str], cx: Cx<'_>) -> E {
    let known = known.join("`, `");
    cx.error(DecodeErrorKind::Value, format_args!("expected one of `{known}`, found `{found}`"))
}
