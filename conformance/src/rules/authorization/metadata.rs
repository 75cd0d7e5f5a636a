//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#authorization-server-location>

use serde_json::Value;

use super::challenge::refusals_on;
use crate::prose::uri;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, HttpExchange, Transcript, value};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

rules! { "authorization";
    /// A protected server lets its metadata be found.
    ///
    /// Either the 401 names the address in `resource_metadata`, or the document lies at the well-known place: under the path
    /// of the endpoint, or at the root. Servers with a fixed token break this by saying nothing but 401, or by naming an address
    /// where nothing lies. Without the header it is judged where both places were tried.
    Must metadata_can_be_found on Http since V2025_06_18
        cites [
            "authorization-prm-discovery-mechanism", "authorization-prm-implemented", "authorization-http-conform",
        ] = "basic/authorization#protected-resource-metadata-discovery-requirements";

    /// The metadata name at least one authorization server.
    ///
    /// Servers break this by leaving `authorization_servers` out where they issue the tokens themselves, or with an empty
    /// list.
    Must metadata_name_authorization_servers on Http since V2025_06_18
        cites ["authorization-prm-authorization-servers"] = "basic/authorization#authorization-server-location";

    /// The metadata name the resource by a URI with a scheme and no fragment.
    ///
    /// Servers break this with a bare host name, or by leaving `resource` out, so that no token can be asked for it.
    Must metadata_name_the_resource on Http since V2025_06_18
        cites ["authorization-uri-valid-form", "authorization-prm-implemented"]
        = "basic/authorization#canonical-server-uri";

    /// The resource is written without a slash at the end.
    ///
    /// Libraries for URLs add one to a bare origin; clients then ask for a token for another resource.
    Should resource_has_no_trailing_slash on Http since V2025_06_18
        cites ["authorization-uri-no-trailing-slash"] = "basic/authorization#canonical-server-uri";
}

fn is_well_known(exchange: &HttpExchange<'_>) -> bool {
    exchange.method == "GET" && exchange.place().contains(WELL_KNOWN)
}

/// The document that an exchange brought.
fn document(exchange: &HttpExchange<'_>) -> Option<Value> {
    let (_, text) = exchange.answer.filter(|_| exchange.response.is_some_and(|response| response.is_success()))?;
    value::parse(text.bytes()).ok().filter(Value::is_object)
}

/// Every metadata document, with the exchange that brought it.
fn documents(t: &Transcript) -> impl Iterator<Item = (HttpExchange<'_>, Value)> {
    let all = t.connections().flat_map(Connection::every_http).filter(is_well_known);
    all.filter_map(|exchange| {
        let document = document(&exchange)?;
        Some((exchange, document))
    })
}

fn metadata_can_be_found(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was refused with 401, or the well-known places were not tried");
    let tried: Vec<_> = t.connections().flat_map(Connection::every_http).filter(is_well_known).collect();
    let found = tried.iter().any(|exchange| document(exchange).is_some());
    for connection in t.connections() {
        for challenge in refusals_on(connection, 401) {
            let places = [WELL_KNOWN.to_owned(), format!("{WELL_KNOWN}{}", challenge.exchange.place())];
            let both = places.iter().all(|place| tried.iter().any(|exchange| exchange.place() == place));
            let named = challenge.parameter("resource_metadata");
            let went = named.and_then(|named| fetched(connection, t, named));
            if let Some(went) = went.filter(|_| !found) {
                let shown = went.response.map_or(went.event, |response| response.event);
                seen.judge(
                    [challenge.response.event, went.event, shown],
                    document(&went).is_none().then_some("no metadata lie where the challenge says"),
                );
            } else if named.is_some() || found {
                seen.held();
            } else if both {
                seen.broken(
                    [challenge.exchange.event, challenge.response.event],
                    "neither the 401 nor a well-known place leads to the metadata",
                );
            }
        }
    }
    seen
}

/// What a client got at that address, where that is on this server and it went there.
fn fetched<'t>(connection: &Connection, t: &'t Transcript, address: &str) -> Option<HttpExchange<'t>> {
    let (origin, path) = parted(address)?;
    let here = connection.target().and_then(parted).map(|(origin, _)| origin);
    if !origin.is_empty() && here != Some(origin) {
        return None;
    }
    let mut all = t.connections().flat_map(Connection::every_http);
    all.find(|exchange| exchange.method == "GET" && exchange.path == path && exchange.response.is_some())
}

/// An address as its origin and its path; the origin may be left out.
fn parted(address: &str) -> Option<(&str, &str)> {
    let after = address.find("://").map_or(0, |at| at + 3);
    address.split_at_checked(after + address[after..].find('/')?)
}

fn each_document(t: &Transcript, judge: impl Fn(&Value) -> Option<String>) -> Observations {
    let mut seen = Observations::new("no metadata were asked for");
    for (exchange, document) in documents(t) {
        let shown = exchange.answer.map_or(exchange.event, |(event, _)| event);
        seen.judge([exchange.event, shown], judge(&document));
    }
    seen
}

fn metadata_name_authorization_servers(t: &Transcript) -> Observations {
    each_document(t, |document| {
        let servers = document["authorization_servers"].as_array().map(Vec::as_slice).unwrap_or_default();
        let odd = servers.iter().find(|server| server.as_str().is_none_or(|text| uri::url_fault(text).is_some()));
        match odd {
            Some(odd) => Some(format!("an authorization server is {odd}")),
            None => servers.is_empty().then(|| "`authorization_servers` names none".to_owned()),
        }
    })
}

fn metadata_name_the_resource(t: &Transcript) -> Observations {
    each_document(t, |document| {
        let Some(resource) = document["resource"].as_str() else { return Some("there is no `resource`".to_owned()) };
        let fault = uri::fault(resource).map(|why| format!("`resource` {why}"));
        fault.or_else(|| resource.contains('#').then(|| "`resource` has a fragment".to_owned()))
    })
}

fn resource_has_no_trailing_slash(t: &Transcript) -> Observations {
    each_document(t, |document| {
        let resource = document["resource"].as_str()?;
        let rest = resource.split_once("://")?.1;
        let bare = rest.strip_suffix('/').is_some_and(|host| !host.contains('/'));
        bare.then(|| format!("`resource` is {resource:?}"))
    })
}
