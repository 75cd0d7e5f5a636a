//! What this client answers when a server asks: simple, harmless, and only what it has declared.

use serde_json::{Value, json};

use super::own_tasks::{self, OwnTasks, Refusal};

/// The answer to a request of the server, as JSON text; the id is the text that came.
pub(super) fn to(id: &str, method: &str, params: &Value, capabilities: &Value, tasks: &mut OwnTasks) -> String {
    let (member, value) = match outcome(method, params, capabilities, tasks) {
        Ok(result) => ("result", result),
        Err((code, message)) => ("error", json!({"code": code, "message": message})),
    };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{value}}}")
}

fn outcome(method: &str, params: &Value, capabilities: &Value, tasks: &mut OwnTasks) -> Result<Value, Refusal> {
    let unknown = || (-32601, format!("this client does not know {method}"));
    if method.starts_with("tasks/") {
        let path = method.strip_prefix("tasks/").filter(|name| matches!(*name, "list" | "cancel"));
        let declared = capabilities["tasks"].get(path.unwrap_or("requests")).is_some();
        return if declared { tasks.answer(method, params) } else { Err(unknown()) };
    }
    let result = result(method, capabilities).ok_or_else(unknown)?;
    let runs = capabilities.pointer(&format!("/tasks/requests/{method}")).is_some();
    match (params.get("task").filter(|_| runs), own_tasks::task_of(params)) {
        (Some(wish), _) => Ok(tasks.create(wish, result)),
        (None, Some(task)) => Ok(own_tasks::related(result, task)),
        (None, None) => Ok(result),
    }
}

fn result(method: &str, capabilities: &Value) -> Option<Value> {
    let declared = |name: &str| capabilities.get(name).is_some();
    match method {
        "ping" => Some(json!({})),
        // No root is shown: a server may take a root for leave to read and write there.
        "roots/list" => declared("roots").then(|| json!({"roots": []})),
        "sampling/createMessage" => declared("sampling").then(|| {
            let content = json!({"type": "text", "text": "An answer of the conformance suite."});
            json!({"role": "assistant", "content": content, "model": "none", "stopReason": "endTurn"})
        }),
        "elicitation/create" => declared("elicitation").then(|| json!({"action": "decline"})),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::OwnTasks;

    fn reply(id: &str, method: &str, params: &Value, capabilities: &Value) -> Value {
        serde_json::from_str(&super::to(id, method, params, capabilities, &mut OwnTasks::default())).unwrap()
    }

    #[test]
    fn only_what_is_declared_is_answered_and_the_id_is_the_text_that_came() {
        let none = json!({});
        assert!(super::to("1.0", "ping", &none, &none, &mut OwnTasks::default()).contains("\"id\":1.0,"));
        assert_eq!(reply("\"a\"", "roots/list", &none, &none)["error"]["code"], -32601);
        assert_eq!(reply("\"a\"", "roots/list", &none, &json!({"roots": {}}))["result"], json!({"roots": []}));
        let elicitation = json!({"elicitation": {}});
        assert_eq!(reply("2", "elicitation/create", &none, &elicitation)["result"]["action"], "decline");
        assert_eq!(reply("2", "tasks/list", &none, &elicitation)["error"]["code"], -32601);
    }

    #[test]
    fn a_task_is_made_only_where_that_is_declared() {
        let (params, mut capabilities) = (json!({"task": {}}), json!({"elicitation": {}}));
        assert_eq!(reply("2", "elicitation/create", &params, &capabilities)["result"]["action"], "decline");
        capabilities["tasks"] = json!({"requests": {"elicitation": {"create": {}}}});
        assert_eq!(reply("2", "elicitation/create", &params, &capabilities)["result"]["task"]["status"], "working");
        assert_eq!(reply("2", "tasks/get", &json!({}), &capabilities)["error"]["code"], -32602);
        assert_eq!(reply("2", "tasks/cancel", &json!({}), &capabilities)["error"]["code"], -32601);
    }
}
