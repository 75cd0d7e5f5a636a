//! Middleware that reads the progress token of a request and uses it: every call tells when it starts and
//! when it is done, whatever the tool itself does.
//!
//! `cargo run -p mcp-reference-server --example progress_token` prints the conversation's answers.

use std::error::Error;

use mcp_model::Implementation;
use mcp_reference_server::{BuildError, Server, ToolCall, ToolService, tool};
use tower::{BoxError, Service, layer::layer_fn, service_fn};

/// What the client says.
pub(crate) const CONVERSATION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bake","_meta":{"progressToken":"oven-1"}}}
"#;

/// The server.
pub(crate) fn server() -> Result<Server, BuildError> {
    let milestones = layer_fn(|inner: ToolService<()>| {
        service_fn(move |call: ToolCall| {
            let mut inner = inner.clone();
            async move {
                let client = call.cx.client.clone();
                let Some(token) = client.progress_token() else {
                    return inner.call(call).await;
                };
                client.progress(0.0, Some(1.0), format!("{} starts, as {token}", call.tool.display_name())).await;
                let result = inner.call(call).await?;
                client.progress(1.0, Some(1.0), "done").await;
                Ok::<_, BoxError>(result)
            }
        })
    });
    let bake = tool("bake").title("Bake").run_with(|_, call: ToolCall| async move {
        call.cx.client.progress(0.5, Some(1.0), "half baked").await;
        "A loaf of bread."
    });
    Server::builder(Implementation::new("bakery", "1.0.0")).layer(milestones).tool(bake).build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server()?.serve(CONVERSATION.as_bytes(), tokio::io::stdout()).await?;
    Ok(())
}
