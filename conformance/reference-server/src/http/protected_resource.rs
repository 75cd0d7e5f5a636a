//! Where a client gets a token: the metadata of a protected resource, of RFC 9728.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#authorization-server-location>

use axum::{
    http::{
        Method,
        header::{CONTENT_TYPE, HOST},
        request::Parts,
        uri::Authority,
    },
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::HttpOptions;

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// The one scope there is: who has the token may do everything.
pub(super) const SCOPE: &str = "mcp";

/// The address of the metadata, as this request sees the server.
pub(super) fn url(parts: &Parts) -> String {
    format!("{}{WELL_KNOWN}{}", base(parts), parts.uri.path())
}

/// The metadata, where the request asks for it and there is any.
pub(super) fn response(parts: &Parts, options: &HttpOptions) -> Option<Response> {
    let below = parts.uri.path().strip_prefix(WELL_KNOWN)?;
    let asked = parts.method == Method::GET && (below.is_empty() || below == options.path);
    if !asked || options.authorization_servers.is_empty() {
        return None;
    }
    let metadata = json!({
        "resource": format!("{}{}", base(parts), options.path),
        "authorization_servers": options.authorization_servers,
        "bearer_methods_supported": ["header"],
        "scopes_supported": [SCOPE],
    });
    Some(([(CONTENT_TYPE, "application/json")], metadata.to_string()).into_response())
}

/// The server under the name by which it was called, which was checked.
fn base(parts: &Parts) -> String {
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| parts.uri.authority().map(Authority::as_str));
    format!("http://{}", host.unwrap_or("localhost"))
}
