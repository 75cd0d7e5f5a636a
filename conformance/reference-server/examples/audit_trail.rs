//! Middleware that leaves an audit trail in every response's `_meta`.
//!
//! `cargo run -p mcp-reference-server --example audit_trail` prints the conversation's answers.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use mcp_model::{Implementation, JsonObject};
use mcp_reference_server::{BuildError, Server, ToolCall, ToolService, tool};
use tower::{BoxError, Layer, Service, layer::layer_fn, service_fn};

/// What the client says.
pub(crate) const CONVERSATION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greet","_meta":{"com.example/user":"ada"}}}
"#;

/// Numbers the calls, and tells in the response who asked for which tool. The request's `_meta` and the
/// response's are two things: nothing is echoed unless the middleware does so.
fn audit_trail() -> impl Layer<
    ToolService<()>,
    Service: Service<ToolCall, Response = mcp_model::CallToolResult, Error = BoxError, Future: Send> + Send,
> + Send
+ Sync {
    let count = Arc::new(AtomicU64::new(1));
    layer_fn(move |inner: ToolService<()>| {
        let count = Arc::clone(&count);
        service_fn(move |call: ToolCall| {
            let user = call.request.meta.as_ref().and_then(|meta| meta.extra.get("com.example/user").cloned());
            let entry = JsonObject::new()
                .with("number", count.fetch_add(1, Ordering::Relaxed).to_string())
                .with("tool", call.tool.display_name())
                .with("user", user.unwrap_or("nobody".into()));
            let mut inner = inner.clone();
            async move { Ok(inner.call(call).await?.meta("com.example/audit", entry)) }
        })
    })
}

/// The server.
pub(crate) fn server() -> Result<Server, BuildError> {
    let greet = tool("greet").title("Greet").run(|_| async { "Hello!" });
    Server::builder(Implementation::new("audited", "1.0.0")).layer(audit_trail()).tool(greet).build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server()?.serve(CONVERSATION.as_bytes(), tokio::io::stdout()).await?;
    Ok(())
}
