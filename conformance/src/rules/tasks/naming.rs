//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#associating-task-related-messages>

use serde_json::Value;

use super::super::shared::asked::fault;
use super::sighting::{By, Sighting, related, sightings, target};
use crate::prose::task;
use crate::rule::{Observations, rules};
use crate::transcript::{Exchange, Message, Party, Transcript};

rules! { "tasks";
    /// The outcome of a task names the task.
    ///
    /// Nothing else in it does. Servers break this by handing on what the tool returned as it is.
    Must result_names_its_task since V2025_11_25
        cites ["tasks-result-related-meta", "tasks-related-meta-everywhere"]
        = "basic/utilities/tasks#related-task-metadata";

    /// A message that names its task does so by an object with the task's id.
    ///
    /// Servers break this with the bare id.
    Must related_task_has_task_id since V2025_11_25
        cites ["tasks-related-meta-everywhere", "tasks-input-request-related-meta"]
        = "basic/utilities/tasks#associating-task-related-messages";

    /// Answers that are a task do not name it once more.
    ///
    /// In those to `tasks/get`, `tasks/list` and `tasks/cancel` the id stands already. Servers break this by adding the
    /// metadata to whatever they send about tasks.
    Should response_names_its_task_once since V2025_11_25
        cites ["tasks-response-no-related-meta"] = "basic/utilities/tasks#associating-task-related-messages";

    /// A status notification does not name its task once more.
    ///
    /// As in answers that are a task.
    Should status_names_its_task_once since V2025_11_25
        cites ["tasks-status-no-related-meta"] = "basic/utilities/tasks#task-notifications";

    /// A request about a task names it by `taskId` alone.
    ///
    /// It is judged where the server asks about a task of the client.
    Should request_names_its_task_once since V2025_11_25
        cites ["tasks-request-no-related-meta"] = "basic/utilities/tasks#associating-task-related-messages";

    /// The task that a request is about is the one in `taskId`.
    ///
    /// Metadata may name another; it does not count. Servers break this by reading the metadata first.
    Must task_id_decides since V2025_11_25
        cites ["tasks-param-source-of-truth"] = "basic/utilities/tasks#associating-task-related-messages";

    /// Metadata about a task does not make a request fail.
    ///
    /// Servers break this by looking the task up that the metadata names, and not finding it.
    Must related_task_of_a_request_is_ignored since V2025_11_25
        cites ["tasks-ignore-related-meta"] = "basic/utilities/tasks#associating-task-related-messages";
}

fn result_names_its_task(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no outcome of a task was given");
    for exchange in t.requests("tasks/result") {
        let (Some((answer, result)), Some(id)) = (exchange.result(), target(&exchange)) else { continue };
        let why = match related(result).map(|task| &task["taskId"]) {
            Some(named) if named == id => None,
            Some(named) => Some(format!("the outcome names the task {named}")),
            None => Some("the outcome does not say of which task it is".to_owned()),
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}

/// What a message carries: params or a result.
fn body(message: &Message) -> &Value {
    message.result().unwrap_or_else(|| message.params())
}

fn related_task_has_task_id(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no message named its task");
    for message in t.messages_from(Party::Server).filter(|message| related(body(message)).is_some()) {
        seen.judge([message], fault(&body(message)["_meta"], task::related_faults));
    }
    seen
}

/// Judges everything of that kind that shows a task.
fn once(t: &Transcript, is_it: fn(By) -> bool, otherwise: &str) -> Observations {
    let mut seen = Observations::new(otherwise);
    let all = t.connections().flat_map(sightings);
    let mut last = 0;
    for Sighting { message, .. } in all.filter(|sighting| is_it(sighting.by)) {
        // A list is one message with many tasks.
        if message.seq != last {
            seen.judge([message], fault(body(message), task::twice_faults));
        }
        last = message.seq;
    }
    seen
}

fn response_names_its_task_once(t: &Transcript) -> Observations {
    once(t, |by| matches!(by, By::Get | By::List | By::Cancel), "no answer showed a task")
}

fn status_names_its_task_once(t: &Transcript) -> Observations {
    once(t, |by| by == By::Status, "no status notification was sent")
}

fn about_a_task(exchange: &Exchange<'_>) -> bool {
    matches!(exchange.method(), "tasks/get" | "tasks/result" | "tasks/cancel")
}

fn request_names_its_task_once(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked about no task of the client");
    for exchange in t.exchanges(Party::Server).filter(about_a_task) {
        seen.judge([exchange.request], fault(exchange.params(), task::twice_faults));
    }
    seen
}

/// The client's requests whose metadata names another task than `taskId`.
fn torn<'t>(exchanges: impl Iterator<Item = Exchange<'t>>) -> impl Iterator<Item = Exchange<'t>> {
    exchanges.filter(|exchange| {
        let named = related(exchange.params()).and_then(|task| task["taskId"].as_str());
        about_a_task(exchange) && named.is_some() && named != target(exchange)
    })
}

fn task_id_decides(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request named one task in `taskId` and another in its metadata");
    for exchange in torn(t.exchanges(Party::Client)).filter(|exchange| exchange.method() != "tasks/result") {
        let Some((answer, result)) = exchange.result() else { continue };
        let why = (result["taskId"] != exchange.params()["taskId"])
            .then(|| format!("it is answered for {}", result["taskId"]));
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn related_task_of_a_request_is_ignored(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request named one task in `taskId` and another in its metadata");
    for connection in t.connections() {
        let all = sightings(connection);
        for exchange in torn(connection.exchanges(Party::Client)).filter(|exchange| exchange.method() == "tasks/get") {
            let Some(answer) = exchange.answer() else { continue };
            let lives =
                |sighting: &Sighting<'_>| sighting.id() == target(&exchange) && sighting.was_asked_after(answer.seq);
            if answer.result().is_some() {
                seen.held();
            } else if all.iter().any(lives) {
                seen.broken([exchange.request, answer], "it is refused, and the task is there");
            }
        }
    }
    seen
}
