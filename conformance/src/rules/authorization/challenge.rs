//! What a server says in `WWW-Authenticate`.

use crate::transcript::{Connection, HttpExchange, HttpResponse, Transcript};

/// A refusal with what it says about credentials.
pub(super) struct Challenge<'t> {
    pub(super) exchange: HttpExchange<'t>,
    pub(super) response: HttpResponse<'t>,
    /// The header; empty where there is none.
    pub(super) said: String,
}

impl Challenge<'_> {
    /// Whether the scheme is Bearer.
    pub(super) fn is_bearer(&self) -> bool {
        let said = self.said.to_ascii_lowercase();
        said.split([' ', ',', '\t']).any(|word| word == "bearer")
    }

    /// The value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let folded = self.said.to_ascii_lowercase();
        let at = folded.match_indices(name).map(|(at, _)| at).find(|&at| {
            let stands_alone = !folded[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            stands_alone && folded[at + name.len()..].trim_start().starts_with('=')
        })?;
        let value = self.said[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        Some(match value.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap_or_default(),
            None => value.split([',', ' ']).next().unwrap_or_default(),
        })
    }

    /// Whether the request brought credentials.
    pub(super) fn had_credentials(&self) -> bool {
        self.exchange.headers.has("authorization")
    }
}

/// Every refusal of that status by the endpoint.
pub(super) fn refusals(t: &Transcript, status: u16) -> impl Iterator<Item = Challenge<'_>> {
    t.connections().flat_map(move |connection| refusals_on(connection, status))
}

/// Every refusal of that status by the endpoint, on one connection.
pub(super) fn refusals_on(connection: &Connection, status: u16) -> Vec<Challenge<'_>> {
    let all = connection.http().into_iter();
    all.filter_map(|exchange| {
        let response = exchange.response.filter(|response| response.status == status)?;
        let said = response.headers.get("www-authenticate").unwrap_or_default();
        Some(Challenge { exchange, response, said })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::Challenge;
    use crate::transcript::{Event, Header, Transcript, What};

    #[test]
    fn parameters_are_read_quoted_and_bare() {
        let said = "Bearer error=invalid_token, resource_metadata=\"https://s.test/a\", Scope = \"a b\"";
        let events = [
            What::HttpRequest { method: "GET".to_owned(), path: "/mcp".to_owned(), headers: Vec::new() },
            What::HttpResponse { status: 401, headers: vec![("WWW-Authenticate".to_owned(), said.to_owned())] },
        ];
        let event = |(seq, what)| Event { seq, at: std::time::Duration::ZERO, conn: 1, http: Some(1), what };
        let t = Transcript::new(Header::default(), (1..).zip(events).map(event));
        let challenge: Challenge<'_> = super::refusals(&t, 401).next().unwrap();
        assert!(challenge.is_bearer() && !challenge.had_credentials());
        assert_eq!(challenge.parameter("error"), Some("invalid_token"));
        assert_eq!(challenge.parameter("resource_metadata"), Some("https://s.test/a"));
        assert_eq!(challenge.parameter("scope"), Some("a b"));
        assert_eq!(challenge.parameter("realm"), None);
    }
}
