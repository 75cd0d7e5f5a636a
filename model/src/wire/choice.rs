use super::object::missing;
use super::{Cx, Key, Members};
use crate::decode::DecodeErrorKind;
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer};

/// Reads a short text, borrowed where that can be.
pub(crate) fn read_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Key<'de>, D::Error> {
    Key::deserialize(deserializer)
}

/// The tag that a union was read up to.
pub(crate) fn tag<T, E: Error>(found: Option<T>, name: &'static str, cx: Cx<'_>) -> Result<T, E> {
    found.ok_or_else(|| missing(name, cx))
}

/// The first member that is one of `names`, of which one must be there.
pub(crate) fn find_one<'de, A: MapAccess<'de>>(
    members: &mut Members<'de, A>,
    names: &[&'static str],
    cx: Cx<'_>,
) -> Result<&'static str, A::Error> {
    members.find(names, cx)?.ok_or_else(|| {
        let names = names.join("`, `");
        cx.error(DecodeErrorKind::Missing, format_args!("none of `{names}` is there"))
    })
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
