//! The examples do what they say.

#[path = "../../examples/apps.rs"]
#[expect(dead_code, reason = "its main is for people")]
mod apps;
#[path = "../../examples/audit_trail.rs"]
#[expect(dead_code, reason = "its main is for people")]
mod audit_trail;
#[path = "../../examples/limits.rs"]
#[expect(dead_code, reason = "its main is for people")]
mod limits;
#[path = "../../examples/progress_token.rs"]
#[expect(dead_code, reason = "its main is for people")]
mod progress_token;
#[path = "../../examples/tracing_span.rs"]
#[expect(dead_code, reason = "its main is for people")]
mod tracing_span;

use mcp_reference_server::{BuildError, Server};
use serde_json::{Value, json};

/// What a server answers to a conversation.
async fn answers(server: Result<Server, BuildError>, conversation: &str) -> Vec<Value> {
    let mut output = Vec::new();
    let server = server.expect("sound");
    server.serve(conversation.as_bytes(), &mut output).await.expect("reading from and writing to memory");
    let lines = output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

/// The answer to the request with this id.
fn to(id: u64, answers: &[Value]) -> &Value {
    &answers.iter().find(|answer| answer["id"] == id).expect("an answer")["result"]
}

#[tokio::test]
async fn the_audit_trail_is_in_the_responses_meta() {
    let answers = answers(audit_trail::server(), audit_trail::CONVERSATION).await;
    let entry = json!({"number": "1", "tool": "Greet", "user": "ada"});
    assert_eq!(to(2, &answers)["_meta"], json!({"com.example/audit": entry}));
}

#[tokio::test]
async fn the_progress_token_is_used() {
    let answers = answers(progress_token::server(), progress_token::CONVERSATION).await;
    let told = answers.iter().filter(|message| message["method"] == "notifications/progress");
    let told: Vec<_> =
        told.map(|message| (&message["params"]["progressToken"], &message["params"]["progress"])).collect();
    let token = json!("oven-1");
    assert_eq!(told, [(&token, &json!(0)), (&token, &json!(0.5)), (&token, &json!(1))]);
}

#[tokio::test]
async fn the_snail_is_timed_out_and_the_hare_is_not() {
    let answers = answers(limits::server(), limits::CONVERSATION).await;
    assert_eq!(to(2, &answers)["isError"], true);
    assert_eq!(to(3, &answers)["content"][0]["text"], "I am there.");
}

#[tokio::test]
async fn a_traced_call_is_a_call() {
    let answers = answers(tracing_span::server(), tracing_span::CONVERSATION).await;
    assert_eq!(to(2, &answers)["content"][0]["text"], "Hello!");
}

#[tokio::test]
async fn the_extension_stamps_tool_page_and_capabilities() {
    let answers = answers(apps::server(), apps::CONVERSATION).await;
    let declared = json!({"com.example/apps": {"mimeTypes": ["text/html;profile=mcp-app"]}});
    assert_eq!(to(1, &answers)["capabilities"]["experimental"], declared);
    let stamp = json!({"ui": {"resourceUri": "ui://weather/map"}});
    assert_eq!(to(2, &answers)["tools"][0]["_meta"], stamp);
    let page = &to(3, &answers)["resources"][0];
    assert_eq!(page["_meta"], json!({"ui": {"csp": {"resourceDomains": ["https://tiles.example.com"]}}}));
    assert_eq!(page["mimeType"], "text/html;profile=mcp-app");
}
