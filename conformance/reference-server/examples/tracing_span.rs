//! Middleware that puts a `tracing` span round every call, so that whatever happens in it is told together.
//!
//! `cargo run -p mcp-reference-server --example tracing_span` prints the answers, and the events on standard
//! error, where a server over standard output may log.

use std::error::Error;

use mcp_model::Implementation;
use mcp_reference_server::{BuildError, Server, ToolCall, ToolService, tool};
use tower::{Service, layer::layer_fn, service_fn};
use tracing::{Instrument, info, info_span};

/// What the client says.
pub(crate) const CONVERSATION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greet"}}
"#;

/// The server.
pub(crate) fn server() -> Result<Server, BuildError> {
    let spans = layer_fn(|inner: ToolService<()>| {
        service_fn(move |call: ToolCall| {
            let span = info_span!("tools/call", tool = call.request.name, session = call.cx.session_id.as_deref());
            let mut inner = inner.clone();
            let work = async move {
                let result = inner.call(call).await;
                info!(failed = result.as_ref().map_or(true, |result| result.is_error == Some(true)), "called");
                result
            };
            work.instrument(span)
        })
    });
    let greet = tool("greet").run(|_| async {
        info!("greeting");
        "Hello!"
    });
    Server::builder(Implementation::new("traced", "1.0.0")).layer(spans).tool(greet).build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    server()?.serve(CONVERSATION.as_bytes(), tokio::io::stdout()).await?;
    Ok(())
}
