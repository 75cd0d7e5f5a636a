//! Under which names the server may be called, and from which pages: what keeps foreign pages in a browser from talking
//! to a server on the same machine. <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning>

use std::net::SocketAddr;

use axum::http::{
    HeaderMap, StatusCode, Uri,
    header::{HOST, ORIGIN},
    uri::Authority,
};

use super::{HttpOptions, refused::Refused};

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Under which names the server may be called, and from which pages.
pub(super) struct Hosts {
    names: Vec<String>,
    origins: Vec<String>,
}

impl Hosts {
    /// The names of this machine to itself, the address that is listened on, and what the options add.
    pub(super) fn new(address: SocketAddr, options: &HttpOptions) -> Self {
        let own = if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() };
        let names = LOOPBACK.map(str::to_owned).into_iter().chain([own]);
        Self { names: names.chain(options.hosts.iter().cloned()).collect(), origins: options.origins.clone() }
    }

    /// Refuses a request for another host, or from a page of another host.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        let mut hosts = headers.get_all(HOST).iter().map(|host| host.to_str().unwrap_or_default());
        let named = uri.authority().is_none_or(|authority| self.knows(authority));
        if !named || !hosts.all(|host| host.parse().is_ok_and(|host| self.knows(&host))) {
            return Err(Refused::new(StatusCode::FORBIDDEN, "the header Host does not name this server"));
        }
        let mut origins = headers.get_all(ORIGIN).iter().map(|origin| origin.to_str().unwrap_or_default());
        if !origins.all(|origin| self.lets_in(origin)) {
            return Err(Refused::new(StatusCode::FORBIDDEN, "pages of this Origin may not use the server"));
        }
        Ok(())
    }

    fn lets_in(&self, origin: &str) -> bool {
        let is_listed = self.origins.iter().any(|known| known.eq_ignore_ascii_case(origin));
        is_listed || origin.parse::<Uri>().is_ok_and(|uri| uri.authority().is_some_and(|page| self.knows(page)))
    }

    fn knows(&self, authority: &Authority) -> bool {
        self.names.iter().any(|name| name.eq_ignore_ascii_case(authority.host()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(options: &HttpOptions, name: &'static str, value: &str) -> bool {
        let hosts = Hosts::new(([10, 0, 0, 7], 80).into(), options);
        let value = value.parse().expect("a header");
        let headers = HeaderMap::from_iter([(name.parse().expect("a name"), value)]);
        hosts.check(&Uri::from_static("/mcp"), &headers).is_ok()
    }

    #[test]
    fn only_known_hosts_and_their_pages_are_let_in() {
        let none = HttpOptions::new();
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:80", "10.0.0.7"] {
            assert!(status(&none, "host", host) && status(&none, "origin", &format!("http://{host}")), "{host}");
        }
        for host in ["", "rebound.example", "127.0.0.1.rebound.example", "localhost@rebound.example", "10.0.0.8", "a b"]
        {
            assert!(!status(&none, "host", host) && !status(&none, "origin", &format!("http://{host}")), "{host}");
        }
        assert!(!status(&none, "origin", "null"));
    }

    #[test]
    fn more_can_be_let_in() {
        let more = HttpOptions::new().allow_host("mcp.example").allow_origin("https://app.example");
        assert!(status(&more, "host", "mcp.example:443") && status(&more, "origin", "https://app.example"));
        assert!(!status(&more, "host", "app.example") && !status(&more, "origin", "https://other.example"));
    }
}
