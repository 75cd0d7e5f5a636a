//! The echo tool on this server.

use mcp_model::Implementation;
use mcp_reference_server::{HttpOptions, Server, tool};
use tokio::net::TcpListener;

use super::{Case, Failed};

/// What is said.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Said {
    /// The text that comes back.
    text: String,
}

pub async fn serve(listener: TcpListener, case: &Case) -> Result<(), Failed> {
    let echo = tool("echo").description("Says it back.").input::<Said>().run(|said: Said| async move { said.text });
    let server: Server = Server::builder(Implementation::new("echo", "1.0.0")).tool(echo).build()?;
    let options = HttpOptions::new().stateless(!case.sessions);
    Ok(server.serve_http(listener, options, std::future::pending()).await?)
}
