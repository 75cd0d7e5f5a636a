//! Sessions without a transport: every message says what it belongs to.

use mcp_model::{Implementation, RequestId};
use mcp_reference_server::{About, List, Opening, Outbox, Outgoing, Server, Session, ToolCall, resource, tool};
use serde_json::{Value, json};

/// A server whose one tool tells of progress, shows a hidden resource, and asks for roots.
fn server() -> Server {
    let busy = tool("busy").run_with(|_, call: ToolCall| async move {
        call.cx.client.progress(1.0, None, "busy").await;
        call.cx.lists.show(List::Resources, "test://hidden");
        call.cx.client.list_roots().await.map(|listed| listed.roots.len().to_string())
    });
    let hidden = resource("hidden", "test://hidden").hidden().read(|| async { "found" });
    Server::builder(Implementation::new("test", "1")).tool(busy).resource(hidden).build().expect("sound")
}

async fn say(session: &Session, message: Value) {
    session.receive(message.to_string().as_bytes()).await;
}

async fn open(server: &Server) -> (Session, Outbox) {
    let (session, mut outbox) = server.session(Opening::default());
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"roots": {}}, "clientInfo": client});
    say(&session, json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params})).await;
    say(&session, json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    let hello = outbox.next().await.expect("an answer");
    assert_eq!(hello.about, About::Answer(RequestId::from("hello")));
    (session, outbox)
}

async fn next(outbox: &mut Outbox) -> (About, Value) {
    let Outgoing { about, text, .. } = outbox.next().await.expect("a message");
    (about, serde_json::from_str(&text).expect("JSON"))
}

#[tokio::test]
async fn a_message_belongs_to_its_request_or_to_the_session() {
    let server = server();
    let (session, mut outbox) = open(&server).await;
    let params = json!({"name": "busy", "_meta": {"progressToken": 1}});
    say(&session, json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})).await;
    let id = RequestId::from(7);
    let mut question = None;
    for expected in ["notifications/progress", "notifications/resources/list_changed", "roots/list"] {
        let (about, message) = next(&mut outbox).await;
        assert_eq!(message["method"], expected);
        let own = if expected.ends_with("list_changed") { About::Session } else { About::Request(id.clone()) };
        assert_eq!(about, own, "{expected}");
        question = Some(message);
    }
    let answer = json!({"jsonrpc": "2.0", "id": question.expect("asked")["id"], "result": {"roots": []}});
    say(&session, answer).await;
    let (about, message) = next(&mut outbox).await;
    assert_eq!((about, &message["result"]["content"][0]["text"]), (About::Answer(id), &json!("0")));
    say(&session, json!("no message")).await;
    let (about, message) = next(&mut outbox).await;
    assert_eq!((about, &message["error"]["code"]), (About::Session, &json!(-32600)));
    drop(session);
    assert!(outbox.next().await.is_none(), "nothing comes after the session");
}

#[tokio::test]
async fn what_is_switched_off_is_not_declared_served_or_sent() {
    let hidden = resource("hidden", "test://hidden").hidden().read(|| async { "found" });
    let log = tool("log").run_with(|_, call: ToolCall| async move {
        call.cx.client.log(mcp_model::LoggingLevel::Emergency, "test", "fire").await;
        "logged"
    });
    let builder = Server::builder(Implementation::new("test", "1")).resource(hidden).tool(log);
    let server = builder.list_changed(false).subscriptions(false).logging(false).build().expect("sound");
    assert_eq!(serde_json::to_value(server.capabilities()).expect("JSON"), json!({"resources": {}, "tools": {}}));
    let (session, mut outbox) = open(&server).await;
    server.lists().show(List::Resources, "test://hidden");
    server.lists().resource_updated("test://hidden");
    let params = json!({"name": "log"});
    say(&session, json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await;
    let (_, message) = next(&mut outbox).await;
    assert_eq!(message["result"]["content"][0]["text"], "logged");
    let params = json!({"uri": "test://hidden"});
    say(&session, json!({"jsonrpc": "2.0", "id": 2, "method": "resources/subscribe", "params": params})).await;
    assert_eq!(next(&mut outbox).await.1["error"]["code"], -32601);
}

#[tokio::test]
async fn dropping_a_session_stops_what_it_serves() {
    let (sender, mut receiver) = tokio::sync::mpsc::channel::<()>(1);
    let endless = tool("endless").run(move |_| {
        let held = sender.clone();
        async move {
            std::future::pending::<()>().await;
            drop(held);
            "never"
        }
    });
    let server = Server::builder(Implementation::new("test", "1")).tool(endless).build().expect("sound");
    let (session, outbox) = open(&server).await;
    let params = json!({"name": "endless"});
    say(&session, json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await;
    tokio::task::yield_now().await;
    drop((session, outbox, server));
    assert!(receiver.recv().await.is_none(), "the handler's values are dropped");
}
