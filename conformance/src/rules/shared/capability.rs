//! Features that are declared, and features that are not.

use crate::judge;
use crate::rule::Observations;
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

/// Whether the handshake of a connection says that the capability is absent; without a handshake nothing is said.
pub(in crate::rules) fn is_undeclared(connection: &Connection, t: &Transcript, needs: &str) -> bool {
    let handshake = connection.handshake().or_else(|| t.handshakes().next());
    handshake.is_some_and(|handshake| !judge::declared(&handshake, needs))
}

/// Requests for the method of a declared feature are not refused as unknown.
pub(in crate::rules) fn is_served(t: &Transcript, method: &str) -> Observations {
    let mut seen = Observations::new(format!("`{method}` was not asked for"));
    for exchange in t.requests(method) {
        if let Some(answer) = exchange.answer() {
            let fault = (answer.code() == Some(-32601))
                .then(|| format!("`{method}` is unknown, although the feature is declared"));
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}

/// The server's notifications of that method, with whether they come without the capability.
pub(in crate::rules) fn notifications_are_declared(t: &Transcript, needs: &str, method: &str) -> Observations {
    let mut seen = Observations::new(format!("no `{method}` was sent"));
    for connection in t.connections().filter(|_| t.handshakes().next().is_some()) {
        let is_undeclared = is_undeclared(connection, t, needs);
        for message in connection.messages_from(Party::Server).filter(|message| is(message, method)) {
            seen.judge([message], is_undeclared.then(|| format!("`{needs}` is not declared")));
        }
    }
    seen
}

fn is(message: &Message, method: &str) -> bool {
    message.is_notification() && message.method() == Some(method)
}
/// The connections on which the capability is absent.
pub(in crate::rules) fn without<'t>(t: &'t Transcript, needs: &'t str) -> impl Iterator<Item = &'t Connection> {
    t.connections().filter(move |connection| is_undeclared(connection, t, needs))
}

/// Requests for the method of an undeclared feature give nothing.
pub(in crate::rules) fn is_withheld(
    t: &Transcript,
    needs: &str,
    method: &str,
    gives: impl Fn(&Exchange<'_>) -> bool,
) -> Observations {
    let mut seen = Observations::new(format!("`{needs}` is declared, or `{method}` was not asked for"));
    for exchange in without(t, needs).flat_map(|connection| connection.requests(method)) {
        if let Some(answer) = exchange.answer() {
            let fault = gives(&exchange).then(|| format!("`{method}` works, and `{needs}` is not declared"));
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}
