//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#result-retrieval>

use serde_json::Value;

use super::sighting::{Sighting, creation, sightings, target};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Message, Transcript};

rules! { "tasks";
    /// `tasks/result` gives what the call itself would have given.
    ///
    /// For a tool that is a result with content. Servers break this by giving the task, or by wrapping the result.
    Must result_is_of_the_original_kind since V2025_11_25
        cites ["tasks-result-type-matches", "tasks-result-terminal-returns", "general-task-result-type"]
        = "basic/utilities/tasks#retrieving-task-results";

    /// `tasks/result` waits until the task is over.
    ///
    /// Servers break this by answering at once that the result is not there yet. It shows where a later look finds the task
    /// still at work.
    Must result_waits_for_the_end since V2025_11_25
        cites ["tasks-result-blocks"] = "basic/utilities/tasks#result-retrieval";

    /// `tasks/result` of a finished task is answered.
    ///
    /// Servers break this by waiting for an event that is past.
    Must result_of_a_finished_task_comes since V2025_11_25
        cites ["tasks-result-terminal-returns"] = "basic/utilities/tasks#result-retrieval";

    /// A completed task has a result.
    ///
    /// A call that ends with a JSON-RPC error makes a failed task, and one that ends with a result has it given back.
    /// Servers break this by marking every task completed that has ended.
    Must completed_task_has_a_result since V2025_11_25
        cites ["tasks-failed-on-rpc-error", "tasks-result-success-response"]
        = "basic/utilities/tasks#task-execution-errors";

    /// The outcome of a task is always the same.
    ///
    /// It is what the call gave, whenever one asks. Servers break this by running the call again, or by giving the result
    /// once and an error after that.
    Must outcome_stays_the_same since V2025_11_25
        cites ["tasks-result-exact", "tasks-result-terminal-returns"]
        = "basic/utilities/tasks#result-retrieval";

    /// A task ends with the error that the plain call has.
    ///
    /// Servers break this by turning the error into a result, or into an error of their own. It is judged where the same
    /// call without a task is refused as invalid (-32602), or because something was not found (-32002).
    Must error_is_that_of_the_plain_call since V2025_11_25
        cites ["tasks-result-same-error"] = "basic/utilities/tasks#task-execution-errors";

    /// A tool that fails makes a failed task.
    ///
    /// Servers break this by looking only at whether the tool returned, and not at `isError`.
    Should tool_error_makes_a_failed_task since V2025_11_25
        cites ["tasks-failed-on-is-error"] = "basic/utilities/tasks#task-status";
}

const NONE: &str = "no outcome of a task was asked for";

/// Every `tasks/result`, with its connection and the task that it names.
fn wanted(t: &Transcript) -> impl Iterator<Item = (&Connection, Exchange<'_>, &str)> {
    t.connections().flat_map(|connection| {
        let all = connection.requests("tasks/result").filter(|exchange| exchange.cancelled.is_none());
        all.filter_map(move |exchange| {
            let id = target(&exchange)?;
            Some((connection, exchange, id))
        })
    })
}

/// How a task was seen, by what was asked after that moment.
fn seen_after<'t>(connection: &'t Connection, id: &str, seq: u64) -> Option<Sighting<'t>> {
    sightings(connection).into_iter().find(|sighting| sighting.id() == Some(id) && sighting.was_asked_after(seq))
}

/// How a task was last seen before that moment.
fn seen_before<'t>(connection: &'t Connection, id: &str, seq: u64) -> Option<Sighting<'t>> {
    sightings(connection).into_iter().rfind(|sighting| sighting.id() == Some(id) && sighting.message.seq < seq)
}

fn result_is_of_the_original_kind(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (connection, exchange, id) in wanted(t) {
        let called = creation(connection, id).is_some_and(|call| call.method() == "tools/call");
        let Some((answer, result)) = exchange.result().filter(|_| called) else { continue };
        let why = (!result["content"].is_array()).then_some("the result is not that of a tool: it has no `content`");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn result_waits_for_the_end(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no outcome was asked for while its task was at work");
    for (connection, exchange, id) in wanted(t) {
        let at_work = seen_before(connection, id, exchange.request.seq).is_some_and(|sighting| !sighting.is_over());
        let Some(answer) = exchange.answer().filter(|_| at_work) else { continue };
        let later = seen_after(connection, id, answer.seq).filter(|later| !later.is_over());
        let why = later.map(|later| format!("it is answered, and the task is still {}", later.status()));
        let events = [Some(exchange.request), Some(answer), later.map(|later| later.message)];
        seen.judge(events.into_iter().flatten(), why);
    }
    seen
}

fn result_of_a_finished_task_comes(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no outcome was asked for after the end of its task");
    for (connection, exchange, id) in wanted(t) {
        let over = seen_before(connection, id, exchange.request.seq).filter(Sighting::is_over);
        let Some(over) = over.filter(|_| exchange.answer().is_some() || exchange.is_unanswered()) else { continue };
        let why = exchange.is_unanswered().then_some("the task is over, and no answer came");
        seen.judge([over.message, exchange.request], why);
    }
    seen
}

fn completed_task_has_a_result(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no outcome of a completed task was asked for");
    for (connection, exchange, id) in wanted(t) {
        let Some(answer) = exchange.answer() else { continue };
        // A task that is gone by now may have been gone when its outcome was asked for.
        let still = seen_after(connection, id, answer.seq).is_some_and(|later| later.status() == "completed");
        let before = seen_before(connection, id, exchange.request.seq).filter(|before| before.status() == "completed");
        let Some(before) = before.filter(|_| still || answer.result().is_some()) else { continue };
        let why = answer.error().map(|_| "the task is completed, and its outcome is an error");
        seen.judge([before.message, exchange.request, answer], why);
    }
    seen
}

fn outcome_stays_the_same(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no outcome was asked for twice");
    for connection in t.connections() {
        let all: Vec<_> = wanted(t).filter(|(other, ..)| other.id() == connection.id()).collect();
        for (at, (_, again, id)) in all.iter().enumerate() {
            let first = all[..at].iter().find(|(_, first, other)| other == id && first.result().is_some());
            let (Some((_, first, _)), Some(answer)) = (first, again.answer()) else { continue };
            let Some((before, result)) = first.result() else { continue };
            if let Some(why) = differs(connection, id, result, answer) {
                seen.broken([before, answer], why);
            } else if answer.result().is_some() {
                seen.held();
            }
        }
    }
    seen
}

fn differs(connection: &Connection, id: &str, first: &Value, answer: &Message) -> Option<&'static str> {
    let Some(again) = answer.result() else {
        return seen_after(connection, id, answer.seq).map(|_| "the outcome was a result, and is an error now");
    };
    (bare(first) != bare(again)).then_some("the outcome is another than before")
}

/// A result without what is said about it.
fn bare(result: &Value) -> Value {
    let mut result = result.clone();
    if let Some(members) = result.as_object_mut() {
        members.remove("_meta");
    }
    result
}

fn error_is_that_of_the_plain_call(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was made of a call that is refused as invalid without one");
    for (connection, exchange, id) in wanted(t) {
        let Some(call) = creation(connection, id) else { continue };
        let is_twin = |other: &Exchange<'_>| {
            other.params().get("task").is_none()
                && ["name", "arguments"].iter().all(|name| other.params().get(name) == call.params().get(name))
        };
        let plain = connection.requests("tools/call").filter(is_twin).find_map(|other| other.error());
        let Some(plain) = plain.filter(|plain| matches!(plain.code(), Some(-32602 | -32002))) else { continue };
        let Some(answer) = exchange.answer() else { continue };
        let differs = answer.code() != plain.code();
        // A task that is gone by now may have been gone when its outcome was asked for.
        if differs && seen_after(connection, id, answer.seq).is_none() {
            continue;
        }
        let code = plain.code().unwrap_or_default();
        let why = differs.then(|| format!("the plain call is refused with {code}, and the task ends otherwise"));
        seen.judge([plain, exchange.request, answer], why);
    }
    seen
}

fn tool_error_makes_a_failed_task(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no outcome was the failure of a tool");
    for (connection, exchange, id) in wanted(t) {
        let Some((answer, _)) = exchange.result().filter(|(_, result)| result["isError"] == true) else { continue };
        let before = seen_before(connection, id, exchange.request.seq).filter(Sighting::is_over);
        let Some(shown) = before.or_else(|| seen_after(connection, id, answer.seq)) else { continue };
        let why = (shown.status() == "completed").then_some("the tool failed, and the task is completed");
        seen.judge([shown.message, answer], why);
    }
    seen
}
