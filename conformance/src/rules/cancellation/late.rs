//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements>

use crate::rule::{Observations, rules};
use crate::transcript::{Cause, Connection, Exchange, Message, Party, Transcript};

rules! { "cancellation";
    /// An answer to what a server has cancelled does no harm.
    ///
    /// It was under way already. Servers that have forgotten the request answer the answer with an error, or end over an id
    /// that they do not know.
    Should late_answer_is_ignored since V2024_11_05
    cites ["cancellation-ignore-late-response"] = "basic/utilities/cancellation#behavior-requirements";
}

fn late_answer_is_ignored(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server cancelled nothing that was answered all the same");
    for connection in t.connections() {
        for asked in connection.exchanges(Party::Server) {
            let Some((cancelled, answer)) = late(&asked) else { continue };
            if let Some((event, why)) = harm(connection, answer) {
                seen.broken([cancelled.seq, answer.seq, event], why);
            } else if served_after(connection, answer) {
                seen.held();
            }
        }
    }
    seen
}

/// The cancellation of the server's request, and the answer that came after it.
fn late<'t>(asked: &Exchange<'t>) -> Option<(&'t Message, &'t Message)> {
    let cancelled = asked.cancelled?;
    let answer = asked.answer().filter(|answer| answer.seq > cancelled.seq)?;
    Some((cancelled, answer))
}

/// What the answer did to the server: the event that shows it, and what is wrong.
fn harm(connection: &Connection, answer: &Message) -> Option<(u64, &'static str)> {
    let is_its = |cause: &Cause<&Message>| matches!(cause, Cause::Response(message) if message.seq == answer.seq);
    let reply = connection.strays(Party::Server).find(|stray| is_its(&stray.cause));
    let exit = || connection.exit_after(answer.seq).filter(|_| !served_after(connection, answer));
    let reply = reply.map(|stray| (stray.response.seq, "the server answers the answer"));
    reply.or_else(|| exit().map(|event| (event.seq, "the server ended over the answer")))
}

fn served_after(connection: &Connection, answer: &Message) -> bool {
    let mut later = connection.exchanges(Party::Client).filter(|exchange| exchange.request.seq > answer.seq);
    later.any(|exchange| exchange.answer().is_some())
}
