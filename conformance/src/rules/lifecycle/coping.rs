//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#error-handling>

use crate::rule::{Observations, rules};
use crate::rules::shared::capability::is_undeclared;
use crate::transcript::{Connection, Exchange, Party, Transcript};

rules! { "lifecycle";
    /// A call that would need what the client cannot do comes to an end.
    ///
    /// It is judged where the same call made the server ask another client. An error, a result with `isError`, or a result
    /// without what was to be asked for are all fine. Servers break this by waiting for an answer that nobody gives, or by
    /// ending.
    Should copes_without_capabilities since V2024_11_05
    cites ["lifecycle-handle-capability-failure"] = "basic/lifecycle#error-handling";

    /// While a server waits for its client's answer, it serves the client on.
    ///
    /// The answer may never come, and the client may ask something before it gives one. Servers break this by reading the
    /// answer where they should read the next message.
    Should serves_on_while_it_waits since V2024_11_05
    cites ["lifecycle-handle-request-timeout"] = "basic/lifecycle#error-handling";
}

/// What a server may ask of a client, and the capability behind it.
const ASKED: [(&str, &str); 3] = [
    ("roots/list", "client.roots"),
    ("sampling/createMessage", "client.sampling"),
    ("elicitation/create", "client.elicitation"),
];

fn copes_without_capabilities(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no call that made the server ask was repeated by a client that cannot answer");
    for (call, needs) in t.connections().flat_map(needing) {
        for other in t.connections().filter(|other| is_undeclared(other, t, needs)) {
            for same in other.requests("tools/call").filter(|same| is_same(same, &call)) {
                let ended = other.exit_after(same.request.seq).filter(|_| same.answer().is_none());
                if let Some(exit) = ended {
                    seen.broken([same.request.seq, exit.seq], "the server ended over the call");
                } else if same.answer().is_some() || same.is_unanswered() {
                    let why = same.is_unanswered().then(|| format!("`{needs}` is not declared, and no answer came"));
                    seen.judge([same.request], why);
                }
            }
        }
    }
    seen
}

/// The calls during which a server asked its client, with what that needs.
fn needing(connection: &Connection) -> Vec<(Exchange<'_>, &'static str)> {
    let calls: Vec<_> = connection.requests("tools/call").collect();
    let during = |ask: &Exchange<'_>, call: &&Exchange<'_>| {
        let end = call.answer().map_or(0, |answer| answer.seq);
        (call.request.seq..end).contains(&ask.request.seq)
    };
    let needed = |ask: Exchange<'_>| {
        let (_, needs) = ASKED.iter().find(|(method, _)| *method == ask.method())?;
        let call = calls.iter().find(|call| during(&ask, call))?;
        Some((call.clone(), *needs))
    };
    connection.exchanges(Party::Server).filter_map(needed).collect()
}

fn is_same(one: &Exchange<'_>, other: &Exchange<'_>) -> bool {
    let of = |call: &Exchange<'_>| (call.params()["name"].clone(), call.params()["arguments"].clone());
    of(one) == of(other)
}

fn serves_on_while_it_waits(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client asked nothing while the server waited for its answer");
    for connection in t.connections() {
        for asked in connection.exchanges(Party::Server).filter(|asked| asked.method() != "ping") {
            let given = asked.answer().or(asked.cancelled).map_or(u64::MAX, |end| end.seq);
            let meanwhile = |ping: &Exchange<'_>| (asked.request.seq..given).contains(&ping.request.seq);
            for ping in connection.requests("ping").filter(meanwhile) {
                if ping.answer().is_some() || ping.is_unanswered() {
                    let why = ping.is_unanswered().then_some("the ping is not answered while the server waits");
                    seen.judge([asked.request, ping.request], why);
                }
            }
        }
    }
    seen
}
