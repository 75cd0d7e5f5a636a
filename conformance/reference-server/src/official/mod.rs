//! What the official conformance suite asks for by name.
//! <https://github.com/modelcontextprotocol/conformance>

mod contents;
mod elicitation;
mod prompts;
mod resources;
mod telling;

use mcp_model::Implementation;

use crate::{Server, ServerBuilder};

/// A server with every tool, resource and prompt that the official suite asks for by name, and nothing else.
///
/// # Panics
///
/// Never; that it can be built is tested.
pub fn official() -> Server {
    builder().build().expect("the fixtures are sound")
}

/// The same server before it is built.
pub fn builder() -> ServerBuilder {
    let info = Implementation::new("official-fixtures", env!("CARGO_PKG_VERSION"));
    let server = Server::builder(info).instructions("Everything here is for the official conformance suite.");
    let server = elicitation::add(telling::add(contents::add(server)));
    prompts::add(resources::add(server))
}
