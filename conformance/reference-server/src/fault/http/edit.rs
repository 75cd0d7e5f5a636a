//! What is changed in HTTP messages, and in streams.

use std::collections::BTreeMap;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::Value;

use crate::fault::reference::AtHand;

/// What is changed in an HTTP message.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::fault) struct HttpEdit {
    method: Option<String>,
    path: Option<String>,
    status: Option<u16>,
    /// Null removes one.
    headers: BTreeMap<String, Value>,
    /// A text as it is, any other value as JSON.
    body: Option<Value>,
}

/// What is changed in a stream of events as a whole.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::fault) struct StreamEdit {
    /// The text of its first event, which has no data.
    pub(super) opening: Option<String>,
    /// The stream ends after so many messages.
    pub(super) cut: Option<usize>,
    /// The stream does not end by itself.
    pub(super) linger: bool,
    /// The fields of each of its events; null removes one.
    pub(super) event: BTreeMap<String, Option<String>>,
}

impl StreamEdit {
    /// Takes over what another fault asks for.
    pub(super) fn extend(&mut self, other: &Self) {
        self.opening = other.opening.clone().or(self.opening.take());
        self.cut = other.cut.or(self.cut);
        self.linger |= other.linger;
        self.event.extend(other.event.clone());
    }
}

impl HttpEdit {
    /// Changes the head of a request.
    pub(super) fn apply_to_request(&self, parts: &mut Parts, at_hand: AtHand<'_>) {
        if let Some(method) = self.method.as_ref().and_then(|method| method.parse().ok()) {
            parts.method = method;
        }
        if let Some(path) = self.path.as_ref().and_then(|path| path.parse().ok()) {
            parts.uri = path;
        }
        self.change(&mut parts.headers, at_hand);
    }

    /// Changes a response.
    pub(super) fn apply(&self, mut response: Response, at_hand: AtHand<'_>) -> Response {
        if let Some(status) = self.status.and_then(|status| StatusCode::from_u16(status).ok()) {
            *response.status_mut() = status;
        }
        if let Some(text) = self.text() {
            *response.body_mut() = Body::from(text);
        }
        self.change(response.headers_mut(), at_hand);
        response
    }

    /// A response of its own.
    pub(super) fn respond(&self, at_hand: AtHand<'_>) -> Response {
        self.apply(StatusCode::OK.into_response(), at_hand)
    }

    /// The body, where it is another.
    pub(super) fn text(&self) -> Option<String> {
        self.body.as_ref().map(|body| body.as_str().map_or_else(|| body.to_string(), str::to_owned))
    }

    fn change(&self, headers: &mut HeaderMap, at_hand: AtHand<'_>) {
        for (name, value) in &self.headers {
            let (Ok(name), Some(value)) = (name.parse::<HeaderName>(), at_hand.resolve(value)) else { continue };
            headers.remove(&name);
            let value = value.as_str().and_then(|value| HeaderValue::from_bytes(value.as_bytes()).ok());
            headers.extend(value.map(|value| (name, value)));
        }
    }
}
