//! Middleware: in which order it runs, what it sees, and what becomes of its errors.

use std::{
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::Duration,
};

use crate::support::Talk;
use futures_util::future::BoxFuture;
use mcp_model::{CallToolResult, ErrorObject, Implementation};
use mcp_reference_server::{ProtocolError, Server, ServerBuilder, ToolCall, tool};
use serde_json::json;
use tower::{
    BoxError, Layer, Service,
    layer::layer_fn,
    limit::{ConcurrencyLimitLayer, RateLimitLayer},
    service_fn,
    timeout::TimeoutLayer,
};

type Log = Arc<Mutex<Vec<String>>>;

/// Notes when a request comes and when its response leaves.
#[derive(Clone)]
struct Note(&'static str, Log);

#[derive(Clone)]
struct Noting<S>(S, Note);

impl<S> Layer<S> for Note {
    type Service = Noting<S>;

    fn layer(&self, inner: S) -> Noting<S> {
        Noting(inner, self.clone())
    }
}

impl<S> Service<ToolCall> for Noting<S>
where
    S: Service<ToolCall, Response = CallToolResult>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = CallToolResult;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<CallToolResult, S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, call: ToolCall) -> Self::Future {
        let Note(name, log) = self.1.clone();
        note(&log, &format!("{name} in"));
        let answer = self.0.call(call);
        Box::pin(async move {
            let answer = answer.await;
            note(&log, &format!("{name} out"));
            answer
        })
    }
}

fn note(log: &Log, text: &str) {
    log.lock().expect("not poisoned").push(text.to_owned());
}

fn server() -> ServerBuilder {
    Server::builder(Implementation::new("test", "1"))
}

#[tokio::test]
async fn the_first_registered_is_outermost_and_the_servers_wrap_the_tools() {
    let log = Log::default();
    let noted = Arc::clone(&log);
    let handler = tool("t").layer(Note("c", Arc::clone(&log))).layer(Note("d", Arc::clone(&log))).run(move |_| {
        note(&noted, "handler");
        async { "done" }
    });
    let server = server().layer(Note("a", Arc::clone(&log))).tool(handler).layer(Note("b", Arc::clone(&log)));
    let mut talk = Talk::open(server.build().expect("sound")).await;
    talk.call("t", json!({})).await;
    let expected = ["a in", "b in", "c in", "d in", "handler", "d out", "c out", "b out", "a out"];
    assert_eq!(*log.lock().expect("not poisoned"), expected);
}

#[tokio::test]
async fn middleware_runs_after_the_tool_is_found_and_before_arguments_are_decoded() {
    let log = Log::default();
    let handler = tool("t").layer(Note("tool", Arc::clone(&log))).run(|_| async { "done" });
    let server = server().tool(handler).layer(Note("server", Arc::clone(&log)));
    let mut talk = Talk::open(server.build().expect("sound")).await;
    let unknown = talk.request("tools/call", json!({"name": "other"})).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(log.lock().expect("not poisoned").is_empty());
    let misfit = talk.call("t", json!({"surplus": 1})).await;
    assert_eq!(misfit["isError"], true);
    let expected = ["server in", "tool in", "tool out", "server out"];
    assert_eq!(*log.lock().expect("not poisoned"), expected);
}

#[tokio::test]
async fn middleware_sees_the_request_and_the_tool_and_decorates_the_response() {
    let audit = layer_fn(|inner: mcp_reference_server::ToolService<()>| {
        service_fn(move |call: ToolCall| {
            let mut inner = inner.clone();
            let trail = json!({
                "tool": call.request.name,
                "title": call.tool.title,
                "arguments": call.request.arguments,
                "asked": call.request.meta,
                "session": call.cx.session_id.as_deref(),
            });
            async move {
                let result = inner.call(call).await?;
                Ok::<_, BoxError>(result.meta("com.example/audit", trail))
            }
        })
    });
    let handler = tool("t").title("T").run(|_| async { "done" });
    let mut talk = Talk::open(server().layer(audit).tool(handler).build().expect("sound")).await;
    let params = json!({"name": "t", "arguments": {}, "_meta": {"com.example/who": "me"}});
    let response = talk.request("tools/call", params).await;
    let expected = json!({"com.example/audit": {
        "tool": "t", "title": "T", "arguments": {}, "asked": {"com.example/who": "me"}, "session": null,
    }});
    assert_eq!(response["result"]["_meta"], expected, "the request's own _meta is not echoed");
}

async fn error_of(error: BoxError) -> serde_json::Value {
    let error = Arc::new(Mutex::new(Some(error)));
    let refuse = layer_fn(move |_: mcp_reference_server::ToolService<()>| {
        let error = Arc::clone(&error);
        service_fn(move |_: ToolCall| {
            let error = error.lock().expect("not poisoned").take().expect("called once");
            async move { Err::<CallToolResult, _>(error) }
        })
    });
    let handler = tool("t").run(|_| async { "done" });
    let mut talk = Talk::open(server().layer(refuse).tool(handler).build().expect("sound")).await;
    let params = json!({"name": "t"});
    talk.request("tools/call", params).await["error"].clone()
}

#[tokio::test]
async fn an_error_of_the_protocol_is_told_and_any_other_is_hidden() {
    let told = error_of(ProtocolError(ErrorObject::new(-32050, "come back later")).into()).await;
    assert_eq!(told, json!({"code": -32050, "message": "come back later"}));
    let hidden = error_of("the password is swordfish".into()).await;
    assert_eq!(hidden, json!({"code": -32603, "message": "internal error"}));
}

#[tokio::test(start_paused = true)]
async fn towers_own_layers_are_middleware() {
    let slow = || {
        tool("slow").run(|_| async {
            tokio::time::sleep(Duration::from_mins(1)).await;
            "done"
        })
    };
    let timed = server().layer(TimeoutLayer::new(Duration::from_secs(1))).tool(slow());
    let mut talk = Talk::open(timed.build().expect("sound")).await;
    let response = talk.request("tools/call", json!({"name": "slow"})).await;
    assert_eq!(response["error"]["code"], -32603);
    // Neither needs to be Clone to be a middleware.
    let limited = server()
        .layer(ConcurrencyLimitLayer::new(1))
        .layer(RateLimitLayer::new(1, Duration::from_millis(1)))
        .tool(tool("fast").run(|_| async { "done" }));
    let mut talk = Talk::open(limited.build().expect("sound")).await;
    for _ in 0..3 {
        assert_eq!(talk.call("fast", json!({})).await["content"][0]["text"], "done");
    }
}

#[tokio::test(start_paused = true)]
async fn a_concurrency_limit_of_the_server_counts_all_tools_together() {
    let running = Arc::new(Mutex::new((0, 0)));
    let counted = |name: &str| {
        let running = Arc::clone(&running);
        tool(name).run(move |_| {
            let running = Arc::clone(&running);
            async move {
                {
                    let mut now = running.lock().expect("not poisoned");
                    now.0 += 1;
                    now.1 = now.1.max(now.0);
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
                running.lock().expect("not poisoned").0 -= 1;
                "done"
            }
        })
    };
    let server = server().layer(ConcurrencyLimitLayer::new(2)).tool(counted("one")).tool(counted("two"));
    let mut talk = Talk::open(server.build().expect("sound")).await;
    let mut ids = Vec::new();
    for name in ["one", "two", "one", "two", "one"] {
        ids.push(talk.ask("tools/call", json!({"name": name})).await);
    }
    for _ in ids {
        assert_eq!(talk.hear().await["result"]["content"][0]["text"], "done");
    }
    assert_eq!(running.lock().expect("not poisoned").1, 2);
}
