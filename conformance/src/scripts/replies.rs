//! What this client answers when a server asks: simple, harmless, and only what it has declared.

use serde_json::{Value, json};

/// The answer to a request of the server, as JSON text; the id is the text that came.
pub(super) fn to(id: &str, method: &str, capabilities: &Value) -> String {
    let (member, value) = match result(method, capabilities) {
        Some(result) => ("result", result),
        None => ("error", json!({"code": -32601, "message": format!("this client does not know {method}")})),
    };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{value}}}")
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

    use super::to;

    fn reply(id: &str, method: &str, capabilities: &Value) -> Value {
        serde_json::from_str(&to(id, method, capabilities)).unwrap()
    }

    #[test]
    fn only_what_is_declared_is_answered_and_the_id_is_the_text_that_came() {
        assert!(to("1.0", "ping", &json!({})).contains("\"id\":1.0,"));
        assert_eq!(reply("\"a\"", "roots/list", &json!({}))["error"]["code"], -32601);
        assert_eq!(reply("\"a\"", "roots/list", &json!({"roots": {}}))["result"], json!({"roots": []}));
        assert_eq!(reply("2", "elicitation/create", &json!({"elicitation": {}}))["result"]["action"], "decline");
    }
}
