//! A built server, which any number of sessions share.

use std::sync::Arc;

use mcp_model::{Implementation, ServerCapabilities};

use crate::{
    Lists, Outbox, ServerBuilder, Session, Steps, ToolService, builder::Settings, registry::Registry, steps::Opening,
};

/// A server: handlers, middleware and capabilities, ready for any number of sessions.
///
/// ```
/// use mcp_model::Implementation;
/// use mcp_reference_server::{Server, tool};
///
/// let server = Server::builder(Implementation::new("clock", "1.0.0"))
///     .tool(tool("tick").run(|_| async { "tock" }))
///     .build()?;
/// # Ok::<(), mcp_reference_server::BuildError>(())
/// ```
pub struct Server<C = ()>(Arc<Parts<C>>);

pub(crate) struct Parts<C> {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) steps: Steps<C>,
    pub(crate) settings: Settings,
    pub(crate) registry: Registry<C>,
    pub(crate) lists: Lists,
    pub(crate) capabilities: Arc<ServerCapabilities>,
    pub(crate) stack: ToolService<C>,
}

impl Server {
    /// Begins a server that introduces itself with `info`; its sessions have no context of their own.
    pub fn builder(info: Implementation) -> ServerBuilder {
        ServerBuilder::new(info, Steps::new())
    }
}

impl<C> Server<C> {
    pub(crate) fn parts(&self) -> &Parts<C> {
        &self.0
    }
}

impl<C: Send + Sync + 'static> Server<C> {
    /// Begins a server whose sessions each have a context that these steps make.
    pub fn builder_with(info: Implementation, steps: Steps<C>) -> ServerBuilder<C> {
        ServerBuilder::new(info, steps)
    }

    pub(crate) fn new(parts: Parts<C>) -> Self {
        Self(Arc::new(parts))
    }

    /// What the server declares in `initialize`.
    pub fn capabilities(&self) -> &ServerCapabilities {
        &self.0.capabilities
    }

    /// The server's lists, to show and hide entries and to tell of updates from outside of a request.
    pub fn lists(&self) -> Lists {
        self.0.lists.clone()
    }

    /// Opens a session for a transport: what the client sends goes into it, what it should get comes out of
    /// the [`Outbox`]. [`Server::serve`] does this for a pair of byte streams.
    pub fn session(&self, opening: Opening) -> (Session<C>, Outbox) {
        Session::open(self.clone(), opening)
    }
}

impl<C> Clone for Server<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}
