//! What is special to Streamable HTTP.

use serde_json::{Value, json};

use super::session::{Session, message};
use super::{calls, features};
use crate::wire::Gone;
use crate::wire::http::Change;

/// A session id that no server gave.
const SESSION: &str = "mcp-conformance-no-such-session";

/// A page that no server lets in.
const FOREIGN: &str = "http://mcp-conformance.invalid";

/// Requests whose headers are not as they should be, or do not matter. The body of each is a ping.
const HEADERS: [Change<'_>; 8] = [
    ("Origin", Some(FOREIGN)),
    ("MCP-Protocol-Version", Some("no-version")),
    ("MCP-Protocol-Version", Some("1999-01-01")),
    ("MCP-Protocol-Version", None),
    ("Content-Type", Some("text/plain")),
    ("Content-Type", Some("application/json; charset=utf-8")),
    ("Accept", Some("application/json")),
    ("Accept", None),
];

/// Pings with other headers than a client should send.
pub(super) async fn headers(session: &mut Session) -> Result<(), Gone> {
    for change in HEADERS {
        post(session, &[change]).await;
    }
    let Some(http) = session.http() else { return Ok(()) };
    if http.session().is_some() {
        post(session, &[("MCP-Session-Id", None)]).await;
        post(session, &[("MCP-Session-Id", Some(SESSION))]).await;
    }
    session.ping().await.map(drop)
}

/// GET in place of POST, and bodies that ask for nothing.
pub(super) async fn methods(session: &mut Session) -> Result<(), Gone> {
    let (patience, quiet) = (session.options.patience.answer, session.options.patience.quiet);
    session.capabilities = super::capabilities();
    session.handshake().await?;
    session.ping().await?;
    let Some(http) = session.http() else { return Ok(()) };
    http.raw("POST", &[], Some(r#"{"jsonrpc":"2.0","id":"never-asked","result":{}}"#), patience).await;
    http.raw("POST", &[], Some(r#"{"jsonrpc":"2.0","method":"notifications/mcp-conformance/none"}"#), patience).await;
    let last = http.last_event_id();
    let last = last.as_deref().map(|last| [("Last-Event-ID", Some(last))]);
    // What is served stays open; one wait is enough for all.
    tokio::join!(
        http.raw("GET", &[("MCP-Protocol-Version", Some("no-version"))], None, quiet),
        http.raw("GET", &[("Origin", Some(FOREIGN))], None, quiet),
        http.raw("GET", &[], None, quiet),
        async {
            if let Some(last) = &last {
                http.raw("GET", last, None, quiet).await;
            }
        },
    );
    session.ping().await.map(drop)
}

/// Two calls at once while two streams listen, and one whose stream breaks after its first event and is taken up again.
pub(super) async fn streams(session: &mut Session) -> Result<(), Gone> {
    let (answer, call_patience) = (session.options.patience.answer, session.options.patience.call);
    session.capabilities = super::capabilities();
    session.handshake().await?;
    features::logging(session).await?;
    let (method, params) = call(session);
    session.listen_again();
    let mut ids = Vec::new();
    for token in ["stream-1", "stream-2"] {
        let id = session.take_id();
        session.post(&id, method, Some(with(&params, token))).await?;
        ids.push(id);
    }
    session.until(call_patience, |session| ids.iter().all(|id| session.has_answered(id))).await?;
    session.ping().await?;
    let id = session.take_id();
    let body = message(Some(&id), method, Some(with(&params, "stream-3")));
    if let Some(http) = session.http() {
        http.broken(&body, answer).await;
    }
    session.ping().await.map(drop)
}

/// A call that may be made, of a tool that says something beside its answer where there is one; else a list or a ping.
fn call(session: &Session) -> (&'static str, Value) {
    let plan = calls::plan(&session.server.tools, &session.options);
    let talks = |planned: &&calls::Planned| {
        session.tried.iter().any(|tried| tried.name == planned.tool.as_str() && tried.heard.asked.is_empty())
    };
    let planned = || plan.iter().filter(|planned| planned.decision.is_ok());
    match planned().find(talks).or_else(|| planned().next()) {
        Some(planned) => ("tools/call", json!({"name": planned.tool, "arguments": planned.arguments().first()})),
        None if session.server.declares("tools") => ("tools/list", json!({})),
        None => ("ping", json!({})),
    }
}

fn with(params: &Value, token: &str) -> Value {
    let mut params = params.clone();
    params["_meta"] = json!({"progressToken": token});
    params
}

/// Ends the session, and goes on as if it had not.
pub(super) async fn ended(session: &mut Session) -> Result<(), Gone> {
    let patience = session.options.patience.answer;
    session.handshake().await?;
    session.ping().await?;
    let Some(http) = session.http().filter(|http| http.session().is_some()) else { return Ok(()) };
    if http.raw("DELETE", &[], None, patience).await.is_some_and(|status| status < 300) {
        post(session, &[]).await;
    }
    Ok(())
}

async fn post(session: &mut Session, changes: &[Change<'_>]) {
    let (id, patience) = (session.take_id(), session.options.patience.answer);
    if let Some(http) = session.http() {
        http.raw("POST", changes, Some(&message(Some(&id), "ping", None)), patience).await;
    }
}
