//! Requests that are not served.

use axum::{
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{ALLOW, CONTENT_TYPE, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use mcp_model::ErrorObject;

use crate::{Refusal, message, protocol_error::invalid_request};

/// Why a request is not served: a status, an error that answers no request in particular, and a header that says what
/// would be.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    error: ErrorObject,
    header: Option<Box<(HeaderName, HeaderValue)>>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let status = refusal.status.unwrap_or(StatusCode::FORBIDDEN);
        let header = refusal.challenge.map(|challenge| Box::new((WWW_AUTHENTICATE, challenge)));
        Self { status, error: refusal.error, header }
    }
}

impl Refused {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self::with(status, invalid_request(why))
    }

    pub(super) fn with(status: StatusCode, error: ErrorObject) -> Self {
        Self { status, error, header: None }
    }

    pub(super) fn method(allowed: &'static str) -> Self {
        let header = Some(Box::new((ALLOW, HeaderValue::from_static(allowed))));
        Self { header, ..Self::new(StatusCode::METHOD_NOT_ALLOWED, format!("only {allowed} is served here")) }
    }

    pub(super) fn no_session() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is no such session (any more); begin anew with initialize")
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = message::complaint(self.error);
        let mut response = (self.status, [(CONTENT_TYPE, "application/json")], body).into_response();
        response.headers_mut().extend(self.header.map(|header| *header));
        response
    }
}
