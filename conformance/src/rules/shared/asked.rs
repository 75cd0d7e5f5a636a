//! What a server asks of a client.

use serde_json::Value;

use crate::prose::{Fault, Object};
use crate::transcript::{Connection, Exchange, Party, Transcript};

/// Every request of a server for that method, with its connection.
pub(in crate::rules) fn asked<'t>(
    t: &'t Transcript,
    method: &'t str,
) -> impl Iterator<Item = (&'t Connection, Exchange<'t>)> {
    t.connections().flat_map(move |connection| {
        let requests = connection.exchanges(Party::Server).filter(move |exchange| exchange.method() == method);
        requests.map(move |exchange| (connection, exchange))
    })
}

/// What the client declares on a connection; none where no handshake was recorded.
pub(in crate::rules) fn declared<'t>(connection: &'t Connection, t: &'t Transcript) -> Option<&'t Value> {
    let handshake = connection.handshake().or_else(|| t.handshakes().next())?;
    Some(handshake.client_capabilities())
}

/// The first fault that a claim of the prose finds in a value, with its place.
pub(in crate::rules) fn fault(value: &Value, judge: fn(&Object<'_>) -> Vec<Fault>) -> Option<String> {
    let text = value.to_string();
    let fault = judge(&Object::read(&text).ok()?).into_iter().next()?;
    Some(if fault.pointer.is_empty() { fault.why } else { format!("{} {}", fault.pointer, fault.why) })
}
