//! A server that only serves who knows its token.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization>

use std::{future::ready, sync::Arc};

use axum::http::{HeaderMap, HeaderValue, header::AUTHORIZATION, request::Parts};

use super::protected_resource::{self, SCOPE};
use crate::{Opening, Refusal, Steps};

impl<C: Send + 'static> Steps<C> {
    /// Adds a check that refuses every HTTP request without this bearer token, with a challenge that names the server's
    /// metadata; [`HttpOptions::authorization_server`](crate::HttpOptions::authorization_server) says what is in it.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#access-token-usage>
    pub fn require_bearer(self, token: impl Into<Arc<str>>) -> Self {
        let token = token.into();
        self.check(move |opening: Arc<Opening>| {
            let http = opening.http.as_deref();
            ready(http.map_or(Ok(()), |parts| check(parts, &token)))
        })
    }
}

fn check(parts: &Parts, token: &str) -> Result<(), Refusal> {
    match bearer(&parts.headers) {
        Some(given) if is_same(given, token.as_bytes()) => Ok(()),
        Some(_) => Err(refusal(parts, "the token is not valid", ", error=\"invalid_token\"")),
        None => Err(refusal(parts, "bring a token in the header Authorization: Bearer …", "")),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.as_bytes().split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

/// Takes as long for any two of one length, so that no time tells how much of a guess is right.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

fn refusal(parts: &Parts, why: &str, error: &str) -> Refusal {
    let metadata = protected_resource::url(parts);
    let challenge = HeaderValue::try_from(format!("Bearer resource_metadata=\"{metadata}\", scope=\"{SCOPE}\"{error}"));
    Refusal::unauthorized(why, challenge.unwrap_or(HeaderValue::from_static("Bearer")))
}
