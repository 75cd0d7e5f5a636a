//! Why a session is not opened, or a request not served.

use axum::http::{HeaderValue, StatusCode};
use mcp_model::ErrorObject;

use crate::protocol_error::invalid_request;

/// A step's refusal to open a session or to serve a request.
///
/// Without a status the client gets the error as the answer to `initialize`; with one, over HTTP, as the body of a response
/// of that status.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Refusal {
    /// What the client is told.
    pub error: ErrorObject,
    /// The status over HTTP.
    pub status: Option<StatusCode>,
    /// The header `WWW-Authenticate` over HTTP, which says how to be let in.
    pub challenge: Option<HeaderValue>,
}

impl Refusal {
    /// A refusal that tells the client this error.
    pub fn new(error: ErrorObject) -> Self {
        Self { error, status: None, challenge: None }
    }

    /// The refusal of a request that does not say well who it comes from: over HTTP, 401 with this challenge.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#error-handling>
    pub fn unauthorized(why: impl Into<String>, challenge: HeaderValue) -> Self {
        let (status, challenge) = (Some(StatusCode::UNAUTHORIZED), Some(challenge));
        Self { error: invalid_request(why), status, challenge }
    }

    /// The refusal of a request that comes from somebody who may not do this: over HTTP, 403 with this challenge.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#error-handling>
    pub fn forbidden(why: impl Into<String>, challenge: HeaderValue) -> Self {
        let (status, challenge) = (Some(StatusCode::FORBIDDEN), Some(challenge));
        Self { error: invalid_request(why), status, challenge }
    }
}
