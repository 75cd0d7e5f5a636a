//! What the server asks and tells the client while it serves a request.

use std::time::Duration;

use mcp_model::{CreateMessageRequestParams, Implementation, LoggingLevel, Role, SamplingMessage};
use mcp_reference_server::{ClientError, Failure, Server, ServerBuilder, ToolCall, catalogue::catalogue, tool};
use serde_json::{Value, json};

use crate::support::Talk;

fn server() -> ServerBuilder {
    Server::builder(Implementation::new("test", "1"))
}

fn sampling() -> CreateMessageRequestParams {
    CreateMessageRequestParams::new([SamplingMessage::new(Role::User, "Hello?")], 10)
}

/// A server whose tool asks the client's model, waiting so long.
fn asking(limit: Duration) -> Server {
    let ask = tool("ask").run_with(move |_, call: ToolCall| async move {
        match call.cx.client.with_timeout(limit).create_message(sampling()).await {
            Ok(answer) => Ok(answer.model),
            Err(ClientError::TimedOut(_)) => Ok("too late".to_owned()),
            Err(error) => Err(Failure::from(error)),
        }
    });
    server().tool(ask).build().expect("sound")
}

async fn answer(talk: &mut Talk, question: &Value, member: &str, value: Value) {
    let message = json!({"jsonrpc": "2.0", "id": question["id"], member: value});
    talk.say(&message.to_string()).await;
}

#[tokio::test]
async fn a_question_is_asked_and_its_answer_used() {
    let mut talk = Talk::open(asking(Duration::from_mins(1))).await;
    let call = talk.ask("tools/call", json!({"name": "ask"})).await;
    let question = talk.hear().await;
    assert_eq!(question["method"], "sampling/createMessage");
    assert_eq!(question["params"]["messages"][0]["content"], json!({"type": "text", "text": "Hello?"}));
    let reply = json!({"role": "assistant", "content": {"type": "text", "text": "Hi."}, "model": "m"});
    answer(&mut talk, &question, "result", reply).await;
    assert_eq!(talk.response(call).await["result"]["content"][0]["text"], "m");
}

#[tokio::test]
async fn an_error_or_nonsense_in_answer_is_a_tool_error() {
    let mut talk = Talk::open(asking(Duration::from_mins(1))).await;
    for (member, value, told) in [
        ("error", json!({"code": -1, "message": "not today"}), "the client refused: not today"),
        ("result", json!({"role": "assistant"}), "the client's answer cannot be read"),
    ] {
        let call = talk.ask("tools/call", json!({"name": "ask"})).await;
        let question = talk.hear().await;
        answer(&mut talk, &question, member, value).await;
        let result = talk.response(call).await["result"].clone();
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().expect("text");
        assert!(text.starts_with(told), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_without_answer_is_called_off() {
    let mut talk = Talk::open(asking(Duration::from_secs(1))).await;
    let call = talk.ask("tools/call", json!({"name": "ask"})).await;
    let question = talk.hear().await;
    let off = talk.hear().await;
    assert_eq!(off["method"], "notifications/cancelled");
    assert_eq!(off["params"]["requestId"], question["id"]);
    assert_eq!(talk.response(call).await["result"]["content"][0]["text"], "too late");
    answer(&mut talk, &question, "result", json!({})).await;
    assert_eq!(talk.request("ping", json!({})).await["result"], json!({}), "a late answer does no harm");
}

#[tokio::test(start_paused = true)]
async fn the_bell_is_heard_or_not() {
    let mut talk = Talk::open(catalogue()).await;
    let call = talk.ask("tools/call", json!({"name": "ring_bell"})).await;
    let bell = talk.hear().await;
    assert_eq!((&bell["method"], bell.get("params")), (&json!("ping"), None));
    answer(&mut talk, &bell, "result", json!({})).await;
    assert_eq!(talk.response(call).await["result"]["content"][0]["text"], "The client is there.");
    let unheard = talk.call("ring_bell", json!({})).await;
    assert_eq!(unheard["isError"], true);
    assert_eq!(unheard["content"][0]["text"], "the client did not answer within 1s");
}

#[tokio::test]
async fn cancelling_a_call_calls_off_its_questions() {
    let mut talk = Talk::open(asking(Duration::from_mins(1))).await;
    let call = talk.ask("tools/call", json!({"name": "ask"})).await;
    let question = talk.hear().await;
    talk.notify("notifications/cancelled", json!({"requestId": call})).await;
    let off = talk.hear().await;
    assert_eq!(off["params"]["requestId"], question["id"]);
}

#[tokio::test]
async fn a_client_is_asked_only_what_it_declares() {
    let cases = [
        ("recommend_book", json!({"mood": "calm"}), json!({}), "sampling"),
        ("register_reader", json!({}), json!({}), "elicitation.form"),
        ("register_reader", json!({}), json!({"elicitation": {"url": {}}}), "elicitation.form"),
        ("pay_fine", json!({"reader": "Ada"}), json!({"elicitation": {}}), "elicitation.url"),
        ("find_folders", json!({}), json!({}), "roots"),
    ];
    for (name, arguments, capabilities, missing) in cases {
        let mut talk = Talk::open_as(catalogue(), capabilities).await;
        let result = talk.call(name, arguments).await;
        assert_eq!(result["isError"], true, "{name}");
        assert_eq!(result["content"][0]["text"], format!("the client does not declare {missing}"));
        assert!(talk.heard.is_empty(), "{name} asked all the same: {:?}", talk.heard);
    }
}

#[tokio::test]
async fn an_error_may_send_the_user_to_a_url_first() {
    let mut talk = Talk::open(catalogue()).await;
    let refused = talk.request("tools/call", json!({"name": "read_archive"})).await;
    let error = &refused["error"];
    assert_eq!((&error["code"], &error["message"]), (&json!(-32042), &json!("Sign the register first.")));
    let elicitation = &error["data"]["elicitations"][0];
    assert_eq!((&elicitation["mode"], &elicitation["elicitationId"]), (&json!("url"), &json!("register-1")));
    assert!(talk.call("read_archive", json!({})).await.get("isError").is_none());
    let mut forms_only = Talk::open_as(catalogue(), json!({"elicitation": {}})).await;
    let result = forms_only.call("read_archive", json!({})).await;
    assert_eq!(result["content"][0]["text"], "the client does not declare elicitation.url");
}

#[tokio::test]
async fn an_empty_elicitation_capability_means_forms_and_sampling_goes_without_tools() {
    let mut talk = Talk::open_as(catalogue(), json!({"elicitation": {}, "sampling": {}})).await;
    talk.ask("tools/call", json!({"name": "register_reader"})).await;
    let question = talk.hear().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["mode"], "form");
    talk.ask("tools/call", json!({"name": "recommend_book", "arguments": {"mood": "calm"}})).await;
    let question = talk.hear().await;
    assert_eq!(question["method"], "sampling/createMessage");
    assert!(question["params"].get("tools").is_none());
}

#[tokio::test]
async fn questions_wait_until_the_client_is_ready() {
    let mut talk = Talk::silent(asking(Duration::from_mins(1)));
    talk.initialize("2025-11-25", json!({"sampling": {}})).await;
    talk.ask("tools/call", json!({"name": "ask"})).await;
    assert_eq!(talk.request("ping", json!({})).await["result"], json!({}));
    assert!(talk.heard.is_empty(), "asked before the client was ready: {:?}", talk.heard);
    talk.notify("notifications/initialized", json!({})).await;
    assert_eq!(talk.hear().await["method"], "sampling/createMessage");
}

#[tokio::test]
async fn progress_only_grows_and_ends_with_the_answer() {
    let steps = tool("steps").run_with(|_, call: ToolCall| async move {
        let client = call.cx.client;
        for progress in [1.0, 0.5, 1.0, 1.5, f64::NAN, 2.0] {
            client.progress(progress, Some(2.0), "on my way").await;
        }
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(50)).await;
            client.progress(3.0, None, "too late").await;
        });
        "done"
    });
    let mut talk = Talk::open(server().tool(steps).build().expect("sound")).await;
    for token in [json!(0), json!("a")] {
        let params = json!({"name": "steps", "_meta": {"progressToken": token}});
        talk.request("tools/call", params).await;
        let told = std::mem::take(&mut talk.heard);
        let numbers: Vec<_> = told.iter().map(|message| message["params"]["progress"].as_f64()).collect();
        assert_eq!(numbers, [Some(1.0), Some(1.5), Some(2.0)]);
        assert!(told.iter().all(|message| message["params"]["progressToken"] == token));
    }
    talk.request("tools/call", json!({"name": "steps"})).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    talk.request("ping", json!({})).await;
    assert!(talk.heard.is_empty(), "{:?}", talk.heard);
}

#[tokio::test]
async fn only_levels_that_the_client_wants_are_logged() {
    let log = tool("log").run_with(|_, call: ToolCall| async move {
        for level in LoggingLevel::ALL {
            call.cx.client.log(*level, "test", json!({"level": level.as_str()})).await;
        }
        "done"
    });
    let mut talk = Talk::open(server().tool(log).build().expect("sound")).await;
    for (level, heard) in [(None, 7), (Some("debug"), 8), (Some("error"), 4), (Some("emergency"), 1)] {
        if let Some(level) = level {
            let set = talk.request("logging/setLevel", json!({"level": level})).await;
            assert_eq!(set["result"], json!({}));
        }
        talk.call("log", json!({})).await;
        assert_eq!(std::mem::take(&mut talk.heard).len(), heard, "{level:?}");
    }
    let bad = talk.request("logging/setLevel", json!({"level": "warn"})).await;
    assert_eq!(bad["error"]["code"], -32602);
}

#[tokio::test]
async fn subscribers_hear_of_updates_and_nobody_else() {
    let server = catalogue();
    let mut reader = Talk::open(server.clone()).await;
    let mut other = Talk::open(server).await;
    let unknown = reader.request("resources/subscribe", json!({"uri": "library://nowhere"})).await;
    assert_eq!(unknown["error"]["code"], -32002);
    let book = json!({"uri": "library://books/2"});
    reader.request("resources/subscribe", book.clone()).await;
    other.call("lend_book", json!({"id": 2, "reader": "Ada"})).await;
    assert!(other.heard.is_empty());
    let update = reader.hear().await;
    assert_eq!(update["method"], "notifications/resources/updated");
    assert_eq!(update["params"], book);
    reader.request("resources/unsubscribe", book).await;
    other.call("return_book", json!({"id": 2})).await;
    reader.request("ping", json!({})).await;
    assert!(reader.heard.is_empty());
}

#[tokio::test]
async fn lists_change_for_every_session() {
    let server = catalogue();
    let mut staff = Talk::open(server.clone()).await;
    let mut reader = Talk::open(server).await;
    let hidden = reader.request("tools/call", json!({"name": "audit_shelves"})).await;
    assert_eq!(hidden["error"]["code"], -32602);
    staff.call("open_office", json!({})).await;
    staff.call("open_office", json!({})).await;
    let mut told = [reader.hear().await, reader.hear().await].map(|message| message["method"].clone());
    told.sort_by_key(Value::to_string);
    assert_eq!(told, ["notifications/prompts/list_changed", "notifications/tools/list_changed"]);
    reader.call("audit_shelves", json!({})).await;
    staff.call("remove_book", json!({"id": 1})).await;
    assert_eq!(reader.hear().await["method"], "notifications/resources/list_changed");
    let gone = reader.request("resources/read", json!({"uri": "library://books/1"})).await;
    assert_eq!(gone["error"]["code"], -32002);
}
