//! What an elicitation asks for, and what the client can do.

use serde_json::Value;

use super::super::shared::asked::{asked, declared};
use crate::transcript::{Connection, Exchange, Transcript};

/// Every elicitation, with its connection.
pub(super) fn elicitations(t: &Transcript) -> impl Iterator<Item = (&Connection, Exchange<'_>)> {
    asked(t, "elicitation/create")
}

/// Every elicitation of that mode.
pub(super) fn in_mode<'t>(t: &'t Transcript, mode: &'t str) -> impl Iterator<Item = (&'t Connection, Exchange<'t>)> {
    elicitations(t).filter(move |(_, exchange)| of(exchange.params()) == Some(mode))
}

/// The mode that the params say; form is what nothing says.
pub(super) fn of(params: &Value) -> Option<&str> {
    params.get("mode").map_or(Some("form"), Value::as_str)
}

/// Whether the client declares that mode; none where it declares no elicitation at all, which is the lifecycle's matter, or
/// nothing is known of it. A declaration without modes is one of forms.
pub(super) fn is_declared(connection: &Connection, t: &Transcript, mode: &str) -> Option<bool> {
    let said = declared(connection, t)?.get("elicitation").filter(|said| said.is_object())?;
    let has = |mode: &str| said.get(mode).is_some_and(Value::is_object);
    Some(has(mode) || mode == "form" && !has("url"))
}

/// Whether the client declares elicitation at all.
pub(super) fn is_known(connection: &Connection, t: &Transcript) -> bool {
    declared(connection, t).is_some_and(|declared| declared["elicitation"].is_object())
}
