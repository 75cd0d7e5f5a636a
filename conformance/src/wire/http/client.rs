//! The HTTP client, set up once for all connections.

use std::time::Duration;

use reqwest::Url;
use reqwest::redirect::Policy;

use crate::wire::endpoint::Endpoint;

/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Requests to one endpoint.
#[derive(Clone)]
pub(crate) struct Client {
    pub(super) inner: reqwest::Client,
    pub(super) endpoint: Endpoint,
}

impl Client {
    pub(crate) fn new(endpoint: &Endpoint) -> Result<Self, String> {
        // Somebody who uses this library may have chosen a provider already; then theirs is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder().redirect(Policy::none()).connect_timeout(CONNECT);
        if is_local(&endpoint.url) {
            builder = builder.no_proxy();
        }
        let inner = builder.build().map_err(|error| reason(&error))?;
        Ok(Self { inner, endpoint: endpoint.clone() })
    }
}

/// The innermost reason: the outer ones only say that a request failed.
pub(super) fn reason(error: &reqwest::Error) -> String {
    let mut inner: &dyn std::error::Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// Whether the address is this machine, which no proxy is asked for.
fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
