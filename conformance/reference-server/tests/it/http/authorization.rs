//! Who is let in.

use std::sync::Arc;

use axum::http::HeaderValue;
use mcp_model::Implementation;
use mcp_reference_server::{HttpOptions, Opening, Refusal, Server, Steps, ToolCall, tool};
use serde_json::{Value, json};

use super::{
    call, ping,
    web::{POST, Web, initialize},
};

const CHALLENGE: &str =
    r#"Bearer resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp", scope="mcp""#;

async fn guarded() -> Web {
    let steps = Steps::new().require_bearer("open sesame");
    let server = Server::builder_with(Implementation::new("test", "1"), steps).build().expect("sound");
    Web::start(server, HttpOptions::new().authorization_server("https://auth.example")).await
}

#[tokio::test]
async fn without_the_token_nothing_is_served() {
    let web = guarded().await;
    let hello = initialize("2025-11-25");
    for (token, more) in [(None, ""), (Some("Basic b3Blbg=="), ""), (Some("Bearer open"), r#", error="invalid_token""#)]
    {
        let headers: Vec<_> = POST.into_iter().chain(token.map(|token| ("Authorization", token))).collect();
        for (method, path) in [("POST", "/mcp"), ("GET", "/mcp"), ("DELETE", "/mcp")] {
            let refused = web.open(method, path, &headers, &hello).await;
            let challenge = format!("{CHALLENGE}{more}");
            assert_eq!((refused.status(), refused.header("www-authenticate")), (401, Some(&*challenge)));
        }
    }
    let token = ("Authorization", "bearer open sesame");
    let served = web.open("POST", "/mcp", &[POST[0], POST[1], token], &hello).await;
    assert_eq!(served.status(), 200);
    let session = served.header("mcp-session-id").expect("a session").to_owned();
    assert_eq!(web.post(&session, &ping()).await.0, 401, "the session's id proves nothing");
    let headers = [POST[0], POST[1], token, ("MCP-Session-Id", &session)];
    assert_eq!(web.send("POST", &headers, &ping().to_string()).await.0, 200);
}

#[tokio::test]
async fn the_metadata_say_where_to_get_a_token() {
    let web = guarded().await;
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let stream = web.open("GET", path, &[], "").await;
        assert_eq!((stream.status(), stream.header("content-type")), (200, Some("application/json")));
        let metadata: Value = serde_json::from_str(&stream.rest().await).expect("JSON");
        let servers = json!(["https://auth.example"]);
        assert_eq!(
            (&metadata["resource"], &metadata["authorization_servers"]),
            (&json!("http://localhost/mcp"), &servers)
        );
    }
    assert_eq!(web.open("GET", "/.well-known/oauth-protected-resource/other", &[], "").await.status(), 404);
    let open = Web::start(super::idle(), HttpOptions::new()).await;
    assert_eq!(open.open("GET", "/.well-known/oauth-protected-resource", &[], "").await.status(), 404);
}

#[tokio::test]
async fn steps_see_the_request_and_may_refuse_it() {
    let steps = Steps::new().then(|(), opening: Arc<Opening>| async move {
        let http = opening.http.as_ref().expect("this is HTTP");
        let user = http.headers.get("x-user").and_then(|user| user.to_str().ok());
        let challenge = HeaderValue::from_static("Bearer error=\"insufficient_scope\"");
        user.map(str::to_owned).ok_or_else(|| Refusal::forbidden("say who you are", challenge))
    });
    let whoami = tool("whoami").run_with(|_, call: ToolCall<String>| async move { call.cx.context.to_string() });
    let builder = Server::builder_with(Implementation::new("test", "1"), steps).tool(whoami);
    let server = builder.build().expect("sound");
    let web = Web::start(server.clone(), HttpOptions::new()).await;
    let refused = web.open("POST", "/mcp", &POST, &initialize("2025-11-25")).await;
    let challenge = Some("Bearer error=\"insufficient_scope\"");
    assert_eq!((refused.status(), refused.header("www-authenticate")), (403, challenge));
    assert!(refused.rest().await.contains("say who you are"));
    let web = Web::start(server, HttpOptions::new().stateless(true)).await;
    assert_eq!(web.send("POST", &POST, &call(1, "whoami").to_string()).await.0, 403);
    let (status, text) = web.send("POST", &[POST[0], POST[1], ("X-User", "ada")], &call(1, "whoami").to_string()).await;
    assert!(status == 200 && text.contains("ada"), "{text}");
}
