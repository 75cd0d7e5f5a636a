//! A session's context: made once by steps, each of which may refuse.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use mcp_model::{ErrorObject, Implementation};
use mcp_reference_server::{Opening, Refusal, Server, Steps, ToolCall, prompt, resource, resource_template, tool};
use serde_json::json;

use crate::support::Talk;

#[derive(Debug)]
struct Account {
    name: &'static str,
    number: usize,
}

fn steps(made: &Arc<AtomicUsize>, name: Option<&'static str>) -> Steps<Account> {
    let made = Arc::clone(made);
    let name = Arc::new(name);
    Steps::new()
        .then(move |(), _: Arc<Opening>| {
            let name = *name;
            async move { name.ok_or_else(|| Refusal::new(ErrorObject::new(-32001, "who are you?"))) }
        })
        .then(move |name, _| {
            let number = made.fetch_add(1, Ordering::Relaxed);
            async move { Ok(Account { name, number }) }
        })
}

fn server(steps: Steps<Account>) -> Server<Account> {
    Server::builder_with(Implementation::new("test", "1"), steps)
        .tool(tool("who").run_with(|_, call: ToolCall<Account>| async move {
            let Account { name, number } = call.cx.context.as_ref();
            format!("{name} {number}")
        }))
        .resource(
            resource("r", "test://r")
                .read_with(|cx: mcp_reference_server::RequestContext<Account>| async move { cx.context.name }),
        )
        .resource_template(
            resource_template("t", "test://t/{x}")
                .read(|variables| async move { variables.get("x").map(str::to_owned) }),
        )
        .prompt(
            prompt("p").get_with(|_, cx: mcp_reference_server::RequestContext<Account>| async move {
                cx.context.name.to_owned()
            }),
        )
        .build()
        .expect("sound")
}

#[tokio::test]
async fn it_is_made_once_per_session_and_every_handler_sees_it() {
    let made = Arc::default();
    let server = server(steps(&made, Some("Ada")));
    for number in 0..2 {
        let mut talk = Talk::open(server.clone()).await;
        for _ in 0..2 {
            let who = talk.call("who", json!({})).await;
            assert_eq!(who["content"][0]["text"], format!("Ada {number}"));
        }
        let read = talk.request("resources/read", json!({"uri": "test://r"})).await;
        assert_eq!(read["result"]["contents"], json!([{"uri": "test://r", "text": "Ada"}]));
        let got = talk.request("prompts/get", json!({"name": "p"})).await;
        assert_eq!(got["result"]["messages"][0]["content"]["text"], "Ada");
    }
    assert_eq!(made.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_refusal_is_the_answer_to_initialize_and_nothing_else_is_served() {
    let made = Arc::default();
    let mut talk = Talk::silent(server(steps(&made, None)));
    let refused = talk.initialize("2025-11-25", json!({})).await;
    assert_eq!(refused["error"], json!({"code": -32001, "message": "who are you?"}));
    assert_eq!(talk.request("tools/list", json!({})).await["error"]["code"], -32600);
    assert_eq!(made.load(Ordering::Relaxed), 0, "the steps after a refusal do not run");
}
