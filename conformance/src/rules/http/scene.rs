//! What is wrong with an HTTP request, as far as a recording can tell: a status says something about one fault only where
//! the request has no other.

use crate::revision::Revision;
use crate::transcript::{Assumption, Connection, HttpExchange, HttpResponse, Message, Transcript};

/// Something about a request for which a server may refuse it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Fault {
    /// An `Origin` that nobody allowed: outside of the allowed ones, or under a name reserved for examples.
    ForeignOrigin,
    /// An `Origin` of which nothing is known.
    OtherOrigin,
    /// A version header that is no date.
    MalformedVersion,
    /// A version header naming a revision that the server cannot have.
    UnknownVersion,
    /// A version header naming another revision than the negotiated one.
    OtherVersion,
    /// Sent before the handshake of a connection that was recorded from its start.
    Early,
    /// No session id where one was given.
    MissingSession,
    /// The id of a session that has ended.
    EndedSession,
    /// A session id that was never given.
    UnknownSession,
    /// An `Accept`, a content type or a body that is not as it has to be.
    Form,
}

/// One connection over HTTP, and what is known about it.
pub(in crate::rules) struct Scene<'t> {
    /// The exchanges with the endpoint, in order.
    pub(in crate::rules) exchanges: Vec<HttpExchange<'t>>,
    connection: &'t Connection,
    whole: &'t Transcript,
    issued: Vec<(u64, &'t str)>,
    ended: Vec<(u64, &'t str)>,
}

/// Every connection that speaks Streamable HTTP.
pub(in crate::rules) fn scenes(t: &Transcript) -> impl Iterator<Item = Scene<'_>> {
    t.connections().map(|connection| Scene::new(connection, t)).filter(|scene| !scene.exchanges.is_empty())
}

impl<'t> Scene<'t> {
    fn new(connection: &'t Connection, whole: &'t Transcript) -> Self {
        let exchanges = connection.http();
        let issued = exchanges.iter().filter(|exchange| exchange.is_initialize());
        let issued = issued.filter_map(|exchange| Some((exchange.response?.event.seq, exchange.issued_session()?)));
        let deleted = exchanges.iter().filter(|exchange| exchange.method == "DELETE");
        let deleted = deleted.filter_map(|exchange| {
            let response = exchange.response.filter(HttpResponse::is_success)?;
            Some((response.event.seq, exchange.session()?))
        });
        let assumed = assumptions(whole).filter_map(|assumption| match assumption {
            Assumption::EndedSession(id) => Some((0, &**id)),
            _ => None,
        });
        let (issued, ended) = (issued.collect(), deleted.chain(assumed).collect());
        Self { exchanges, connection, whole, issued, ended }
    }

    /// The session ids given so far.
    pub(in crate::rules) fn issued_before(&self, seq: u64) -> impl Iterator<Item = &'t str> {
        self.issued.iter().filter(move |(at, _)| *at < seq).map(|(_, id)| *id)
    }

    /// Whether that session is known to have ended before.
    pub(in crate::rules) fn has_ended(&self, id: &str, seq: u64) -> bool {
        self.ended.iter().any(|(at, ended)| *at < seq && *ended == id)
    }

    /// Whether a 404 may mean that the server ended the session: no later request of it was served.
    pub(in crate::rules) fn may_have_ended(&self, exchange: &HttpExchange<'_>) -> bool {
        let goes_on = |later: &HttpExchange<'_>| {
            later.event.seq > exchange.event.seq
                && later.session() == exchange.session()
                && later.response.is_some_and(|response| response.is_success())
        };
        exchange.session().is_some() && !self.exchanges.iter().any(goes_on)
    }

    /// The faults of a request.
    pub(in crate::rules) fn faults(&self, exchange: &HttpExchange<'_>) -> Vec<Fault> {
        let form = (!is_well_formed(exchange)).then_some(Fault::Form);
        [self.origin(exchange), self.version(exchange), self.session(exchange), form].into_iter().flatten().collect()
    }

    /// Whether the credentials are known to be valid, so that a refusal has nothing to do with them.
    pub(in crate::rules) fn is_authorized(&self) -> bool {
        assumptions(self.whole).any(|assumption| *assumption == Assumption::ValidCredentials(true))
    }

    /// Whether a refusal may have reasons that no recording shows: credentials, load, a gateway.
    pub(in crate::rules) fn is_beside_the_point(&self, status: u16) -> bool {
        matches!(status, 407 | 408 | 413 | 421 | 429 | 431 | 502..=504)
            || matches!(status, 401 | 403) && !self.is_authorized()
    }

    fn origin(&self, exchange: &HttpExchange<'_>) -> Option<Fault> {
        let origin = exchange.headers.get("origin")?;
        let allowed = assumptions(self.whole).find_map(|assumption| match assumption {
            Assumption::AllowedOrigins(all) => Some(all),
            _ => None,
        });
        match allowed {
            Some(all) if all.iter().any(|one| one.eq_ignore_ascii_case(&origin)) => None,
            Some(_) => Some(Fault::ForeignOrigin),
            None if is_reserved(&origin) => Some(Fault::ForeignOrigin),
            None => Some(Fault::OtherOrigin),
        }
    }

    fn version(&self, exchange: &HttpExchange<'_>) -> Option<Fault> {
        let version = exchange.headers.get("mcp-protocol-version")?;
        if !is_date(&version) {
            return Some(Fault::MalformedVersion);
        }
        if self.is_unknown(&version) {
            return Some(Fault::UnknownVersion);
        }
        (self.connection.revision().is_some_and(|negotiated| negotiated != version)).then_some(Fault::OtherVersion)
    }

    /// Whether the recording says that the server supports that revision.
    pub(in crate::rules) fn supports(&self, version: &str) -> bool {
        self.supported().is_some_and(|all| all.iter().any(|one| one == version))
    }

    fn supported(&self) -> Option<&'t [String]> {
        assumptions(self.whole).find_map(|assumption| match assumption {
            Assumption::SupportedRevisions(all) => Some(&**all),
            _ => None,
        })
    }

    fn is_unknown(&self, version: &str) -> bool {
        let out_of_time = version < Revision::V2024_11_05.as_str() || version > "2050";
        self.supported().map_or(out_of_time, |_| !self.supports(version))
    }

    fn is_early(&self, seq: u64) -> bool {
        let greeted = self.connection.handshake().is_some_and(|handshake| handshake.answer.seq < seq);
        self.connection.is_from_the_start() && !greeted
    }

    fn session(&self, exchange: &HttpExchange<'_>) -> Option<Fault> {
        let seq = exchange.event.seq;
        match exchange.session() {
            Some(id) if self.has_ended(id, seq) => Some(Fault::EndedSession),
            Some(id) if self.issued_before(seq).any(|issued| issued == id) => None,
            Some(_) => Some(Fault::UnknownSession),
            None if exchange.is_initialize() => None,
            None if self.is_early(seq) => Some(Fault::Early),
            None => self.issued_before(seq).next().map(|_| Fault::MissingSession),
        }
    }
}

fn assumptions(t: &Transcript) -> impl Iterator<Item = &Assumption> {
    t.connections().flat_map(Connection::assumptions)
}

/// Whether the name is one of those that are reserved for examples and tests, so that no server can have been told of it.
fn is_reserved(origin: &str) -> bool {
    let host = origin.split("://").nth(1).unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host).to_ascii_lowercase();
    [".example", ".invalid", ".test"].iter().any(|end| host.ends_with(end))
}

fn is_date(version: &str) -> bool {
    let shape = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    version.len() == 10 && version.bytes().enumerate().all(shape)
}

fn is_well_formed(exchange: &HttpExchange<'_>) -> bool {
    let accepts = |name: &str| exchange.headers.media_types("accept").iter().any(|listed| listed == name);
    match exchange.method {
        "POST" => {
            accepts("application/json")
                && accepts("text/event-stream")
                && exchange.headers.media_types("content-type") == ["application/json"]
                && exchange.message().is_some_and(is_message)
        }
        "GET" => accepts("text/event-stream") && !exchange.headers.has("last-event-id"),
        _ => true,
    }
}

fn is_message(message: &Message) -> bool {
    let is_one = message.is_notification() || message.is_response() || message.is_request() && message.id().is_some();
    is_one && message.value["jsonrpc"] == "2.0"
}
