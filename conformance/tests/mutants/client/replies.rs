//! What a client with a user says to what a server asks.

use serde_json::{Value, json};

/// What a client with a user says to what a server asks.
pub(super) fn answer(method: &str, params: &Value) -> (&'static str, Value) {
    match method {
        "ping" => ("result", json!({})),
        "roots/list" => ("result", json!({"roots": [{"uri": "file:///home/reader/books", "name": "Books"}]})),
        "sampling/createMessage" => {
            let content = json!({"type": "text", "text": "A short answer."});
            ("result", json!({"role": "assistant", "content": content, "model": "none", "stopReason": "endTurn"}))
        }
        "elicitation/create" if params["mode"] == "url" => ("result", json!({"action": "accept"})),
        "elicitation/create" => ("result", json!({"action": "accept", "content": form(&params["requestedSchema"])})),
        _ => ("error", json!({"code": -32601, "message": format!("this client does not know {method}")})),
    }
}

/// The least that fits the form.
fn form(schema: &Value) -> Value {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let value = |name: &str| {
        let field = &schema["properties"][name];
        let choice = field["enum"].get(0).or_else(|| field["oneOf"].get(0)?.get("const")).cloned();
        choice.unwrap_or_else(|| match field["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            _ => json!("Ada"),
        })
    };
    required.map(|name| (name.to_owned(), value(name))).collect()
}
