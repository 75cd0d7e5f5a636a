//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#token-handling>

use super::challenge::{Challenge, refusals};
use crate::rule::{Observations, rules};
use crate::transcript::{Assumption, Connection, HttpExchange, HttpResponse, Transcript};

rules! { "authorization";
    /// A protected server serves nobody with an invalid token.
    ///
    /// It is judged where the recording says that the credentials are invalid, and a 401 shows that the server asks for
    /// some. Servers break this by looking only whether there is a token, or by checking it after the request was handled.
    Must invalid_token_is_not_served on Http since V2025_03_26
        cites [
            "authorization-server-validate-token", "authorization-server-validate-before-processing",
            "authorization-server-no-unauthorized-data",
        ] = "basic/authorization#token-handling";

    /// An invalid token is refused with 401.
    ///
    /// Servers break this with 403, as if the token were good for something else, or with 500 when it cannot be read.
    Must invalid_token_gets_401 on Http since V2025_03_26
        cites ["authorization-server-invalid-token-401", "authorization-token-conform-oauth21-s5"]
        = "basic/authorization#token-handling";

    /// Who brings a bad token is told to bring a Bearer token.
    ///
    /// OAuth 2.1 asks for `WWW-Authenticate: Bearer` beside the 401, with an error such as `invalid_token`. Servers break
    /// this by sending a JSON body alone.
    Must invalid_token_is_challenged on Http since V2025_03_26
        cites ["authorization-server-error-oauth21-s53"] = "basic/authorization#token-handling";

    /// Credentials that cannot be read are refused.
    ///
    /// A request that says `Bearer` and no token is malformed, and gets 400; 401 is passed over. Servers break this with 500,
    /// because there is nothing behind the word, or by serving it. It is judged where a 401 shows that the server asks for
    /// credentials.
    Must malformed_credentials_are_refused on Http since V2025_03_26
        cites ["authorization-server-400-malformed"] = "basic/authorization#error-handling";

    /// Who brings no token is told so with 401.
    ///
    /// Servers break this by sending the client to a page to log in, or with 403 and a challenge.
    Must missing_token_gets_401 on Http since V2025_03_26
        cites ["authorization-server-401-required"] = "basic/authorization#error-handling";
}

/// The requests with credentials that are known to be invalid, to a server that asks for some.
fn invalid(t: &Transcript) -> impl Iterator<Item = (HttpExchange<'_>, HttpResponse<'_>)> {
    let protected = refusals(t, 401).next().is_some();
    let bad = |connection: &&Connection| {
        connection.assumptions().any(|assumption| *assumption == Assumption::ValidCredentials(false))
    };
    t.connections().filter(bad).filter(move |_| protected).flat_map(Connection::http).filter_map(|exchange| {
        let response =
            exchange.response.filter(|_| exchange.headers.has("authorization") && !is_malformed(&exchange))?;
        Some((exchange, response))
    })
}

/// Whether the request names a scheme and brings nothing with it.
fn is_malformed(exchange: &HttpExchange<'_>) -> bool {
    exchange.headers.get("authorization").is_some_and(|said| said.trim().eq_ignore_ascii_case("bearer"))
}

fn malformed_credentials_are_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request brought malformed credentials to a server that asks for some");
    let protected = refusals(t, 401).next().is_some();
    for exchange in t.http().filter(|exchange| protected && is_malformed(exchange)) {
        let Some(response) = exchange.response else { continue };
        let why = match response.status {
            200..=299 => Some("the request is served"),
            500..=599 => Some("the server fails over it"),
            _ => None,
        };
        seen.judge([exchange.event, response.event], why);
    }
    seen
}

const NONE: &str = "no request is known to have brought an invalid token";

fn invalid_token_is_not_served(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (exchange, response) in invalid(t) {
        let why = response.is_success().then_some("the request is served");
        seen.judge([exchange.event, response.event], why);
    }
    seen
}

fn invalid_token_gets_401(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (exchange, response) in invalid(t).filter(|(_, response)| !response.is_success()) {
        let beside = matches!(response.status, 405 | 429 | 502..=504);
        if !beside {
            let why = (response.status != 401).then(|| format!("the status is {}, not 401", response.status));
            seen.judge([exchange.event, response.event], why);
        }
    }
    seen
}

fn invalid_token_is_challenged(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no token was refused");
    for challenge in refusals(t, 401).filter(Challenge::had_credentials) {
        let why = (!challenge.is_bearer()).then_some("the 401 has no Bearer challenge");
        seen.judge([challenge.exchange.event, challenge.response.event], why);
    }
    seen
}

fn missing_token_gets_401(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was refused for lack of a token");
    for exchange in t.http().filter(|exchange| !exchange.headers.has("authorization")) {
        let Some(response) = exchange.response else { continue };
        let leads_away = (300..400).contains(&response.status) && response.headers.has("location");
        let challenges = response.headers.has("www-authenticate");
        let why = match response.status {
            401 => None,
            status if leads_away => Some(format!("the client is sent elsewhere with {status}")),
            403 if challenges && !exchange.headers.has("origin") => Some("the status is 403, not 401".to_owned()),
            _ => continue,
        };
        seen.judge([exchange.event, response.event], why);
    }
    seen
}
