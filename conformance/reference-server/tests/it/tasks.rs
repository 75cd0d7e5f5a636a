//! Calls that run as tasks, and what the client runs as one.

use std::time::Duration;

use mcp_model::{CreateMessageRequestParams, Implementation, Role, SamplingMessage, ToolExecution};
use mcp_reference_server::{Failure, Server, ServerBuilder, ToolCall, catalogue::catalogue, tool};
use serde_json::{Value, json};
use tokio::time::sleep;
use tower::limit::ConcurrencyLimitLayer;

use crate::support::Talk;

const RELATED: &str = "io.modelcontextprotocol/related-task";

fn as_task(name: &str, arguments: &Value, ttl: i64) -> Value {
    json!({"name": name, "arguments": arguments, "task": {"ttl": ttl}, "_meta": {"progressToken": name}})
}

async fn begin(talk: &mut Talk, params: Value) -> String {
    let answer = talk.request("tools/call", params).await;
    let made = &answer["result"]["task"];
    assert_eq!(made["status"], "working", "{answer}");
    made["taskId"].as_str().expect("an id").to_owned()
}

async fn on(talk: &mut Talk, method: &str, id: &str) -> Value {
    talk.request(method, json!({"taskId": id})).await
}

/// The statuses that the client was told of, in order.
fn told(talk: &Talk) -> Vec<&str> {
    let status = |message: &&Value| message["method"] == "notifications/tasks/status";
    talk.heard.iter().filter(status).filter_map(|message| message["params"]["status"].as_str()).collect()
}

#[tokio::test]
async fn a_task_gives_what_the_plain_call_gives() {
    let mut talk = Talk::open(catalogue()).await;
    let arguments = json!({"uri": "library://books/3"});
    let plain = talk.call("print_record", arguments.clone()).await;
    let id = begin(&mut talk, as_task("print_record", &arguments, 60_000)).await;
    let mut result = on(&mut talk, "tasks/result", &id).await["result"].clone();
    assert_eq!(result["_meta"], json!({RELATED: {"taskId": id}}));
    assert!(result.as_object_mut().is_some_and(|result| result.remove("_meta").is_some()));
    assert_eq!(result, plain);
    let shown = on(&mut talk, "tasks/get", &id).await["result"].clone();
    assert_eq!(
        (&shown["status"], &shown["ttl"], &shown["pollInterval"]),
        (&json!("completed"), &json!(60_000), &json!(50))
    );
    assert_eq!(told(&talk), ["completed"]);
    assert_eq!(on(&mut talk, "tasks/cancel", &id).await["error"]["code"], -32602);
}

#[tokio::test]
async fn errors_of_tools_and_of_the_protocol_make_failed_tasks() {
    let mut talk = Talk::open(catalogue()).await;
    let id = begin(&mut talk, as_task("print_record", &json!({"uri": "library://nowhere"}), 1000)).await;
    assert_eq!(on(&mut talk, "tasks/result", &id).await["error"]["code"], -32002);
    let shown = on(&mut talk, "tasks/get", &id).await["result"].clone();
    assert_eq!((&shown["status"], &shown["statusMessage"]), (&json!("failed"), &json!("resource not found")));
    let id = begin(&mut talk, as_task("print_record", &json!({}), 1000)).await;
    assert_eq!(on(&mut talk, "tasks/result", &id).await["result"]["isError"], true);
    let shown = on(&mut talk, "tasks/get", &id).await["result"].clone();
    assert_eq!(shown["status"], "failed");
    assert!(shown["statusMessage"].as_str().is_some_and(|message| message.contains("uri")), "{shown}");
}

#[tokio::test]
async fn a_question_waits_until_somebody_waits_for_the_result() {
    let mut talk = Talk::open(catalogue()).await;
    let id = begin(&mut talk, as_task("plan_visit", &json!({}), 60_000)).await;
    while on(&mut talk, "tasks/get", &id).await["result"]["status"] == "working" {
        sleep(Duration::from_millis(5)).await;
    }
    assert!(talk.heard.iter().all(|message| message["method"] != "elicitation/create"), "{:?}", talk.heard);
    let result = talk.ask("tasks/result", json!({"taskId": id})).await;
    let question = loop {
        let message = talk.hear().await;
        if message["method"] == "elicitation/create" {
            break message;
        }
    };
    assert_eq!(question["params"]["_meta"][RELATED]["taskId"], id.as_str());
    assert_eq!(on(&mut talk, "tasks/get", &id).await["result"]["status"], "input_required");
    let answer = json!({"action": "accept", "content": {"day": "friday"}});
    talk.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}).to_string()).await;
    let result = talk.response(result).await;
    assert_eq!(result["result"]["content"][0]["text"], "Come on friday; Maren is at the desk.");
    assert_eq!(told(&talk), ["input_required", "working", "completed"]);
    let steps: Vec<_> = talk.heard.iter().filter(|message| message["method"] == "notifications/progress").collect();
    assert_eq!(steps.len(), 3);
    assert!(steps.iter().all(|step| step["params"]["_meta"][RELATED]["taskId"] == id.as_str()));
}

#[tokio::test]
async fn tools_say_whether_they_go_with_tasks() {
    let mut talk = Talk::open(catalogue()).await;
    let plain = talk.request("tools/call", json!({"name": "count_pages"})).await;
    assert_eq!(plain["error"]["code"], -32601);
    let forbidden = talk.request("tools/call", as_task("ring_bell", &json!({}), 1000)).await;
    assert_eq!(forbidden["error"]["code"], -32601);
    let negative = talk.request("tools/call", as_task("count_pages", &json!({}), -1)).await;
    assert_eq!(negative["error"]["code"], -32602);
    for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
        assert_eq!(on(&mut talk, method, "nobody").await["error"]["code"], -32602, "{method}");
    }
}

#[tokio::test]
async fn who_knows_no_tasks_is_served_without() {
    let mut talk = Talk::silent(catalogue());
    let hello = talk.initialize("2025-06-18", json!({})).await;
    assert_eq!(hello["result"]["capabilities"].get("tasks"), None);
    talk.notify("notifications/initialized", json!({})).await;
    let answer = talk.request("tools/call", as_task("count_pages", &json!({}), 1000)).await;
    assert!(answer["result"]["content"].is_array(), "{answer}");
    assert_eq!(on(&mut talk, "tasks/get", "nobody").await["error"]["code"], -32601);
}

#[tokio::test]
async fn a_cancelled_task_stays_cancelled_and_says_no_more() {
    let mut talk = Talk::open(catalogue()).await;
    let id = begin(&mut talk, as_task("count_pages", &json!({}), 60_000)).await;
    assert_eq!(on(&mut talk, "tasks/cancel", &id).await["result"]["status"], "cancelled");
    let heard = talk.heard.len();
    assert_eq!(on(&mut talk, "tasks/result", &id).await["error"]["code"], -32602);
    sleep(Duration::from_millis(100)).await;
    assert_eq!(on(&mut talk, "tasks/get", &id).await["result"]["status"], "cancelled");
    assert_eq!(talk.heard.len(), heard, "{:?}", talk.heard);
    assert_eq!(told(&talk), ["cancelled"]);
}

#[tokio::test]
async fn the_list_comes_in_pages_and_forgets_what_expires() {
    let mut talk = Talk::open(catalogue()).await;
    let mut ids = Vec::new();
    for _ in 0..7 {
        ids.push(begin(&mut talk, as_task("count_pages", &json!({}), 300_000_000)).await);
    }
    let page = talk.request("tasks/list", json!({})).await["result"].clone();
    assert_eq!(page["tasks"][0]["ttl"], 3_600_000, "an hour is the longest");
    let rest = talk.request("tasks/list", json!({"cursor": page["nextCursor"]})).await["result"].clone();
    assert_eq!(rest.get("nextCursor"), None);
    let both = [&page, &rest].map(|page| page["tasks"].as_array().cloned().unwrap_or_default()).concat();
    let listed: Vec<_> = both.iter().filter_map(|task| task["taskId"].as_str()).collect();
    assert_eq!(listed, ids);
    assert_eq!(talk.request("tasks/list", json!({"cursor": "7"})).await["error"]["code"], -32602);
    let short = begin(&mut talk, as_task("print_record", &json!({}), 1)).await;
    sleep(Duration::from_millis(50)).await;
    assert_eq!(on(&mut talk, "tasks/get", &short).await["error"]["code"], -32602);
}

#[tokio::test]
async fn no_other_session_sees_a_task() {
    let server = catalogue();
    let (mut one, mut other) = (Talk::open(server.clone()).await, Talk::open(server).await);
    let id = begin(&mut one, as_task("count_pages", &json!({}), 60_000)).await;
    for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
        assert_eq!(on(&mut other, method, &id).await["error"]["code"], -32602, "{method}");
    }
    assert_eq!(other.request("tasks/list", json!({})).await["result"]["tasks"], json!([]));
}

fn builder() -> ServerBuilder {
    Server::builder(Implementation::new("test", "1"))
}

#[tokio::test]
async fn a_session_has_only_so_many() {
    let slow = tool("slow").execution(ToolExecution::task_required()).run(|_| std::future::pending::<String>());
    let mut talk = Talk::open(builder().task_limit(1).tool(slow).build().expect("sound")).await;
    begin(&mut talk, json!({"name": "slow", "task": {}})).await;
    let more = talk.request("tools/call", json!({"name": "slow", "task": {}})).await;
    assert_eq!(more["error"]["code"], -32600);
    // The task ends with the session.
    assert_eq!(talk.close().await, Vec::<Value>::new());
}

#[tokio::test]
async fn middleware_runs_inside_the_task() {
    let slow = tool("slow").execution(ToolExecution::task_optional()).run_with(|_, call: ToolCall| async move {
        assert!(call.request.task.is_some());
        sleep(Duration::from_millis(30)).await;
        "done"
    });
    let server = builder().tool(slow).layer(ConcurrencyLimitLayer::new(1)).task_poll_interval(Duration::from_millis(1));
    let mut talk = Talk::open(server.build().expect("sound")).await;
    let begun = [
        begin(&mut talk, json!({"name": "slow", "task": {}})).await,
        begin(&mut talk, json!({"name": "slow", "task": {}})).await,
    ];
    assert_eq!(on(&mut talk, "tasks/result", &begun[1]).await["result"]["content"][0]["text"], "done");
    assert_eq!(on(&mut talk, "tasks/get", &begun[0]).await["result"]["status"], "completed", "one after the other");
}

#[tokio::test]
async fn a_panic_fails_only_its_task() {
    let wild = tool("wild").execution(ToolExecution::task_required()).run(|_| async {
        assert!(std::hint::black_box(false), "on purpose");
        "never"
    });
    let mut talk = Talk::open(builder().tool(wild).build().expect("sound")).await;
    let id = begin(&mut talk, json!({"name": "wild", "task": {}})).await;
    assert_eq!(on(&mut talk, "tasks/result", &id).await["error"]["code"], -32603);
    assert_eq!(on(&mut talk, "tasks/get", &id).await["result"]["status"], "failed");
}

/// A server whose tool has the client think as a task, or gives it up.
fn thinking() -> Server {
    let question = || CreateMessageRequestParams::new([SamplingMessage::new(Role::User, "Well?")], 10);
    let think = tool("think").run_with(move |_, call: ToolCall| async move {
        let task = call.cx.client.create_message_as_task(question(), Some(Duration::from_secs(9))).await?;
        let answer = task.result().await?;
        Ok::<_, Failure>(answer.model)
    });
    let give_up = tool("give_up").run_with(move |_, call: ToolCall| async move {
        let task = call.cx.client.create_message_as_task(question(), None).await?;
        let id = task.task().task_id.clone();
        let left = task.cancel().await?;
        assert_eq!((left.task_id, left.status), (id, mcp_model::TaskStatus::Cancelled));
        Ok::<_, Failure>("given up".to_owned())
    });
    builder().tool(think).tool(give_up).build().expect("sound")
}

async fn answer(talk: &mut Talk, method: &str, result: Value) -> Value {
    let asked = talk.hear().await;
    assert_eq!(asked["method"], method, "{asked}");
    talk.say(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}).to_string()).await;
    asked
}

fn task(status: &str) -> Value {
    let time = "2025-11-25T10:30:00Z";
    json!({"taskId": "mine", "status": status, "createdAt": time, "lastUpdatedAt": time, "ttl": null, "pollInterval": 10})
}

#[tokio::test]
async fn the_client_runs_tasks_too() {
    let requests = json!({"sampling": {"createMessage": {}}});
    let capabilities = json!({"sampling": {}, "tasks": {"cancel": {}, "requests": requests}});
    let mut talk = Talk::open_as(thinking(), capabilities).await;
    let call = talk.ask("tools/call", json!({"name": "think"})).await;
    let asked = answer(&mut talk, "sampling/createMessage", json!({"task": task("working")})).await;
    assert_eq!(asked["params"]["task"], json!({"ttl": 9000}));
    answer(&mut talk, "tasks/get", task("working")).await;
    answer(&mut talk, "tasks/get", task("completed")).await;
    let message = json!({"role": "assistant", "content": {"type": "text", "text": "Yes."}, "model": "tiny"});
    let asked = answer(&mut talk, "tasks/result", message).await;
    assert_eq!(asked["params"], json!({"taskId": "mine"}));
    assert_eq!(talk.response(call).await["result"]["content"][0]["text"], "tiny");
    let call = talk.ask("tools/call", json!({"name": "give_up"})).await;
    answer(&mut talk, "sampling/createMessage", json!({"task": task("working")})).await;
    answer(&mut talk, "tasks/cancel", task("cancelled")).await;
    assert_eq!(talk.response(call).await["result"]["content"][0]["text"], "given up");
}

#[tokio::test]
async fn a_client_without_tasks_is_not_asked_for_one() {
    let mut talk = Talk::open(thinking()).await;
    let result = talk.call("think", json!({})).await;
    assert_eq!(result["content"][0]["text"], "the client does not declare tasks.requests.sampling.createMessage");
}
