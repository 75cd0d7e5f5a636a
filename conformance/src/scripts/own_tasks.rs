//! The tasks that this client runs for the server: simple, and soon done.

use std::time::SystemTime;

use serde_json::{Value, json};

/// The key under which a message names its task.
const RELATED: &str = "io.modelcontextprotocol/related-task";

/// How often the server may look, in milliseconds.
const POLL: u64 = 50;

/// The tasks of one connection. Each is seen working once, then it waits for somebody to come for its result.
#[derive(Debug, Default)]
pub(super) struct OwnTasks(Vec<Own>);

#[derive(Debug)]
struct Own {
    id: String,
    created: String,
    result: Value,
    ttl: Value,
    looks: u32,
    end: Option<&'static str>,
}

/// A code and a message.
pub(super) type Refusal = (i64, String);

impl OwnTasks {
    /// Makes a task of a request whose result is known already.
    pub(super) fn create(&mut self, wish: &Value, result: Value) -> Value {
        let id = format!("mcp-conformance-task-{}", self.0.len() + 1);
        let ttl = wish.get("ttl").cloned().unwrap_or(Value::Null);
        let own = Own { id, created: now(), result, ttl, looks: 0, end: None };
        let shown = json!({"task": own.show("working")});
        self.0.push(own);
        shown
    }

    /// Answers a request about tasks.
    pub(super) fn answer(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        if method == "tasks/list" {
            return match params.get("cursor") {
                None => Ok(json!({"tasks": self.0.iter().map(Own::shown).collect::<Vec<_>>()})),
                Some(_) => Err((-32602, "this client gave no cursor".to_owned())),
            };
        }
        let own = self.0.iter_mut().find(|own| params["taskId"] == *own.id);
        let own = own.ok_or_else(|| (-32602, "this client has no such task".to_owned()))?;
        match method {
            "tasks/get" => Ok(own.look()),
            "tasks/result" => own.fetch(),
            _ => own.cancel(),
        }
    }
}

impl Own {
    fn look(&mut self) -> Value {
        self.looks += 1;
        if self.looks > 2 {
            self.end.get_or_insert("completed");
        }
        self.shown()
    }

    fn fetch(&mut self) -> Result<Value, Refusal> {
        if *self.end.get_or_insert("completed") == "cancelled" {
            return Err((-32602, "the task was cancelled".to_owned()));
        }
        Ok(related(self.result.clone(), &json!({"taskId": self.id})))
    }

    fn cancel(&mut self) -> Result<Value, Refusal> {
        if let Some(end) = self.end {
            return Err((-32602, format!("the task is {end} already")));
        }
        self.end = Some("cancelled");
        Ok(self.shown())
    }

    fn shown(&self) -> Value {
        let at_work = if self.looks < 2 { "working" } else { "input_required" };
        self.show(self.end.unwrap_or(at_work))
    }

    fn show(&self, status: &str) -> Value {
        json!({
            "taskId": self.id, "status": status, "createdAt": self.created, "lastUpdatedAt": now(), "ttl": self.ttl,
            "pollInterval": POLL,
        })
    }
}

/// The task that a message of the server's belongs to.
pub(super) fn task_of(params: &Value) -> Option<&Value> {
    params.get("_meta")?.get(RELATED)
}

/// A result that belongs to a task.
pub(super) fn related(mut result: Value, task: &Value) -> Value {
    result["_meta"][RELATED] = task.clone();
    result
}

fn now() -> String {
    humantime::format_rfc3339_millis(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_works_waits_and_ends_once() {
        let mut tasks = OwnTasks::default();
        let task = tasks.create(&json!({"ttl": 9}), json!({"action": "decline"}));
        assert_eq!((&task["task"]["status"], &task["task"]["ttl"]), (&json!("working"), &json!(9)));
        let params = json!({"taskId": task["task"]["taskId"]});
        let mut look = || tasks.answer("tasks/get", &params).map(|task| task["status"].clone());
        assert_eq!([look(), look()], [Ok(json!("working")), Ok(json!("input_required"))]);
        let result = tasks.answer("tasks/result", &params).expect("a result");
        assert_eq!(result, json!({"action": "decline", "_meta": {RELATED: {"taskId": params["taskId"]}}}));
        assert_eq!(tasks.answer("tasks/get", &params).expect("a task")["status"], "completed");
        assert_eq!(tasks.answer("tasks/cancel", &params).map_err(|(code, _)| code), Err(-32602));
        assert_eq!(tasks.answer("tasks/get", &json!({"taskId": "?"})).map_err(|(code, _)| code), Err(-32602));
    }
}
