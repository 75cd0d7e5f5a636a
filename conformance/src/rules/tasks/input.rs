//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#input-required-status>

use std::time::Duration;

use super::sighting::{By, Sighting, related, sightings};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "tasks";
    /// What a server asks for the sake of a task names that task.
    ///
    /// Otherwise the client cannot tell for which of its calls it is asked. It is judged while tasks are at work and no call
    /// without a task waits. Servers break this by asking as they do in a plain call, or with the id of another task.
    Must input_request_names_its_task since V2025_11_25
        cites ["tasks-input-request-related-meta", "tasks-related-meta-shared-id", "tasks-related-meta-everywhere"]
        = "basic/utilities/tasks#input-required-status";

    /// A task that waits for the client says so.
    ///
    /// It is `input_required` from the question to the answer. Servers break this by leaving it `working`, so that a client
    /// which polls never comes for the question.
    Should waiting_task_is_input_required since V2025_11_25
        cites ["tasks-move-to-input-required"] = "basic/utilities/tasks#input-required-status";

    /// A task that got its answers goes on.
    ///
    /// Servers break this by setting `input_required` and never taking it back. It is judged a second after the last answer.
    Should answered_task_goes_on since V2025_11_25
        cites ["tasks-leave-input-required"] = "basic/utilities/tasks#input-required-status";
}

/// The tasks that were at work at that moment.
fn at_work(connection: &Connection, seq: u64) -> Vec<&str> {
    let before: Vec<_> = sightings(connection).into_iter().filter(|sighting| sighting.message.seq < seq).collect();
    let created = before.iter().filter(|sighting| sighting.by == By::Creation).filter_map(Sighting::id);
    let is_over = |id: &str| before.iter().any(|sighting| sighting.id() == Some(id) && sighting.is_over());
    created.filter(|id| !is_over(id)).collect()
}

/// After this long, what a cancelled call asks does not come any more.
const CROSSING: Duration = Duration::from_secs(1);

/// Whether a call without a task waits at that moment.
fn plain_call_waits(connection: &Connection, then: &Message) -> bool {
    connection.exchanges(Party::Client).any(|exchange| {
        let is_given_up = exchange.cancelled.is_some_and(|cancelled| then.at > cancelled.at + CROSSING);
        let waits = exchange.request.seq < then.seq && exchange.answer().is_none_or(|answer| answer.seq > then.seq);
        waits && !is_given_up && !exchange.method().starts_with("tasks/")
    })
}

fn is_question(exchange: &Exchange<'_>) -> bool {
    matches!(exchange.method(), "elicitation/create" | "sampling/createMessage")
}

fn input_request_names_its_task(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing was asked for the sake of a task");
    for connection in t.connections() {
        for exchange in connection.exchanges(Party::Server).filter(is_question) {
            let tasks = at_work(connection, exchange.request.seq);
            if tasks.is_empty() || plain_call_waits(connection, exchange.request) {
                continue;
            }
            let why = match related(exchange.params()).map(|task| &task["taskId"]) {
                None => Some("the request does not say for which task it asks".to_owned()),
                Some(named) if tasks.iter().any(|id| named == id) => None,
                Some(named) => Some(format!("the request names {named}, which is no task at work")),
            };
            seen.judge([exchange.request], why);
        }
    }
    seen
}

/// The questions that name a task.
fn questions(connection: &Connection) -> impl Iterator<Item = (Exchange<'_>, &str)> {
    connection.exchanges(Party::Server).filter(is_question).filter_map(|exchange| {
        let id = related(exchange.params())?["taskId"].as_str()?;
        Some((exchange, id))
    })
}

fn waiting_task_is_input_required(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was looked at while it waited for the client");
    for connection in t.connections() {
        let all = sightings(connection);
        for (exchange, id) in questions(connection) {
            let meanwhile = all.iter().filter(|sighting| {
                let unanswered = exchange.answer().is_none_or(|answer| answer.seq > sighting.message.seq);
                sighting.id() == Some(id) && sighting.was_asked_after(exchange.request.seq) && unanswered
            });
            for sighting in meanwhile {
                let why = (sighting.status() == "working").then_some("the task waits for the client, and is `working`");
                seen.judge([exchange.request, sighting.message], why);
            }
        }
    }
    seen
}

fn answered_task_goes_on(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was looked at after the client had answered");
    for connection in t.connections() {
        let all = sightings(connection);
        let questions: Vec<_> = questions(connection).collect();
        for (exchange, id) in &questions {
            let Some(answer) = exchange.answer() else { continue };
            let open = questions.iter().any(|(other, task)| task == id && other.request.seq > exchange.request.seq);
            let later = all.iter().rfind(|sighting| sighting.id() == Some(id) && sighting.was_asked_after(answer.seq));
            let Some(later) = later.filter(|_| !open) else { continue };
            let late = later.message.at >= answer.at + Duration::from_secs(1);
            if later.status() != "input_required" {
                seen.held();
            } else if late {
                seen.broken([answer, later.message], "everything is answered, and the task is still `input_required`");
            }
        }
    }
    seen
}
