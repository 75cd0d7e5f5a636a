//! Tasks: the metadata that ties a message to one, and the states that some messages imply.

use super::{Fault, Object, claims};

claims! {
    /// `_meta` with the key of a related task.
    RELATED = Must "tasks/related-task-has-task-id" "an object with taskId" ["tasks-related-meta-everywhere", "tasks-input-request-related-meta"] "basic/utilities/tasks#associating-task-related-messages";
    /// The params of `tasks/get`, `tasks/result` and `tasks/cancel`.
    REQUEST = Should "tasks/request-names-its-task-once" "the task named by taskId alone" ["tasks-request-no-related-meta"] "basic/utilities/tasks#associating-task-related-messages";
    /// The results of `tasks/get`, `tasks/list` and `tasks/cancel`.
    RESPONSE = Should "tasks/response-names-its-task-once" "the task named by taskId alone" ["tasks-response-no-related-meta"] "basic/utilities/tasks#associating-task-related-messages";
    /// The params of `notifications/tasks/status`.
    STATUS = Should "tasks/status-names-its-task-once" "the task named by taskId alone" ["tasks-status-no-related-meta"] "basic/utilities/tasks#task-notifications";
    /// The result of `tasks/result`.
    RESULT = Must "tasks/result-names-its-task" "_meta with io.modelcontextprotocol/related-task" ["tasks-result-related-meta"] "basic/utilities/tasks#related-task-metadata";
    /// `CreateTaskResult`.
    NEW = Must "tasks/new-task-is-working" "\"working\"" ["tasks-initial-working"] "basic/utilities/tasks#task-status-lifecycle";
    /// `CreateTaskResult._meta`.
    IMMEDIATE = Should "tasks/immediate-response-is-string" "a string" ["tasks-immediate-response-string"] "basic/utilities/tasks#creating-tasks";
    /// `CancelTaskResult`.
    CANCEL = Must "tasks/cancel-result-is-cancelled" "\"cancelled\"" ["tasks-cancel-status-before-response"] "basic/utilities/tasks#task-cancellation";
    /// `GetTaskResult`.
    FAILED = Should "tasks/failed-has-status-message" "statusMessage that says what failed" ["tasks-failed-status-message"] "basic/utilities/tasks#task-execution-errors";
}

const RELATED_KEY: &str = "io.modelcontextprotocol/related-task";
const RELATED_POINTER: &str = "/_meta/io.modelcontextprotocol~1related-task";

/// The value under that key of the `_meta` of an object.
fn meta<'a>(of: &Object<'a>, key: &str) -> Option<&'a str> {
    Object::read(of.get("_meta")?).ok()?.get(key)
}

/// A related task in `_meta` (this object) that names no task.
pub fn related_faults(meta: &Object<'_>) -> Vec<Fault> {
    let Some(related) = meta.get(RELATED_KEY) else { return Vec::new() };
    let names = Object::read(related).is_ok_and(|task| task.get("taskId").is_some_and(|id| id.starts_with('"')));
    let fault = || Fault::at(super::place::step(RELATED_KEY), "names no task");
    (!names).then(fault).into_iter().collect()
}

/// A related task where `taskId` names it already.
pub fn twice_faults(of: &Object<'_>) -> Vec<Fault> {
    let twice = meta(of, RELATED_KEY).is_some();
    twice.then(|| Fault::at(RELATED_POINTER, "names the task again")).into_iter().collect()
}

/// The outcome of a task that does not say of which.
pub fn result_faults(result: &Object<'_>) -> Vec<Fault> {
    let named = meta(result, RELATED_KEY).is_some();
    (!named).then(|| Fault::here("does not say of which task this is the outcome")).into_iter().collect()
}

/// A new task in another state than `working`.
pub fn new_faults(result: &Object<'_>) -> Vec<Fault> {
    let task = result.get("task").and_then(|task| Object::read(task).ok()).unwrap_or_default();
    status_faults(&task, "/task/status", "\"working\"", "though a new task is working")
}

/// A cancelled task in another state than `cancelled`.
pub fn cancel_faults(result: &Object<'_>) -> Vec<Fault> {
    status_faults(result, "/status", "\"cancelled\"", "though the task was cancelled")
}

fn status_faults(task: &Object<'_>, pointer: &str, right: &str, why: &str) -> Vec<Fault> {
    let wrong = task.get("status").filter(|status| *status != right && STATES.contains(status));
    wrong.map(|status| Fault::at(pointer, format!("is {status}, {why}"))).into_iter().collect()
}

/// The states that a task can have, as JSON; any other is the schema's matter.
const STATES: [&str; 5] = ["\"working\"", "\"input_required\"", "\"completed\"", "\"failed\"", "\"cancelled\""];

/// An immediate response that is no text.
pub fn immediate_faults(result: &Object<'_>) -> Vec<Fault> {
    let key = "io.modelcontextprotocol/model-immediate-response";
    let odd = meta(result, key).is_some_and(|value| !value.starts_with('"'));
    let pointer = "/_meta/io.modelcontextprotocol~1model-immediate-response";
    odd.then(|| Fault::at(pointer, "is no string, so no model can be given it")).into_iter().collect()
}

/// A failed task that does not say why.
pub fn failed_faults(task: &Object<'_>) -> Vec<Fault> {
    let silent = task.get("status") == Some("\"failed\"") && !task.has("statusMessage");
    silent.then(|| Fault::here("is a failed task without `statusMessage`")).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Object<'_> {
        Object::read(text).unwrap()
    }

    #[test]
    fn a_related_task_is_named_by_its_id() {
        let meta = |value: &str| format!(r#"{{"io.modelcontextprotocol/related-task":{value}}}"#);
        assert!(related_faults(&object(&meta(r#"{"taskId":"a"}"#))).is_empty());
        for bad in ["\"a\"", "{}", r#"{"taskId":1}"#, "null"] {
            assert_eq!(
                related_faults(&object(&meta(bad)))[0].pointer,
                "/io.modelcontextprotocol~1related-task",
                "{bad}"
            );
        }
    }

    #[test]
    fn a_task_is_named_where_it_has_to_be_and_once() {
        let both = r#"{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"a"}}}"#;
        assert!(twice_faults(&object("{}")).is_empty() && twice_faults(&object(both)).len() == 1);
        assert!(result_faults(&object(both)).is_empty() && result_faults(&object("{}")).len() == 1);
    }

    #[test]
    fn states_follow_from_the_message() {
        assert_eq!(new_faults(&object(r#"{"task":{"status":"completed"}}"#)).len(), 1);
        assert!(new_faults(&object(r#"{"task":{"status":"working"}}"#)).is_empty());
        assert!(new_faults(&object(r#"{"task":{"status":"running"}}"#)).is_empty());
        assert_eq!(cancel_faults(&object(r#"{"status":"working"}"#)).len(), 1);
        assert_eq!(failed_faults(&object(r#"{"status":"failed"}"#)).len(), 1);
        assert!(failed_faults(&object(r#"{"status":"failed","statusMessage":"disk full"}"#)).is_empty());
    }

    #[test]
    fn an_immediate_response_is_text() {
        let result =
            |value: &str| format!(r#"{{"_meta":{{"io.modelcontextprotocol/model-immediate-response":{value}}}}}"#);
        assert!(immediate_faults(&object(&result("\"wait\""))).is_empty());
        assert_eq!(immediate_faults(&object(&result("{}"))).len(), 1);
    }
}
