//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#token-requirements>

use super::challenge::refusals_on;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Transcript};

rules! { "authorization";
    /// A client puts its token into the header, never into the address.
    ///
    /// Addresses are written down everywhere. Clients break this with `access_token` in the query.
    Must client_keeps_tokens_out_of_the_query binds Client on Http since V2025_03_26
        cites ["authorization-token-not-in-query", "authorization-client-bearer-header"]
        = "basic/authorization#token-requirements";

    /// A client that is authorized says so with every request.
    ///
    /// Also within a session. Clients break this by forgetting the header on GET or DELETE.
    Must client_authorizes_every_request binds Client on Http since V2025_03_26
        cites ["authorization-client-every-request"] = "basic/authorization#token-requirements";

    /// A client does not repeat what was refused with 401.
    ///
    /// It fetches a token first. Clients break this by trying the same again, with the same credentials or none. A third try
    /// without anything in between is taken as a sign.
    Must client_heeds_401 binds Client on Http since V2025_03_26
        cites ["authorization-client-handle-401", "authorization-client-parse-challenge"]
        = "basic/authorization#protected-resource-metadata-discovery-requirements";
}

fn client_keeps_tokens_out_of_the_query(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request brought credentials");
    for exchange in t.http() {
        let query = exchange.path.split_once('?').map_or("", |(_, query)| query).to_ascii_lowercase();
        let names = query.split('&').filter_map(|pair| pair.split('=').next());
        let has_token = names.into_iter().any(|name| matches!(name, "access_token" | "bearer_token" | "id_token"));
        if has_token || exchange.headers.has("authorization") {
            seen.judge([exchange.event], has_token.then_some("the address holds a token"));
        }
    }
    seen
}

fn client_authorizes_every_request(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request brought credentials that were accepted");
    for connection in t.connections() {
        let all = connection.http();
        let accepted = all.iter().position(|exchange| {
            exchange.headers.has("authorization") && exchange.response.is_some_and(|response| response.is_success())
        });
        for exchange in accepted.into_iter().flat_map(|first| &all[first..]) {
            let why = (!exchange.headers.has("authorization")).then_some("`Authorization` is missing");
            seen.judge([exchange.event], why);
        }
    }
    seen
}

fn client_heeds_401(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was refused with 401 and followed by anything");
    for connection in t.connections() {
        for challenge in refusals_on(connection, 401) {
            let mut later =
                connection.every_http().into_iter().filter(|other| other.event.seq > challenge.response.event.seq);
            let mut repeats = Vec::new();
            for exchange in later.by_ref().take(2) {
                let again = exchange.path == challenge.exchange.path
                    && exchange.headers.get("authorization") == challenge.exchange.headers.get("authorization")
                    && exchange.message().map(|message| (message.method(), message.params()))
                        == challenge.exchange.message().map(|message| (message.method(), message.params()));
                repeats.extend(again.then_some(exchange.event.seq));
            }
            let why = (repeats.len() == 2).then_some("the same is tried again and again");
            if goes_on(connection, challenge.response.event.seq) {
                seen.judge(std::iter::once(challenge.response.event.seq).chain(repeats), why);
            }
        }
    }
    seen
}

fn goes_on(connection: &Connection, seq: u64) -> bool {
    connection.every_http().iter().any(|exchange| exchange.event.seq > seq)
}
