//! What this client answers when a server asks: simple, harmless, and only what it has declared.

use serde_json::{Value, json};

use super::arguments::{self, Fill};
use super::own_tasks::{self, OwnTasks, Refusal};

/// How it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Manner {
    /// Users decline, models say something, there are no roots.
    #[default]
    Plain,
    /// Users accept.
    Accepts,
    /// Users close what they are shown.
    Cancels,
    /// There is only an error.
    Refuses,
    /// What a model says is no message.
    Garbles,
    /// There is no answer until a script gives one.
    Waits,
}

/// What a server asks.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The id, as it came.
    pub(crate) id: String,
    /// The method.
    pub(crate) method: String,
    /// The params.
    pub(crate) params: Value,
}

/// The answer, as JSON text; the id is the text that came.
pub(crate) fn to(question: &Question, capabilities: &Value, manner: Manner, tasks: &mut OwnTasks) -> String {
    let (member, value) = match outcome(question, capabilities, manner, tasks) {
        Ok(result) => ("result", result),
        Err((code, message)) => ("error", json!({"code": code, "message": message})),
    };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"{member}\":{value}}}", question.id)
}

fn unknown(method: &str) -> Refusal {
    (-32601, format!("this client does not know {method}"))
}

fn outcome(question: &Question, capabilities: &Value, manner: Manner, tasks: &mut OwnTasks) -> Result<Value, Refusal> {
    let Question { method, params, .. } = question;
    if method.starts_with("tasks/") {
        let path = method.strip_prefix("tasks/").filter(|name| matches!(*name, "list" | "cancel"));
        let declared = capabilities["tasks"].get(path.unwrap_or("requests")).is_some();
        return if declared { tasks.answer(method, params) } else { Err(unknown(method)) };
    }
    let result = answer(question, capabilities, manner)?;
    let runs = capabilities.pointer(&format!("/tasks/requests/{method}")).is_some();
    Ok(match (params.get("task").filter(|_| runs), own_tasks::task_of(params)) {
        (Some(wish), _) => tasks.create(wish, result),
        (None, Some(task)) => own_tasks::related(result, task),
        (None, None) => result,
    })
}

fn answer(question: &Question, capabilities: &Value, manner: Manner) -> Result<Value, Refusal> {
    let (needs, code) = match &*question.method {
        "ping" => return Ok(json!({})),
        "roots/list" => ("roots", -32603),
        "sampling/createMessage" => ("sampling", -1),
        "elicitation/create" => ("elicitation", -32603),
        _ => ("", 0),
    };
    if capabilities.get(needs).is_none() {
        return Err(unknown(&question.method));
    }
    if manner == Manner::Refuses {
        return Err((code, "this client cannot answer now".to_owned()));
    }
    Ok(match needs {
        // No root is shown: a server may take a root for leave to read and write there.
        "roots" => json!({"roots": []}),
        "sampling" if manner == Manner::Garbles => json!({"role": "assistant"}),
        "sampling" => sampled(&question.params),
        _ => elicited(&question.params, manner),
    })
}

/// Where there are tools, and none was used yet, the model uses the first of them.
fn sampled(params: &Value) -> Value {
    let used = params["messages"].to_string().contains("\"tool_result\"");
    let tool = params["tools"].get(0).filter(|_| !used && params["toolChoice"]["mode"] != "none");
    if let Some(tool) = tool
        && let Ok(input) = arguments::generate(&tool["inputSchema"], Fill::Smallest)
    {
        let content = json!([{"type": "tool_use", "id": "use-1", "name": tool["name"], "input": input}]);
        return json!({"role": "assistant", "content": content, "model": "none", "stopReason": "toolUse"});
    }
    let content = json!({"type": "text", "text": "An answer of the conformance suite."});
    json!({"role": "assistant", "content": content, "model": "none", "stopReason": "endTurn"})
}

/// A form is only accepted where there is something to fill it in with.
fn elicited(params: &Value, manner: Manner) -> Value {
    match manner {
        Manner::Cancels => json!({"action": "cancel"}),
        Manner::Accepts if params["mode"] == "url" => json!({"action": "accept"}),
        Manner::Accepts => match arguments::generate(&params["requestedSchema"], Fill::Smallest) {
            Ok(content) => json!({"action": "accept", "content": content}),
            Err(_) => json!({"action": "decline"}),
        },
        _ => json!({"action": "decline"}),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Manner, OwnTasks, Question, to};

    fn reply(method: &str, params: &Value, capabilities: &Value, manner: Manner) -> Value {
        let question = Question { id: "1.0".to_owned(), method: method.to_owned(), params: params.clone() };
        let text = to(&question, capabilities, manner, &mut OwnTasks::default());
        assert!(text.contains("\"id\":1.0,"), "the id is the text that came: {text}");
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn only_what_is_declared_is_answered() {
        let reply = |method, capabilities| reply(method, &json!({}), &capabilities, Manner::Plain);
        assert_eq!(reply("ping", json!({}))["result"], json!({}));
        assert_eq!(reply("roots/list", json!({}))["error"]["code"], -32601);
        assert_eq!(reply("no/such", json!({"roots": {}}))["error"]["code"], -32601);
        assert_eq!(reply("roots/list", json!({"roots": {}}))["result"], json!({"roots": []}));
    }

    #[test]
    fn forms_are_accepted_as_they_ask_closed_or_declined() {
        let form = json!({"message": "?", "requestedSchema": {"type": "object",
            "properties": {"n": {"type": "integer", "minimum": 3}}, "required": ["n"]}});
        let capabilities = json!({"elicitation": {}});
        let action = |manner| reply("elicitation/create", &form, &capabilities, manner)["result"].clone();
        assert_eq!(action(Manner::Accepts), json!({"action": "accept", "content": {"n": 3}}));
        assert_eq!(action(Manner::Cancels), json!({"action": "cancel"}));
        assert_eq!(action(Manner::Plain), json!({"action": "decline"}));
        assert_eq!(action(Manner::Refuses), Value::Null);
    }

    #[test]
    fn a_model_uses_a_tool_once() {
        let tools = json!([{"name": "look", "inputSchema": {"type": "object"}}]);
        let said = |messages: Value| {
            let params = json!({"messages": messages, "tools": tools, "maxTokens": 9});
            reply("sampling/createMessage", &params, &json!({"sampling": {}}), Manner::Plain)["result"]["stopReason"]
                .clone()
        };
        assert_eq!(said(json!([])), "toolUse");
        assert_eq!(said(json!([{"role": "user", "content": [{"type": "tool_result"}]}])), "endTurn");
    }

    #[test]
    fn a_task_is_made_only_where_that_is_declared() {
        let (params, mut capabilities) = (json!({"task": {}}), json!({"elicitation": {}}));
        let plain = |method, params: &Value, capabilities: &Value| reply(method, params, capabilities, Manner::Plain);
        assert_eq!(plain("tasks/list", &json!({}), &capabilities)["error"]["code"], -32601);
        assert_eq!(plain("elicitation/create", &params, &capabilities)["result"]["action"], "decline");
        capabilities["tasks"] = json!({"requests": {"elicitation": {"create": {}}}});
        assert_eq!(plain("elicitation/create", &params, &capabilities)["result"]["task"]["status"], "working");
        assert_eq!(plain("tasks/get", &json!({}), &capabilities)["error"]["code"], -32602);
        assert_eq!(plain("tasks/cancel", &json!({}), &capabilities)["error"]["code"], -32601);
    }
}
