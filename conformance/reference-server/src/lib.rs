//! A small MCP server that is right on purpose: typed handlers, middleware and customizers on the wire types of
//! [`mcp_model`]. It is the built-in target of the conformance suite, and a library for servers of your own.
//!
//! # A whole tool
//!
//! What a tool says of itself, what it takes and gives, and what it does, in one place:
//!
//! ```
//! use mcp_model::{Hint, Icon, Implementation, Metadata, ToolExecution};
//! use mcp_reference_server::{Failure, Server, tool};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct DeleteRequest {
//!     /// The user's id.
//!     id: u64,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! struct DeleteResponse {
//!     deleted: bool,
//! }
//!
//! let brand = Metadata::new()
//!     .title("Delete user")
//!     .icons([Icon::png("https://example.com/delete.png", ["48x48"])])
//!     .meta("com.example/team", "accounts");
//! let delete_user = tool("delete_user")
//!     .metadata(&brand)
//!     .description("Deletes a user for good.")
//!     .annotations([Hint::Destroy, Hint::ClosedWorld])
//!     .execution(ToolExecution::task_forbidden())
//!     .meta("com.example/audited", true)
//!     .input::<DeleteRequest>()
//!     .output::<DeleteResponse>()
//!     .run(|request| async move {
//!         if request.id == 0 {
//!             return Err(Failure::from("user 0 cannot be deleted; name another"));
//!         }
//!         Ok(DeleteResponse { deleted: true })
//!     });
//! let server = Server::builder(Implementation::new("accounts", "1.0.0")).tool(delete_user).build()?;
//!
//! // Any pair of byte streams carries a session; standard input and output are one such pair.
//! let input = concat!(
//!     r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
//!     r#""capabilities":{},"clientInfo":{"name":"example","version":"1"}}}"#, "\n",
//!     r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "\n",
//!     r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, "\n",
//! );
//! let mut output = Vec::new();
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! runtime.block_on(server.serve(input.as_bytes(), &mut output))?;
//!
//! let answers: Vec<serde_json::Value> =
//!     output.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
//! assert_eq!(answers[1]["result"], serde_json::json!(
//! {
//!   "tools": [
//!     {
//!       "name": "delete_user",
//!       "title": "Delete user",
//!       "description": "Deletes a user for good.",
//!       "icons": [{"src": "https://example.com/delete.png", "mimeType": "image/png", "sizes": ["48x48"]}],
//!       "inputSchema": {
//!         "title": "DeleteRequest",
//!         "type": "object",
//!         "properties": {"id": {"description": "The user's id.", "type": "integer", "minimum": 0}},
//!         "required": ["id"]
//!       },
//!       "execution": {"taskSupport": "forbidden"},
//!       "outputSchema": {
//!         "title": "DeleteResponse",
//!         "type": "object",
//!         "properties": {"deleted": {"type": "boolean"}},
//!         "required": ["deleted"]
//!       },
//!       "annotations": {"readOnlyHint": false, "destructiveHint": true, "openWorldHint": false},
//!       "_meta": {"com.example/team": "accounts", "com.example/audited": true}
//!     }
//!   ]
//! }
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What else there is
//!
//! - [`resource`], [`resource_template`] and [`prompt`] begin the other three kinds of handler.
//! - Any [`tower::Layer`] round tool calls is a middleware, of one tool or of the whole server: [`ToolCall`].
//! - A [`Customizer`] enriches descriptors and capabilities when the server is built.
//! - A handler may tell and ask the [`Client`] things while it works.
//! - A tool whose [`execution`](ToolBuilder::execution) allows it runs as a task where the client asks for that: what the
//!   handler does is the same, and what it tells and asks names the task. A [`ClientTask`] is the other way round.
//! - [`Steps`] make a context for each session, which every handler and middleware sees.
//! - [`Server::serve`] carries a session over byte streams, [`Server::serve_http`] any number of them over HTTP;
//!   [`Server::session`] is for other transports.
//! - [`fault`] makes servers and clients that are wrong on purpose.
//! - [`catalogue`] is a small believable server, ready-made; [`official`] has what the official suite asks for.
//!
//! The folder `examples` has one program for each seam: `audit_trail`, `progress_token`, `limits` and `tracing_span` for
//! middleware, `apps` for customizers, `stdio` for a whole server.
//!
//! Requests run concurrently. A handler that panics fails its own request only. Arguments are held against the
//! tool's input schema, and structured results against its output schema, in JSON Schema 2020-12 unless the
//! schema names another dialect (draft 4, 6, 7 and 2019-09 are known).

mod answer;
mod arguments;
mod assemble;
mod build_error;
mod builder;
mod capabilities;
pub mod catalogue;
mod client;
mod completion;
mod contents;
mod cursor;
mod customize;
pub mod fault;
mod http;
mod in_flight;
mod incoming;
mod initialize;
mod lines;
mod lists;
mod message;
mod middleware;
mod offer;
pub mod official;
mod origin;
mod outbox;
mod outcome;
mod peer;
mod prompt;
mod protocol_error;
mod questions;
mod refusal;
mod registry;
mod request_context;
mod resource;
mod resource_template;
mod schema;
mod serve;
mod server;
mod session;
mod shared_service;
mod steps;
mod task;
mod tool;
mod uri_template;
mod validation;

pub use arguments::Arguments;
pub use build_error::BuildError;
pub use builder::ServerBuilder;
pub use client::{Client, ClientError, ClientTask};
pub use contents::IntoContents;
pub use customize::{Customizer, Draft, ToolDraft};
pub use http::HttpOptions;
pub use lists::{List, Lists};
pub use middleware::{ToolCall, ToolService};
pub use origin::Origin;
pub use outbox::{About, Outbox, Outgoing};
pub use outcome::{Failure, IntoToolResult, ToolError, Untyped};
pub use prompt::{IntoPrompt, PromptBuilder, PromptHandler, prompt};
pub use protocol_error::ProtocolError;
pub use refusal::Refusal;
pub use request_context::RequestContext;
pub use resource::{ResourceBuilder, ResourceHandler, resource};
pub use resource_template::{ResourceTemplateBuilder, ResourceTemplateHandler, resource_template};
pub use server::Server;
pub use session::Session;
pub use steps::{Opening, Steps};
pub use tool::{NoArguments, ToolBuilder, ToolHandler, tool};
