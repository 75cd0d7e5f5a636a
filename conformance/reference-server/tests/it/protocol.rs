//! The protocol's core, as a client sees it.

use std::time::Duration;

use mcp_model::Implementation;
use mcp_reference_server::{Server, ServerBuilder, catalogue::catalogue, tool};
use serde_json::{Value, json};

use crate::support::Talk;

fn server() -> ServerBuilder {
    Server::builder(Implementation::new("test", "1"))
}

#[tokio::test]
async fn every_published_revision_is_spoken_and_others_get_the_latest() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let mut talk = Talk::silent(catalogue());
        let hello = talk.initialize(asked, json!({})).await;
        assert_eq!(hello["result"]["protocolVersion"], agreed, "{asked}");
    }
}

#[tokio::test]
async fn nothing_but_ping_is_served_before_initialize_and_initialize_only_once() {
    let mut talk = Talk::silent(catalogue());
    assert_eq!(talk.request("ping", json!({})).await["result"], json!({}));
    assert_eq!(talk.request("tools/list", json!({})).await["error"]["code"], -32600);
    let bad = talk.request("initialize", json!({"protocolVersion": 1})).await;
    assert_eq!(bad["error"]["code"], -32602);
    talk.initialize("2025-11-25", json!({})).await;
    let again = talk.initialize("2025-11-25", json!({})).await;
    assert_eq!(again["error"]["code"], -32600);
    assert!(talk.request("tools/list", json!({})).await["result"]["tools"].is_array());
}

#[tokio::test]
async fn what_is_not_there_is_neither_declared_nor_served() {
    let bare = server().logging(false).build().expect("sound");
    let mut talk = Talk::silent(bare);
    let hello = talk.initialize("2025-11-25", json!({})).await;
    assert_eq!(hello["result"]["capabilities"], json!({}));
    for method in [
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/read",
        "resources/subscribe",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "logging/setLevel",
        "tasks/list",
        "nonsense",
    ] {
        let response = talk.request(method, json!({})).await;
        assert_eq!(response["error"]["code"], -32601, "{method}");
    }
}

#[tokio::test]
async fn pages_make_the_whole_list_and_foreign_cursors_are_refused() {
    let mut talk = Talk::open(catalogue()).await;
    let mut all = Vec::new();
    let mut params = json!({});
    loop {
        let page = talk.request("resources/list", params.clone()).await["result"].clone();
        all.extend(page["resources"].as_array().expect("a list").iter().map(|r| r["uri"].clone()));
        let Some(next) = page.get("nextCursor") else { break };
        params = json!({"cursor": next});
        let foreign = talk.request("tools/list", params.clone()).await;
        assert_eq!(foreign["error"]["code"], -32602);
    }
    assert_eq!(all.len(), 14);
    let mut unique = all.clone();
    unique.sort_by_key(Value::to_string);
    unique.dedup();
    assert_eq!(unique.len(), all.len());
    for cursor in ["", "bogus", "0.0"] {
        let refused = talk.request("resources/list", json!({"cursor": cursor})).await;
        assert_eq!(refused["error"]["code"], -32602, "{cursor:?}");
    }
}

#[tokio::test]
async fn a_panic_is_an_internal_error_of_that_call_only() {
    let fall = |ready: bool| async move {
        assert!(ready, "falls on purpose");
        "unreachable"
    };
    let server =
        server().tool(tool("fall").run(move |_| fall(false))).tool(tool("stand").run(|_| async { "still here" }));
    let mut talk = Talk::open(server.build().expect("sound")).await;
    let fallen = talk.request("tools/call", json!({"name": "fall"})).await;
    assert_eq!(fallen["error"], json!({"code": -32603, "message": "internal error"}));
    assert_eq!(talk.call("stand", json!({})).await["content"][0]["text"], "still here");
}

fn slow() -> Server {
    let slow = tool("slow").run(|_| async {
        tokio::time::sleep(Duration::from_hours(1)).await;
        "done"
    });
    server().tool(slow).build().expect("sound")
}

#[tokio::test]
async fn ping_is_answered_while_a_slow_call_runs_and_the_call_can_be_cancelled() {
    let mut talk = Talk::open(slow()).await;
    let call = talk.ask("tools/call", json!({"name": "slow"})).await;
    assert_eq!(talk.request("ping", json!({})).await["result"], json!({}));
    talk.notify("notifications/cancelled", json!({"requestId": call, "reason": "enough"})).await;
    talk.notify("notifications/cancelled", json!({"requestId": "unknown"})).await;
    talk.notify("notifications/cancelled", json!({})).await;
    assert_eq!(talk.request("ping", json!({})).await["result"], json!({}));
    assert!(talk.heard.is_empty(), "a cancelled call is not answered");
    assert!(talk.close().await.is_empty());
}

#[tokio::test]
async fn an_id_in_use_is_refused() {
    let mut talk = Talk::open(slow()).await;
    let call = talk.ask("tools/call", json!({"name": "slow"})).await;
    let again = json!({"jsonrpc": "2.0", "id": call, "method": "ping"});
    talk.say(&again.to_string()).await;
    assert_eq!(talk.response(call).await["error"]["code"], -32600);
}

#[tokio::test]
async fn what_was_asked_before_the_input_ends_is_still_answered() {
    let mut talk = Talk::open(catalogue()).await;
    let call = talk.ask("tools/call", json!({"name": "take_stock", "arguments": {"shelves": 5}})).await;
    let rest = talk.close().await;
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["id"], call);
}

#[tokio::test(start_paused = true)]
async fn a_call_without_end_does_not_keep_the_server() {
    let mut talk = Talk::open(slow()).await;
    talk.ask("tools/call", json!({"name": "slow"})).await;
    assert!(talk.close().await.is_empty());
}

#[tokio::test]
async fn batches_are_taken_in_the_one_revision_that_has_them() {
    let batch = r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"n"},1,{"jsonrpc":"2.0","id":"b","method":"nope"}]"#;
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut talk = Talk::silent(catalogue());
        talk.say(batch).await;
        assert_eq!(talk.hear().await["error"]["code"], -32600, "before a revision is agreed on");
        talk.initialize(version, json!({})).await;
        talk.say(batch).await;
        talk.say("[]").await;
        talk.request("ping", json!({})).await;
        let codes = talk.heard.iter().map(|m| (m["id"].as_str(), m["error"]["code"].as_i64()));
        let mut codes: Vec<_> = codes.collect();
        codes.sort_unstable();
        let invalid = (None, Some(-32600));
        let each = [invalid, invalid, (Some("a"), None), (Some("b"), Some(-32601))];
        let whole = [invalid, invalid];
        assert_eq!(codes, if version == "2025-03-26" { each.as_slice() } else { whole.as_slice() }, "{version}");
    }
}

#[tokio::test]
async fn an_id_comes_back_as_it_was_spelled() {
    let mut talk = Talk::open(catalogue()).await;
    for id in
        ["0", "-1", "1.0", "1e2", "9007199254740993", "1234567890123456789012345678901234567890", r#""""#, r#""1""#]
    {
        talk.say(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)).await;
        let line = talk.hear_line().await.expect("an answer");
        assert_eq!(line, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
    }
}
