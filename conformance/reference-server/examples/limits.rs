//! Tower's own layers as middleware: a limit on concurrent calls for the whole server, and a timeout for one
//! tool, whose error is turned into one that the model can read.
//!
//! `cargo run -p mcp-reference-server --example limits` prints the conversation's answers.

use std::{error::Error, time::Duration};

use mcp_model::{CallToolResult, Implementation};
use mcp_reference_server::{BuildError, Server, tool};
use tower::{BoxError, ServiceBuilder, limit::ConcurrencyLimitLayer, timeout::error::Elapsed};

/// What the client says.
pub(crate) const CONVERSATION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"snail"}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"hare"}}
"#;

/// An elapsed timeout becomes a tool error; without this it would be an internal error without a text.
fn explained(result: Result<CallToolResult, BoxError>) -> Result<CallToolResult, BoxError> {
    match result {
        Err(error) if error.is::<Elapsed>() => {
            Ok(CallToolResult::new(["The snail took too long; ask the hare."]).is_error(true))
        }
        other => other,
    }
}

/// The server.
pub(crate) fn server() -> Result<Server, BuildError> {
    let patience = ServiceBuilder::new().map_result(explained).timeout(Duration::from_millis(20));
    let snail = tool("snail").layer(patience.into_inner()).run(|_| async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        "I am there."
    });
    let hare = tool("hare").run(|_| async { "I am there." });
    Server::builder(Implementation::new("race", "1.0.0"))
        .layer(ConcurrencyLimitLayer::new(8))
        .tool(snail)
        .tool(hare)
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server()?.serve(CONVERSATION.as_bytes(), tokio::io::stdout()).await?;
    Ok(())
}
