//! Requests that are not served.

use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{ALLOW, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use mcp_model::ErrorObject;

use crate::{message, protocol_error::invalid_request};

/// Why a request is not served: a status, and an error that answers no request in particular.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    error: ErrorObject,
    allow: Option<HeaderValue>,
}

impl Refused {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self::with(status, invalid_request(why))
    }

    pub(super) fn with(status: StatusCode, error: ErrorObject) -> Self {
        Self { status, error, allow: None }
    }

    pub(super) fn method(allowed: &'static str) -> Self {
        let allow = Some(HeaderValue::from_static(allowed));
        Self { allow, ..Self::new(StatusCode::METHOD_NOT_ALLOWED, format!("only {allowed} is served here")) }
    }

    pub(super) fn no_session() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is no such session (any more); begin anew with initialize")
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = message::complaint(self.error);
        let mut response = (self.status, [(CONTENT_TYPE, "application/json")], body).into_response();
        if let Some(allow) = self.allow {
            response.headers_mut().insert(ALLOW, allow);
        }
        response
    }
}
