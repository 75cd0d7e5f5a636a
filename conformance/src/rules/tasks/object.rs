//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task>

use serde_json::Value;

use super::sighting::{By, all};
use crate::prose::{task, time};
use crate::rule::{Observations, rules};
use crate::transcript::{Party, Transcript};

rules! { "tasks";
    /// The id of a task is a string.
    ///
    /// Servers break this with the number of a row.
    Must id_is_a_string since V2025_11_25
        cites ["tasks-id-string", "tasks-object-schema"] = "basic/utilities/tasks#task-id-requirements";

    /// The state of a task is one of the five.
    ///
    /// From one state to another there are only these ways, so a sixth state is none. Servers break this with names of
    /// their own: `pending`, `running`, `done`, `canceled`.
    Must status_is_known since V2025_11_25
        cites [
            "tasks-object-schema", "tasks-valid-transitions", "tasks-transition-from-working",
            "tasks-transition-from-input-required",
        ] = "basic/utilities/tasks#task-status";

    /// Every task says when it was created.
    ///
    /// Servers break this by leaving `createdAt` out of all answers but the first.
    Must says_when_it_was_created since V2025_11_25
        cites ["tasks-created-at-present", "tasks-object-schema"]
        = "basic/utilities/tasks#ttl-and-resource-management";

    /// `createdAt` is an ISO 8601 time.
    ///
    /// Servers break this with milliseconds since 1970, or with a date alone. A zone is good to have, and not asked for.
    Must created_at_is_iso8601 since V2025_11_25
        cites ["tasks-created-at-iso8601", "general-task-timestamps"]
        = "basic/utilities/tasks#ttl-and-resource-management";

    /// Every task says when it last changed.
    ///
    /// Servers written for a draft of tasks do not have `lastUpdatedAt`.
    Must says_when_it_changed since V2025_11_25
        cites ["tasks-last-updated-present", "tasks-object-schema"]
        = "basic/utilities/tasks#ttl-and-resource-management";

    /// `lastUpdatedAt` is an ISO 8601 time.
    ///
    /// As for `createdAt`.
    Must last_updated_at_is_iso8601 since V2025_11_25
        cites ["tasks-last-updated-iso8601", "general-task-timestamps"]
        = "basic/utilities/tasks#ttl-and-resource-management";

    /// Every task says how long it is kept.
    ///
    /// `ttl` is a number of milliseconds, or null for ever. Servers break this by leaving it out where there is no limit.
    Must says_how_long_it_is_kept since V2025_11_25
        cites ["tasks-ttl-echo", "tasks-object-schema"] = "basic/utilities/tasks#ttl-and-resource-management";

    /// The poll interval is an integer.
    ///
    /// It counts milliseconds. Servers break this with seconds and a fraction, or with a text.
    Must poll_interval_is_an_integer since V2025_11_25
        cites ["tasks-object-schema"] = "basic/utilities/tasks#task";

    /// `tasks/get` and `tasks/cancel` give the task itself.
    ///
    /// Only its creation nests it under `task`. Servers break this by nesting it everywhere.
    Must get_and_cancel_give_the_task_itself since V2025_11_25
        cites ["tasks-result-shapes"] = "basic/utilities/tasks#getting-tasks";

    /// A status notification carries the whole task.
    ///
    /// Servers break this by sending id and status alone, so that the client has to ask for the rest.
    Must status_notification_is_whole since V2025_11_25
        cites ["tasks-status-notification-full"] = "basic/utilities/tasks#task-status-notification";

    /// A failed task says why.
    ///
    /// `statusMessage` is where to look for it. Servers break this by leaving the reason to `tasks/result`.
    Should failed_has_status_message since V2025_11_25
        cites ["tasks-failed-status-message"] = "basic/utilities/tasks#task-execution-errors";
}

const NONE: &str = "no task was shown";

fn each_task(t: &Transcript, judge: impl Fn(&Value) -> Option<String>) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, sighting) in all(t).filter(|(_, sighting)| sighting.by != By::Status || is_whole(sighting.task).is_none()) {
        seen.judge([sighting.message], judge(sighting.task));
    }
    seen
}

fn id_is_a_string(t: &Transcript) -> Observations {
    each_task(t, |task| (!task["taskId"].is_string()).then(|| format!("`taskId` is {}", task["taskId"])))
}

fn status_is_known(t: &Transcript) -> Observations {
    each_task(t, |task| {
        let known = ["working", "input_required", "completed", "failed", "cancelled"];
        let status = &task["status"];
        (!known.iter().any(|known| status == known)).then(|| format!("`status` is {status}"))
    })
}

fn says_when_it_was_created(t: &Transcript) -> Observations {
    each_task(t, |task| is_a_text(task, "createdAt"))
}

fn says_when_it_changed(t: &Transcript) -> Observations {
    each_task(t, |task| is_a_text(task, "lastUpdatedAt"))
}

fn is_a_text(task: &Value, name: &str) -> Option<String> {
    (!task[name].is_string()).then(|| format!("`{name}` is {}", task[name]))
}

fn created_at_is_iso8601(t: &Transcript) -> Observations {
    each_task(t, |task| is_a_time(task, "createdAt"))
}

fn last_updated_at_is_iso8601(t: &Transcript) -> Observations {
    each_task(t, |task| is_a_time(task, "lastUpdatedAt"))
}

fn is_a_time(task: &Value, name: &str) -> Option<String> {
    Some(format!("`{name}` {}", time::stamp_fault(task[name].as_str()?)?))
}

fn says_how_long_it_is_kept(t: &Transcript) -> Observations {
    each_task(t, |task| match task.get("ttl") {
        None => Some("`ttl` is left out".to_owned()),
        Some(Value::Null) => None,
        Some(ttl) => (!is_count(ttl)).then(|| format!("`ttl` is {ttl}")),
    })
}

fn poll_interval_is_an_integer(t: &Transcript) -> Observations {
    each_task(t, |task| {
        let interval = task.get("pollInterval").filter(|interval| !is_count(interval))?;
        Some(format!("`pollInterval` is {interval}"))
    })
}

/// Whether it is an integer from 0 on, also where it is written `1e3` or `5.0`.
fn is_count(number: &Value) -> bool {
    number.as_f64().is_some_and(|number| number >= 0.0 && number.fract() == 0.0)
}

fn get_and_cancel_give_the_task_itself(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was asked for");
    let methods = ["tasks/get", "tasks/cancel"];
    for exchange in t.exchanges(Party::Client).filter(|exchange| methods.contains(&exchange.method())) {
        let Some((answer, result)) = exchange.result() else { continue };
        let why = match (result.get("taskId"), result.get("task")) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("the task is nested under `task`"),
            (None, None) => Some("the result is no task"),
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn status_notification_is_whole(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no status notification was sent");
    let method = "notifications/tasks/status";
    for notice in t.messages_from(Party::Server).filter(|message| message.method() == Some(method)) {
        seen.judge([notice], is_whole(notice.params()).map(|name| format!("`{name}` is missing")));
    }
    seen
}

/// The first member of a task that is missing.
fn is_whole(task: &Value) -> Option<&'static str> {
    ["taskId", "status", "createdAt", "lastUpdatedAt", "ttl"].into_iter().find(|name| task.get(name).is_none())
}

fn failed_has_status_message(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no failed task was asked for");
    for (_, sighting) in all(t).filter(|(_, sighting)| sighting.by == By::Get && sighting.status() == "failed") {
        let blank = sighting.task["statusMessage"].as_str().is_some_and(|text| text.trim().is_empty());
        let why = super::super::shared::asked::fault(sighting.task, task::failed_faults);
        seen.judge([sighting.message], why.or_else(|| blank.then(|| "`statusMessage` is empty".to_owned())));
    }
    seen
}
