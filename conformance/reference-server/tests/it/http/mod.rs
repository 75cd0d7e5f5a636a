//! Streamable HTTP as clients see it.

mod authorization;
mod statuses;
mod streams;
mod tasks;
mod web;

use std::sync::Arc;

use mcp_model::Implementation;
use mcp_reference_server::{List, Server, ToolCall, resource, tool};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// A server whose tools echo, work in two steps (the second when `go` lets them), and ask for roots.
fn server(go: &Arc<Semaphore>) -> Server {
    let go = Arc::clone(go);
    let work = tool("work").run_with(move |_, call: ToolCall| {
        let go = Arc::clone(&go);
        async move {
            call.cx.client.progress(1.0, None, "begun").await;
            go.acquire().await.expect("it is never closed").forget();
            call.cx.client.progress(2.0, None, "done").await;
            call.cx.lists.show(List::Resources, "test://hidden");
            "worked"
        }
    });
    let roots = tool("roots").run_with(|_, call: ToolCall| async move {
        call.cx.client.list_roots().await.map(|listed| listed.roots.len().to_string())
    });
    let echo = tool("echo").run(|_| async { "echo" });
    let hidden = resource("hidden", "test://hidden").hidden().read(|| async { "found" });
    let builder = Server::builder(Implementation::new("test", "1")).message_limit(4096);
    builder.tool(work).tool(roots).tool(echo).resource(hidden).build().expect("sound")
}

/// The same, with nothing to wait for.
fn idle() -> Server {
    server(&Arc::new(Semaphore::new(0)))
}

fn call(id: u64, name: &str) -> Value {
    let params = json!({"name": name, "_meta": {"progressToken": id}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

fn ping() -> Value {
    json!({"jsonrpc": "2.0", "id": "ping", "method": "ping"})
}
