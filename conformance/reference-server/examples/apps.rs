//! An "apps" extension, which gives tools a user interface: it stamps `_meta.ui` on a tool (which page shows
//! its results) and on that page (what it may load), and declares itself. It knows the core only through
//! customizers, and the core knows nothing of it.
//!
//! `cargo run -p mcp-reference-server --example apps` prints the lists.

use std::error::Error;

use mcp_model::{Implementation, Json, JsonObject, Map, Resource, ServerCapabilities};
use mcp_reference_server::{BuildError, Customizer, Draft, Server, ToolDraft, resource, tool};
use serde_json::json;

const PAGE: &str = "ui://weather/map";
/// What the client says.
pub(crate) const CONVERSATION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"resources/list"}
"#;

/// Marks a tool whose results the page at this URI shows.
struct ShownBy(&'static str);

/// Marks a page that may load from these origins.
struct Loads(&'static [&'static str]);

/// The extension.
struct Apps;

impl Apps {
    const NAME: &str = "com.example/apps";
    const PAGE_TYPE: &str = "text/html;profile=mcp-app";
}

impl Customizer for Apps {
    fn tool(&self, draft: &mut ToolDraft<'_, ()>) {
        if let Some(ShownBy(page)) = draft.origin.marker() {
            let ui: Json = json!({"resourceUri": page}).into();
            draft.descriptor.meta.get_or_insert_default().insert("ui", ui);
        }
    }

    fn resource(&self, draft: &mut Draft<'_, Resource>) {
        if let Some(Loads(origins)) = draft.origin.marker() {
            let ui: Json = json!({"csp": {"resourceDomains": origins}}).into();
            draft.descriptor.meta.get_or_insert_default().insert("ui", ui);
            draft.descriptor.mime_type = Some(Self::PAGE_TYPE.to_owned());
        }
    }

    fn capabilities(&self, capabilities: &mut ServerCapabilities) {
        let settings = JsonObject::new().with("mimeTypes", json!([Self::PAGE_TYPE]));
        capabilities.experimental.get_or_insert_with(Map::new).insert(Self::NAME, settings);
    }
}

/// The server.
pub(crate) fn server() -> Result<Server, BuildError> {
    let weather = tool("get_weather").title("Weather").marker(ShownBy(PAGE)).run(|_| async { "Sunny." });
    let page = resource("weather-map", PAGE)
        .title("Weather map")
        .marker(Loads(&["https://tiles.example.com"]))
        .read(|| async { "<!doctype html><title>Weather</title>" });
    Server::builder(Implementation::new("weather", "1.0.0")).tool(weather).resource(page).customizer(Apps).build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server()?.serve(CONVERSATION.as_bytes(), tokio::io::stdout()).await?;
    Ok(())
}
