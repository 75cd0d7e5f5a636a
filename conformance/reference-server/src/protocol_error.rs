//! Errors of the protocol, and how they travel through middleware.

use mcp_model::{
    ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, JsonObject, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND,
};
use tower::BoxError;

/// An error of the protocol as Rust's own error type, for middleware and handlers: it reaches the client as
/// it is, while any other error becomes an internal one without its text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct ProtocolError(pub ErrorObject);

impl From<ErrorObject> for ProtocolError {
    fn from(error: ErrorObject) -> Self {
        Self(error)
    }
}

/// What the client is told of an error that came through middleware.
pub(crate) fn revealed(error: &BoxError) -> ErrorObject {
    match error.downcast_ref::<ProtocolError>() {
        Some(ProtocolError(error)) => error.clone(),
        None => internal(),
    }
}

pub(crate) fn internal() -> ErrorObject {
    ErrorObject::new(INTERNAL_ERROR, "internal error")
}

pub(crate) fn invalid_params(message: impl Into<String>) -> ErrorObject {
    ErrorObject::new(INVALID_PARAMS, message)
}

pub(crate) fn invalid_request(message: impl Into<String>) -> ErrorObject {
    ErrorObject::new(INVALID_REQUEST, message)
}

pub(crate) fn method_not_found(method: &str) -> ErrorObject {
    ErrorObject::new(METHOD_NOT_FOUND, format!("unknown method: {method}"))
}

pub(crate) fn resource_not_found(uri: &str) -> ErrorObject {
    let data = JsonObject::new().with("uri", uri);
    ErrorObject::new(RESOURCE_NOT_FOUND, "resource not found").data(data)
}
