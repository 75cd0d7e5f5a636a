//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation>

pub(super) mod late;

use std::time::Duration;

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Id, Message, Party, Transcript, What};

rules! { "cancellation";
    /// A server cancels only requests of its own.
    ///
    /// The id in `notifications/cancelled` is one that the server itself gave to a request. To take back a request of the
    /// client is the client's business; a server that cannot go on answers with an error.
    Must names_an_own_request since V2024_11_05
    cites ["cancellation-same-direction", "general-cancel-own-direction"] = "basic/utilities/cancellation#behavior-requirements";

    /// A cancellation says which request it cancels.
    ///
    /// The schema lets the id be absent for the sake of tasks, which are cancelled by other means, so a notification without
    /// it cancels nothing.
    Must names_a_request since V2024_11_05
    cites ["cancellation-request-id-present", "general-cancel-id-present"] = "schema#cancellednotificationparams";

    /// A server cancels only what is still going on.
    ///
    /// A cancellation may cross the answer on its way; a second after the answer that is no excuse.
    Must names_an_open_request since V2024_11_05
    cites ["cancellation-believed-in-progress", "cancellation-in-flight", "general-cancel-in-flight"] = "basic/utilities/cancellation#behavior-requirements";

    /// A server does not cancel a task as if it were a request.
    ///
    /// A request that became a task is answered already; `tasks/cancel` is there to end the task.
    Must tasks_have_their_own_way since V2025_11_25
    cites ["cancellation-tasks-use-tasks-cancel", "cancellation-request-id-not-for-tasks", "general-cancel-not-tasks"] = "basic/utilities/cancellation#behavior-requirements";

    /// A cancelled request is not answered.
    ///
    /// The client has forgotten it. An answer that was on its way already is no fault. Counted is one that comes after an answer to
    /// something asked later, which shows that the cancellation was read by then, and an error that says that the request
    /// was cancelled.
    Should cancelled_request_is_not_answered since V2024_11_05
    cites ["cancellation-no-response"] = "basic/utilities/cancellation#behavior-requirements";

    /// A cancelled request is not worked on any more.
    ///
    /// Progress that goes on coming shows that nobody told the handler.
    Should cancelled_request_is_stopped since V2024_11_05
    cites ["cancellation-stop-processing", "general-cancel-stop-work"] = "basic/utilities/cancellation#behavior-requirements";

    /// A cancellation that comes too late does no harm.
    ///
    /// It may cross the answer, so a server has to live with ids that are done with. Servers that look the id up and find
    /// nothing have ended over it.
    Must late_cancellation_is_harmless since V2024_11_05
    cites ["cancellation-race-handling", "cancellation-ignore-completed", "general-cancel-late-arrival"] = "basic/utilities/cancellation#timing-considerations";

    /// A cancellation of nothing is ignored.
    ///
    /// Unknown ids, no id at all or params of the wrong shape call for no reaction: the server goes on as before.
    Should invalid_cancellation_is_ignored since V2024_11_05
    cites ["cancellation-ignore-unknown", "cancellation-ignore-malformed"] = "basic/utilities/cancellation#error-handling";
}

/// After this long, messages do not cross any more.
const CROSSING: Duration = Duration::from_millis(200);

/// The cancellations of one side, each with what it cancels.
fn cancellations(connection: &Connection, by: Party) -> impl Iterator<Item = (&Message, Option<Exchange<'_>>)> {
    let is_one = |message: &&Message| message.is_notification() && message.method() == Some("notifications/cancelled");
    connection.messages_from(by).filter(is_one).map(move |message| {
        let id = named(message);
        let mut before = connection.exchanges(by).filter(|exchange| exchange.request.seq < message.seq);
        (message, before.find(|exchange| id.is_some() && exchange.request.id() == id.as_ref()))
    })
}

fn named(message: &Message) -> Option<Id> {
    Id::new(&message.params().get("requestId")?.to_string())
}

fn by_server(t: &Transcript) -> impl Iterator<Item = (&Message, Option<Exchange<'_>>)> {
    from_the_start(t).flat_map(|connection| cancellations(connection, Party::Server))
}

fn from_the_start(t: &Transcript) -> impl Iterator<Item = &Connection> {
    t.connections().filter(|connection| connection.is_from_the_start())
}

fn names_an_own_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server cancelled nothing");
    for (message, exchange) in by_server(t) {
        if let Some(id) = named(message) {
            seen.judge([message], exchange.is_none().then(|| format!("the server made no request with the id {id}")));
        }
    }
    seen
}

fn names_a_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server cancelled nothing");
    for (message, _) in by_server(t) {
        seen.judge([message], named(message).is_none().then_some("/params has no `requestId`"));
    }
    seen
}

fn tasks_have_their_own_way(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server cancelled nothing");
    for connection in from_the_start(t) {
        for (message, exchange) in cancellations(connection, Party::Server) {
            let Some(exchange) = exchange else { continue };
            let is_task = |answer: &&Message| {
                is_known(connection, answer, message) && answer.result().is_some_and(|it| it.get("task").is_some())
            };
            let fault = exchange.answer().filter(is_task).map(|_| "the request has become a task");
            seen.judge([exchange.request, message], fault);
        }
    }
    seen
}

/// Whether the server knew the answer when it cancelled, and the two did not cross. Where no times are recorded, their order
/// tells.
fn is_known(connection: &Connection, answer: &Message, cancelled: &Message) -> bool {
    let is_timed = !cancelled.at.is_zero();
    let late = cancelled.at.saturating_sub(taken(connection, answer)) > CROSSING;
    answer.seq < cancelled.seq && (late || !is_timed)
}

fn names_an_open_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server cancelled nothing");
    for (message, exchange) in by_server(t) {
        let Some(exchange) = exchange else { continue };
        let answered = |answer: &&Message| message.at.saturating_sub(answer.at) > Duration::from_secs(1);
        match exchange.answer().filter(|answer| answer.seq < message.seq && answered(answer)) {
            Some(answer) => seen.broken([exchange.request, answer, message], "the request was answered long before"),
            None => seen.held(),
        }
    }
    seen
}

/// When the server is known to have the cancellation: over HTTP, once it has answered it there.
fn taken(connection: &Connection, message: &Message) -> Duration {
    let of_it = connection.events().iter().filter(|event| message.http.is_some() && event.http == message.http);
    let mut answered = of_it.filter(|event| matches!(event.what, What::HttpResponse { .. }));
    answered.next().map_or(message.at, |event| event.at)
}

/// The client's cancellations of requests that were open.
fn in_time(t: &Transcript) -> impl Iterator<Item = (&Connection, &Message, Exchange<'_>)> {
    t.connections().flat_map(|connection| {
        cancellations(connection, Party::Client).filter_map(move |(message, exchange)| {
            let exchange =
                exchange.filter(|exchange| exchange.answer().is_none_or(|answer| answer.seq > message.seq))?;
            (exchange.method() != "initialize").then_some((connection, message, exchange))
        })
    })
}

/// Whether a resumed stream brought it: then nothing says when it was written.
fn is_replayed(connection: &Connection, message: &Message) -> bool {
    let mut all = connection.http().into_iter();
    let carrier = all.find(|exchange| message.http.is_some() && exchange.event.http == message.http);
    carrier.is_some_and(|exchange| exchange.headers.has("last-event-id"))
}

/// Whether the server has read that message before it gave this answer: something asked later was answered earlier.
fn is_read(connection: &Connection, message: &Message, answer: &Message) -> bool {
    let is_before = |later: &Message| later.seq < answer.seq;
    let mut later = connection.exchanges(Party::Client).filter(|exchange| exchange.request.seq > message.seq);
    later.any(|exchange| exchange.answer().is_some_and(is_before))
}

/// Whether an error is there because of the cancellation; any other may have been under way.
fn is_about_it(answer: &Message) -> bool {
    let text = answer.error().map(|error| error["message"].to_string().to_ascii_lowercase()).unwrap_or_default();
    answer.code() == Some(-32800) || ["cancel", "abort"].iter().any(|word| text.contains(word))
}

fn cancelled_request_is_not_answered(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing was cancelled in time");
    for (connection, message, exchange) in in_time(t) {
        let since = taken(connection, message);
        let is_late = |answer: &Message| {
            answer.at.saturating_sub(since) > CROSSING
                && (message.http.is_some() || is_read(connection, message, answer))
                && !is_replayed(connection, answer)
        };
        let has_time = |answer: &Message| is_about_it(answer) || is_late(answer);
        match exchange.answer() {
            Some(answer) if has_time(answer) => {
                seen.broken([exchange.request, message, answer], "the cancelled request was answered");
            }
            None if connection.is_over_after(message.seq, Party::Client) && is_watched(connection, since) => {
                seen.held();
            }
            _ => {}
        }
    }
    seen
}

fn cancelled_request_is_stopped(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing was cancelled while it reported progress");
    for (connection, message, exchange) in in_time(t) {
        let token = &exchange.params()["_meta"]["progressToken"];
        let is_its_own = |said: &&Message| {
            said.method() == Some("notifications/progress")
                && !token.is_null()
                && said.params()["progressToken"] == *token
        };
        let since = taken(connection, message);
        let late = |said: &&Message| {
            let is_late = said.at.saturating_sub(since) > CROSSING && said.seq > message.seq;
            is_late && !is_replayed(connection, said)
        };
        let mut said = connection.messages_from(Party::Server).filter(is_its_own).peekable();
        if said.peek().is_none() {
            continue;
        }
        match said.find(late) {
            Some(progress) => {
                seen.broken([exchange.request, message, progress], "progress goes on after the cancellation");
            }
            None if is_watched(connection, since) => seen.held(),
            None => {}
        }
    }
    seen
}

/// Whether the recording goes on for long enough to show that nothing came of it. Where no times are recorded, it does.
fn is_watched(connection: &Connection, since: Duration) -> bool {
    let end = connection.events().last().map_or(Duration::ZERO, |event| event.at);
    end.is_zero() || end.saturating_sub(since) > CROSSING
}

fn late_cancellation_is_harmless(t: &Transcript) -> Observations {
    ignored(t, "nothing was cancelled after its answer", |message, exchange| {
        exchange.is_some_and(|exchange| exchange.answer().is_some_and(|answer| answer.seq < message.seq))
    })
}

fn invalid_cancellation_is_ignored(t: &Transcript) -> Observations {
    ignored(t, "no invalid cancellation was sent", |_, exchange| exchange.is_none())
}

/// Whether the next request is answered after such a cancellation.
fn ignored(
    t: &Transcript,
    otherwise: &str,
    is_meant: impl Fn(&Message, Option<&Exchange<'_>>) -> bool,
) -> Observations {
    let mut seen = Observations::new(otherwise);
    for connection in t.connections() {
        for (message, exchange) in cancellations(connection, Party::Client) {
            if !is_meant(message, exchange.as_ref()) {
                continue;
            }
            let is_deaf = connection.deaf_after() == Some(message.seq);
            let mut later = connection.exchanges(Party::Client).filter(|exchange| exchange.request.seq > message.seq);
            match later.next() {
                _ if is_deaf && connection.exit_after(message.seq).is_some() => {
                    seen.broken([message], "the server ended over this cancellation");
                }
                Some(next) if !next.answers.is_empty() => seen.held(),
                Some(next) if is_deaf && connection.is_over_after(next.request.seq, Party::Client) => {
                    seen.broken([message, next.request], "nothing was answered any more after this cancellation");
                }
                _ => {}
            }
        }
    }
    seen
}
