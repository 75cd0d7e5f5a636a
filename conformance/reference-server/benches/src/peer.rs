//! The echo tool on rmcp's server.

use std::sync::Arc;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use tokio::net::TcpListener;

use super::{Case, Failed};

/// What is said.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Said {
    /// The text that comes back.
    text: String,
}

#[derive(Clone)]
struct Echo {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Echo {
    #[tool(description = "Says it back.")]
    fn echo(&self, Parameters(said): Parameters<Said>) -> String {
        said.text
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Echo {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

pub async fn serve(listener: TcpListener, case: &Case) -> Result<(), Failed> {
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(case.sessions).with_json_response(case.json);
    let tool_router = Echo::tool_router();
    let echo = move || Ok(Echo { tool_router: tool_router.clone() });
    let service = StreamableHttpService::new(echo, Arc::<LocalSessionManager>::default(), config);
    let router = axum::Router::new().nest_service("/mcp", service);
    // As this server does it: an event is small and shall not wait.
    let listener = axum::serve::ListenerExt::tap_io(listener, |connection| {
        let _refused = connection.set_nodelay(true).is_err();
    });
    Ok(axum::serve(listener, router).await?)
}
