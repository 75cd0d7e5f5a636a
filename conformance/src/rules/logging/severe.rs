//! <https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams>

use super::{SET, messages, rank};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Party, Transcript};

rules! { "logging";
    /// Levels that were asked for come.
    ///
    /// It is judged by one call that is made three times, with a level set before the second: what came with the first and
    /// with the third, and is severe enough, should have come with the second too. Servers break this by sending one level
    /// only, or by comparing names in place of severities.
    Should severe_messages_come needs "logging" since V2024_11_05
    cites ["logging-at-or-above-level"] = "schema#setlevelrequestparams";
}

/// A call with the level that was in force and the most severe message that it brought.
struct Call<'t> {
    exchange: Exchange<'t>,
    least: Option<usize>,
    loudest: Option<usize>,
}

fn severe_messages_come(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no call that logs was made at two levels");
    for calls in t.connections().map(calls) {
        for (at, call) in calls.iter().enumerate() {
            let Some(least) = call.least else { continue };
            let before = calls[..at].iter().rev().find(|other| is_same(other, call));
            let after = calls[at + 1..].iter().find(|other| is_same(other, call));
            let (Some(before), Some(after)) = (before, after) else { continue };
            // The same level on both sides shows nothing.
            let is_severe = |other: &Call<'_>| other.loudest >= Some(least) && other.least < Some(least);
            if is_severe(before) && is_severe(after) {
                let why = (call.loudest < Some(least)).then_some("what is severe enough does not come");
                seen.judge([before.exchange.request, call.exchange.request, after.exchange.request], why);
            }
        }
    }
    seen
}

fn is_same(one: &Call<'_>, other: &Call<'_>) -> bool {
    let of = |call: &Call<'_>| {
        let (params, result) = (call.exchange.params(), call.exchange.result());
        let failed = result.map(|(_, result)| result["isError"] == true);
        (params["name"].clone(), params["arguments"].clone(), failed)
    };
    of(one) == of(other)
}

fn calls(connection: &Connection) -> Vec<Call<'_>> {
    let levels: Vec<_> =
        connection.requests(SET).filter_map(|set| Some((set.result()?.0.seq, rank(&set.params()["level"])?))).collect();
    let mut all = Vec::new();
    for exchange in connection.requests("tools/call").filter(|call| call.result().is_some()) {
        let asked = exchange.request.seq;
        let least = levels.iter().rev().find(|(seq, _)| *seq < asked).map(|(_, level)| *level);
        let came = messages(connection).filter(|message| (asked..next(connection, asked)).contains(&message.seq));
        let loudest = came.filter_map(|message| rank(&message.params()["level"])).max();
        all.push(Call { exchange, least, loudest });
    }
    all
}

/// The next call or change of the level: on HTTP a message may come on another stream, shortly after the answer.
fn next(connection: &Connection, seq: u64) -> u64 {
    let is_it = |exchange: &Exchange<'_>| matches!(exchange.method(), "tools/call" | SET) && exchange.request.seq > seq;
    connection.exchanges(Party::Client).find(is_it).map_or(u64::MAX, |exchange| exchange.request.seq)
}
