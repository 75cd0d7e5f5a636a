//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements>

use super::challenge::{Challenge, refusals_on};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, HttpExchange, Transcript};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

rules! { "authorization";
    /// Where a 401 names the metadata, a client fetches them from there.
    ///
    /// Clients break this by going to the well-known place always. It is judged where the metadata lie on the same server,
    /// and the client fetched any.
    Must client_follows_the_challenge binds Client on Http since V2025_06_18
        cites ["authorization-client-prm-header-first", "authorization-client-use-prm"]
        = "basic/authorization#protected-resource-metadata-discovery-requirements";

    /// Otherwise a client tries the place under the endpoint's path, then the root.
    ///
    /// Clients break this by trying the root first, or alone.
    Must client_tries_the_path_before_the_root binds Client on Http since V2025_11_25
        cites ["authorization-client-prm-fallback-order", "authorization-client-prm-both-mechanisms"]
        = "basic/authorization#protected-resource-metadata-discovery-requirements";
}

/// Each 401 with the metadata requests that followed it.
fn followed(t: &Transcript) -> Vec<(Challenge<'_>, Vec<HttpExchange<'_>>)> {
    let on = |connection| -> Vec<_> {
        let connection: &Connection = connection;
        let first = refusals_on(connection, 401).into_iter().next();
        first
            .map(|challenge| {
                let mut later = connection.every_http();
                later.retain(|other| other.event.seq > challenge.response.event.seq && other.method == "GET");
                later.retain(|other| other.place() != challenge.exchange.place());
                (challenge, later)
            })
            .into_iter()
            .collect()
    };
    t.connections().flat_map(on).collect()
}

/// The path of an address.
fn path(address: &str) -> Option<&str> {
    let rest = address.split_once("://")?.1;
    Some(rest.find('/').map_or("/", |at| &rest[at..]))
}

fn client_follows_the_challenge(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client fetched metadata after a 401 that named them");
    for (challenge, later) in followed(t) {
        let Some(named) = challenge.parameter("resource_metadata").and_then(path) else { continue };
        let Some(first) = later.iter().find(|other| other.path == named || other.path.contains(WELL_KNOWN)) else {
            continue;
        };
        let why = (first.path != named).then(|| format!("it fetches {}, not {named}", first.path));
        seen.judge([challenge.response.event, first.event], why);
    }
    seen
}

fn client_tries_the_path_before_the_root(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client looked for metadata after a 401 that did not name them");
    for (challenge, later) in followed(t) {
        let own = format!("{WELL_KNOWN}{}", challenge.exchange.place());
        let looks = challenge.parameter("resource_metadata").is_none() && own != WELL_KNOWN;
        let first = later.iter().find(|other| other.path.contains(WELL_KNOWN));
        let Some(first) = first.filter(|_| looks && !own.ends_with("resource/")) else { continue };
        let why = (first.path != own).then(|| format!("it tries {} before {own}", first.path));
        seen.judge([challenge.response.event, first.event], why);
    }
    seen
}
