//! Requests for what a server does not have, and requests that lack what they need.

use serde_json::{Value, json};

use super::session::Session;
use crate::wire::Gone;

/// A name that no server has.
const NAME: &str = "mcp-conformance-no-such-name";

/// A URI that no server has.
const URI: &str = "conformance://no-such-resource/mcp-conformance";

/// A method that no server has.
const METHOD: &str = "mcp-conformance/no-such-method";

/// A notification that means nothing to any server.
const NOTIFICATION: &str = "notifications/mcp-conformance/no-such-notification";

/// Each with the capability that it needs, and without which it is a probe for a feature that was not declared.
fn requests() -> Vec<(&'static str, &'static str, Value)> {
    let completion = |name: &str| json!({"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": "argument", "value": ""}});
    vec![
        ("tools", "tools/call", json!({"name": NAME, "arguments": {}})),
        ("tools", "tools/call", json!({"arguments": {}})),
        ("tools", "tools/call", json!({"name": 42})),
        ("tools", "tools/call", json!({"name": NAME, "arguments": []})),
        ("resources", "resources/read", json!({"uri": URI})),
        ("resources", "resources/read", json!({})),
        ("resources.subscribe", "resources/subscribe", json!({"uri": URI})),
        ("prompts", "prompts/get", json!({"name": NAME})),
        ("prompts", "prompts/get", json!({})),
        ("completions", "completion/complete", completion(NAME)),
        ("completions", "completion/complete", json!({"ref": {"type": "ref/prompt", "name": NAME}})),
        ("logging", "logging/setLevel", json!({"level": "no-such-level"})),
        ("tasks", "tasks/get", json!({"taskId": NAME})),
        ("tasks", "tasks/result", json!({"taskId": NAME})),
        ("tasks.cancel", "tasks/cancel", json!({"taskId": NAME})),
    ]
}

/// The cheapest request of each feature, for servers that do not declare it.
const FEATURES: [(&str, &str); 7] = [
    ("tools", "tools/list"),
    ("resources", "resources/list"),
    ("prompts", "prompts/list"),
    ("completions", "completion/complete"),
    ("logging", "logging/setLevel"),
    ("resources.subscribe", "resources/subscribe"),
    ("tasks.list", "tasks/list"),
];

/// Names that no server has.
pub(super) async fn names(session: &mut Session) -> Result<(), Gone> {
    session.unknown(NAME);
    session.unknown(URI);
    for (capability, method, params) in requests() {
        if session.server.declares(capability) {
            session.request(method, params).await?;
        }
    }
    if session.server.declares("tools") {
        let id = session.take_id();
        session.request_as(&id, "tools/call").await?;
    }
    Ok(())
}

/// Methods that no server has, and those of features that this one does not declare.
pub(super) async fn methods(session: &mut Session) -> Result<(), Gone> {
    session.unknown(METHOD);
    session.probe(METHOD, json!({})).await?;
    for (capability, method) in FEATURES {
        if !session.server.declares(capability) {
            session.probe(method, params(method)).await?;
        }
    }
    Ok(())
}

/// Notifications that a server can do nothing with; none is ever answered.
pub(super) async fn notifications(session: &mut Session) -> Result<(), Gone> {
    session.unknown(NOTIFICATION);
    session.notify(NOTIFICATION, Some(json!({}))).await?;
    session.notify("notifications/cancelled", Some(json!({"requestId": NAME}))).await?;
    session.notify("notifications/progress", Some(json!({"progressToken": NAME, "progress": 1}))).await?;
    session.ping().await.map(drop)
}

fn params(method: &str) -> Value {
    match method {
        "completion/complete" => {
            json!({"ref": {"type": "ref/prompt", "name": NAME}, "argument": {"name": "argument", "value": ""}})
        }
        "logging/setLevel" => json!({"level": "info"}),
        "resources/subscribe" => json!({"uri": URI}),
        _ => json!({}),
    }
}
