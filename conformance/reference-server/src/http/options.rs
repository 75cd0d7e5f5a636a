//! How a server is offered over HTTP.

/// How a server is offered over HTTP.
///
/// As it is, it serves the path `/mcp`, keeps sessions, and lets in whoever calls it by a name of this machine to itself or
/// by the address that it listens on.
#[derive(Debug, Clone)]
pub struct HttpOptions {
    pub(super) path: String,
    pub(super) stateless: bool,
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
    pub(super) authorization_servers: Vec<String>,
}

impl HttpOptions {
    /// The options as they are by default.
    pub fn new() -> Self {
        let (hosts, origins, authorization_servers) = Default::default();
        Self { path: "/mcp".to_owned(), stateless: false, hosts, origins, authorization_servers }
    }

    /// The path of the endpoint, which begins with a slash.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Keeps no sessions (by default they are kept). Each request then has a context of its own, nothing can be asked of
    /// the client, and no stream can be resumed.
    pub fn stateless(mut self, stateless: bool) -> Self {
        self.stateless = stateless;
        self
    }

    /// Lets the server also be called by this name, which has no port.
    pub fn allow_host(mut self, name: impl Into<String>) -> Self {
        self.hosts.push(name.into());
        self
    }

    /// Lets pages of this origin, such as `https://app.example`, use the server. Pages of the server's own hosts may.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Tells clients without a token to get one from this authorization server, by its issuer's URL: the server then has
    /// metadata as a protected resource. [`Steps::require_bearer`](crate::Steps::require_bearer) demands the token.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#authorization-server-location>
    pub fn authorization_server(mut self, issuer: impl Into<String>) -> Self {
        self.authorization_servers.push(issuer.into());
        self
    }
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self::new()
    }
}
