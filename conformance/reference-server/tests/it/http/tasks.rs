//! Tasks over HTTP: which stream brings what.

use mcp_model::ToolExecution;
use mcp_reference_server::{HttpOptions, Server, ToolCall, tool};
use serde_json::{Value, json};

use super::web::{Web, initialize};

fn server() -> Server {
    let roots = tool("roots").execution(ToolExecution::task_required()).run_with(|_, call: ToolCall| async move {
        call.cx.client.progress(1.0, None, "begun").await;
        call.cx.client.list_roots().await.map(|listed| listed.roots.len().to_string())
    });
    Server::builder(mcp_model::Implementation::new("test", "1")).tool(roots).build().expect("sound")
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[tokio::test]
async fn a_question_comes_to_whoever_waits_for_the_result() {
    let web = Web::start(server(), HttpOptions::new()).await;
    let session = web.greet("2025-11-25").await;
    let mut listening = web.listen(&session, None).await;
    listening.event().await.expect("the priming event");
    let call = json!({"name": "roots", "task": {}, "_meta": {"progressToken": 7}});
    let events = web.stream(&session, &request(1, "tools/call", &call)).await.events().await;
    let task = events.last().expect("the answer").message()["result"]["task"].clone();
    let id = json!({"taskId": task["taskId"]});
    for wanted in ["notifications/progress", "notifications/tasks/status"] {
        assert_eq!(listening.event().await.expect("an event").message()["method"], wanted);
    }
    let (status, look) = web.post(&session, &request(2, "tasks/get", &id)).await;
    let look: Value = serde_json::from_str(&look).expect("JSON and no stream");
    assert_eq!((status, &look["result"]["status"]), (200, &json!("input_required")));
    let mut fetching = web.stream(&session, &request(3, "tasks/result", &id)).await;
    fetching.event().await.expect("the priming event");
    let question = fetching.event().await.expect("the question").message();
    assert_eq!(question["method"], "roots/list");
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": []}});
    assert_eq!(web.post(&session, &answer).await.0, 202);
    let rest: Vec<_> = fetching.events().await.iter().map(super::web::Event::message).collect();
    assert_eq!(rest.last().expect("the answer")["result"]["content"][0]["text"], "0", "{rest:?}");
    web.stop().await;
}

#[tokio::test]
async fn without_sessions_there_are_no_tasks() {
    let web = Web::start(server(), HttpOptions::new().stateless(true)).await;
    let (_, hello) = web.send("POST", &super::web::POST, &initialize("2025-11-25")).await;
    let hello: Value = serde_json::from_str(&hello).expect("JSON");
    assert_eq!(hello["result"]["capabilities"].get("tasks"), None);
    let get = request(1, "tasks/get", &json!({"taskId": "nobody"})).to_string();
    let (_, refused) = web.send("POST", &super::web::POST, &get).await;
    assert_eq!(serde_json::from_str::<Value>(&refused).expect("JSON")["error"]["code"], -32601);
    web.stop().await;
}
