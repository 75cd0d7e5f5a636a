//! Which status each kind of request gets.

use mcp_reference_server::{HttpOptions, Opening, Refusal, Server, Steps};
use serde_json::{Value, json};

use super::{
    call, idle, ping,
    web::{GET, Header, POST, Web, initialize},
};

/// A session's header, by its name.
fn of(session: &str) -> Header<'_> {
    ("MCP-Session-Id", session)
}

#[tokio::test]
async fn every_fault_has_its_status() {
    let web = Web::start(idle(), HttpOptions::new()).await;
    let id = web.greet("2025-11-25").await;
    let (accept, json) = (POST[0], POST[1]);
    let (ping, long) = (ping().to_string(), format!("\"{}\"", "x".repeat(5000)));
    let table: &[(u16, &str, &[Header<'_>], &str)] = &[
        (200, "POST", &[accept, json, of(&id)], &ping),
        (200, "POST", &[accept, json, of(&id), ("MCP-Protocol-Version", "2025-11-25")], &ping),
        (200, "POST", &[accept, json, of(&id), ("Origin", "http://localhost:6274")], &ping),
        (200, "POST", &[accept, ("Content-Type", "application/json; charset=utf-8"), of(&id)], &ping),
        (403, "POST", &[accept, json, of(&id), ("Origin", "http://foreign.example")], &ping),
        (403, "GET", &[GET, of(&id), ("Origin", "null")], ""),
        (403, "DELETE", &[of(&id), ("Origin", "http://foreign.example")], ""),
        (403, "POST", &[accept, json, of(&id), ("Host", "foreign.example")], &ping),
        (400, "POST", &[accept, json, of(&id), ("MCP-Protocol-Version", "1999-01-01")], &ping),
        (400, "GET", &[GET, of(&id), ("MCP-Protocol-Version", "latest")], ""),
        (400, "DELETE", &[of(&id), ("MCP-Protocol-Version", "latest")], ""),
        (400, "POST", &[accept, json], &ping),
        (400, "GET", &[GET], ""),
        (400, "DELETE", &[], ""),
        (404, "POST", &[accept, json, of("never-given")], &ping),
        (404, "GET", &[GET, of("never-given")], ""),
        (404, "DELETE", &[of("never-given")], ""),
        (415, "POST", &[accept, of(&id)], &ping),
        (415, "POST", &[accept, ("Content-Type", "text/plain"), of(&id)], &ping),
        (406, "POST", &[json, of(&id)], &ping),
        (406, "POST", &[("Accept", "application/json"), json, of(&id)], &ping),
        (406, "GET", &[("Accept", "application/json"), of(&id)], ""),
        (413, "POST", &[accept, json, of(&id)], &long),
        (405, "PUT", &[accept, json, of(&id)], &ping),
        (405, "HEAD", &[GET, of(&id)], ""),
        (202, "POST", &[accept, json, of(&id)], r#"{"jsonrpc":"2.0","method":"notifications/none"}"#),
        (202, "POST", &[accept, json, of(&id)], r#"{"jsonrpc":"2.0","id":"never-asked","result":{}}"#),
        (400, "POST", &[accept, json, of(&id)], r#"{"jsonrpc":"2.0","method":"notifications/none","params":7}"#),
        (400, "POST", &[accept, json, of(&id)], r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#),
        (400, "POST", &[accept, json, of(&id)], "{"),
        (400, "POST", &[accept, json, of(&id)], "[]"),
        (400, "POST", &[accept, json], "{"),
    ];
    for (status, method, headers, body) in table {
        let (got, text) = web.send(method, headers, body).await;
        assert_eq!(got, *status, "{method} {headers:?} {body}: {text}");
        match got {
            202 => assert_eq!(text, ""),
            400.. if *method != "HEAD" => {
                let error: Value = serde_json::from_str(&text).expect("JSON");
                assert!(error["error"]["message"].is_string() && error.get("id").is_none(), "{text}");
            }
            _ => {}
        }
    }
    let elsewhere = web.open("POST", "/other", &[accept, json], &initialize("2025-11-25")).await;
    assert_eq!(elsewhere.status(), 404);
    let refused = web.open("PUT", "/mcp", &[], "").await;
    assert_eq!(refused.header("allow"), Some("GET, POST, DELETE"));
    web.stop().await;
}

#[tokio::test]
async fn what_has_an_id_is_answered_under_it() {
    let web = Web::start(idle(), HttpOptions::new()).await;
    let id = web.greet("2025-11-25").await;
    for (message, code) in [
        (json!({"jsonrpc": "2.0", "id": 5, "method": "no/such"}), -32601),
        (json!({"jsonrpc": "1.0", "id": 5, "method": "ping"}), -32600),
        (json!({"jsonrpc": "2.0", "id": 5, "method": "initialize", "params": {}}), -32600),
    ] {
        let (status, text) = web.post(&id, &message).await;
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((status, &answer["id"], &answer["error"]["code"]), (200, &json!(5), &json!(code)), "{text}");
    }
}

#[tokio::test]
async fn a_session_has_an_id_of_its_own_until_it_ends() {
    let web = Web::start(idle(), HttpOptions::new()).await;
    let (first, second) = (web.greet("2025-11-25").await, web.greet("2025-11-25").await);
    assert_ne!(first, second);
    let mut listening = web.listen(&first, None).await;
    assert!(listening.event().await.is_some());
    assert_eq!(web.send("DELETE", &[of(&first)], "").await, (204, String::new()));
    assert_eq!(listening.event().await, None, "its streams end");
    assert_eq!(web.post(&first, &ping()).await.0, 404);
    assert_eq!(web.send("GET", &[GET, of(&first)], "").await.0, 404);
    assert_eq!(web.send("DELETE", &[of(&first)], "").await.0, 404);
    assert_eq!(web.post(&second, &ping()).await.0, 200, "the other goes on");
}

#[tokio::test]
async fn a_refused_session_has_no_id() {
    let steps = Steps::new().then(|(), _: std::sync::Arc<Opening>| async {
        Err::<(), _>(Refusal::new(mcp_model::ErrorObject::new(-32000, "not today")))
    });
    let server = Server::builder_with(mcp_model::Implementation::new("test", "1"), steps).build().expect("sound");
    let web = Web::start(server, HttpOptions::new()).await;
    let stream = web.open("POST", "/mcp", &POST, &initialize("2025-11-25")).await;
    assert_eq!((stream.status(), stream.header("mcp-session-id")), (200, None));
    assert!(stream.rest().await.contains("not today"));
}

#[tokio::test]
async fn without_sessions_every_request_stands_alone() {
    let web = Web::start(idle(), HttpOptions::new().stateless(true)).await;
    let stream = web.open("POST", "/mcp", &POST, &initialize("2025-11-25")).await;
    assert_eq!((stream.status(), stream.header("mcp-session-id")), (200, None));
    let (status, text) = web.send("POST", &POST, &call(1, "echo").to_string()).await;
    assert!(status == 200 && text.contains("echo") && !text.contains("id: "), "{text}");
    let (status, text) = web.send("POST", &POST, &call(2, "roots").to_string()).await;
    assert!(status == 200 && text.contains("the client does not declare roots"), "{text}");
    assert_eq!(web.send("POST", &POST, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await.0, 202);
    assert_eq!(web.send("GET", &[GET], "").await.0, 405);
    assert_eq!(web.send("DELETE", &[], "").await.0, 405);
}
