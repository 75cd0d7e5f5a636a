//! The address of a server that is reached over HTTP.

use std::fmt;

use reqwest::Url;

use super::command::Command;

/// The MCP endpoint of a server, with what it takes to be let in.
///
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>
#[derive(Clone)]
pub struct Endpoint {
    pub(crate) url: Url,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) command: Option<Command>,
}

/// The text is no address of an MCP endpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no address such as http://localhost:3000/mcp: {1}")]
pub struct BadUrl(String, String);

/// The header cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the header `{0}` cannot be sent: a name is letters, digits and hyphens, and a value is one line of text")]
pub struct BadHeader(String);

impl Endpoint {
    /// The endpoint at that address.
    ///
    /// # Errors
    /// The text is no `http` or `https` address.
    pub fn new(url: &str) -> Result<Self, BadUrl> {
        let bad = |why: &str| BadUrl(url.to_owned(), why.to_owned());
        let parsed = Url::parse(url).map_err(|error| bad(&error.to_string()))?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return Err(bad("it has to begin with http:// or https://"));
        }
        Ok(Self { url: parsed, headers: Vec::new(), command: None })
    }

    /// Sends one more header with every request. Its value is taken for a secret: no recording holds it.
    ///
    /// # Errors
    /// The name or the value cannot stand in a header.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, BadHeader> {
        let fits = reqwest::header::HeaderName::from_bytes(name.as_bytes()).is_ok()
            && reqwest::header::HeaderValue::from_str(value).is_ok();
        if !fits {
            return Err(BadHeader(name.to_owned()));
        }
        self.headers.push((name.to_owned(), value.to_owned()));
        Ok(self)
    }

    /// Sends that bearer token with every request.
    ///
    /// # Errors
    /// The token cannot stand in a header.
    pub fn bearer(self, token: &str) -> Result<Self, BadHeader> {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    /// `host:port` of the server, unless it is spoken to under encryption.
    pub(crate) fn plain_address(&self) -> Option<String> {
        let plain = self.url.scheme() == "http";
        Some(format!("{}:{}", self.url.host_str()?, self.url.port_or_known_default()?)).filter(|_| plain)
    }

    /// Starts the server with a command, waits until it listens, and stops it at the end.
    #[must_use]
    pub fn started_by(mut self, command: Command) -> Self {
        self.command = Some(command);
        self
    }

    /// What no recording may hold: the values of headers, a password, and what stands in the query.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let headers = self.headers.iter().flat_map(|(_, value)| {
            let token = value.rsplit(' ').next().unwrap_or_default();
            [value.clone(), token.to_owned()]
        });
        let query = self.url.query_pairs().map(|(_, value)| value.into_owned());
        let raw =
            self.url.query().into_iter().flat_map(|query| query.split('&')).filter_map(|pair| pair.split_once('='));
        let command = self.command.iter().flat_map(Command::secrets);
        let password = self.url.password().map(str::to_owned);
        headers.chain(query).chain(raw.map(|(_, value)| value.to_owned())).chain(password).chain(command).collect()
    }
}

/// The address without a password.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = self.url.clone();
        let _ = shown.set_password(None);
        f.write_str(shown.as_str())
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endpoint({})", self.url.host_str().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::Endpoint;

    #[test]
    fn what_lets_in_is_secret() {
        let endpoint = Endpoint::new("https://me:pass%20word@example.com/mcp?key=abc%2Bdef&x").unwrap();
        let endpoint = endpoint.bearer("token-1").unwrap().header("X-Key", "key-value").unwrap();
        let secrets = endpoint.secrets();
        for secret in ["Bearer token-1", "token-1", "key-value", "abc+def", "abc%2Bdef", "pass%20word"] {
            assert!(secrets.iter().any(|text| text == secret), "{secret} is not in {secrets:?}");
        }
        assert!(!endpoint.to_string().contains("pass"));
        assert!(!format!("{endpoint:?}").contains("abc"));
    }

    #[test]
    fn what_cannot_be_sent_is_refused() {
        assert!(Endpoint::new("ftp://example.com").unwrap_err().to_string().contains("begin with http://"));
        assert!(Endpoint::new("localhost:3000").is_err());
        let endpoint = || Endpoint::new("http://localhost").unwrap();
        assert!(endpoint().header("X", "a\nb").is_err() && endpoint().header("a b", "c").is_err());
    }
}
