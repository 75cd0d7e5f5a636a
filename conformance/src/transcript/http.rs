//! HTTP exchanges: a request, its response, and the messages and stream events that came with them.

use std::collections::BTreeMap;

use super::event::{Event, SseEvent, What};
use super::{Connection, Message, Party, Text};

/// Headers as they came.
#[derive(Debug, Clone, Copy)]
pub struct Headers<'t>(pub(super) &'t [(String, String)]);

impl Headers<'_> {
    /// The value of a header, whatever the case of its name; several are joined with a comma, as HTTP allows.
    pub fn get(&self, name: &str) -> Option<String> {
        let values: Vec<_> = self.all(name).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Whether the header is there.
    pub fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// Each value of a header, as it came.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The media types that a header names, in lower case and without parameters; what has the quality 0 is left out.
    pub fn media_types(&self, name: &str) -> Vec<String> {
        let whole = self.get(name).unwrap_or_default();
        whole.split(',').filter_map(media_type).collect()
    }
}

fn media_type(listed: &str) -> Option<String> {
    let mut parts = listed.split(';').map(|part| part.trim().to_ascii_lowercase());
    let name = parts.next().filter(|name| !name.is_empty())?;
    let mut refused =
        parts.filter_map(|part| Some(part.strip_prefix("q")?.trim_start().strip_prefix('=')?.trim().to_owned()));
    let is_zero = |quality: &String| quality.parse::<f32>().is_ok_and(|quality| quality <= 0.0);
    (!refused.any(|quality| is_zero(&quality))).then_some(name)
}

/// The status line and headers of a response.
#[derive(Debug, Clone, Copy)]
pub struct HttpResponse<'t> {
    /// The event that brought it.
    pub event: &'t Event,
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: Headers<'t>,
}

impl HttpResponse<'_> {
    /// Whether the request was served: a status from 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether the request was refused: a status from 400 on.
    pub fn is_refusal(&self) -> bool {
        self.status >= 400
    }

    /// Whether the body is a stream of server-sent events.
    pub fn is_stream(&self) -> bool {
        self.headers.media_types("content-type") == ["text/event-stream"]
    }

    /// Whether the body is JSON.
    pub fn is_json(&self) -> bool {
        is_json(self.headers)
    }
}

/// Whether these are the headers of a JSON body.
pub(super) fn is_json(headers: Headers<'_>) -> bool {
    headers.media_types("content-type") == ["application/json"]
}

/// One HTTP request with what came back.
#[derive(Debug, Clone)]
pub struct HttpExchange<'t> {
    /// The connection it belongs to.
    pub connection: &'t Connection,
    /// The event that began it.
    pub event: &'t Event,
    /// The method, in capitals.
    pub method: &'t str,
    /// Path and query.
    pub path: &'t str,
    /// The request's headers.
    pub headers: Headers<'t>,
    /// The request's body, where there is one.
    pub body: Option<(&'t Event, &'t Text)>,
    /// The messages in the request's body.
    pub sent: Vec<&'t Message>,
    /// The response.
    pub response: Option<HttpResponse<'t>>,
    /// The response's body, where it is no stream.
    pub answer: Option<(&'t Event, &'t Text)>,
    /// The events of the stream that is the response's body.
    pub stream: Vec<(&'t Event, &'t SseEvent)>,
    /// The messages in the response's body.
    pub received: Vec<&'t Message>,
    /// The server ended the response.
    pub closed: Option<&'t Event>,
    /// The client let go of the response before its end.
    pub dropped: Option<&'t Event>,
    /// Nothing came on the open stream for a while.
    pub silent: Option<&'t Event>,
}

impl<'t> HttpExchange<'t> {
    fn new(connection: &'t Connection, group: &Group) -> Option<Self> {
        let (event, method, path, headers) = group.events(connection).find_map(|event| match &event.what {
            What::HttpRequest { method, path, headers } => Some((event, method, path, Headers(headers))),
            _ => None,
        })?;
        let mut exchange = Self {
            connection,
            event,
            method,
            path,
            headers,
            body: None,
            sent: group.messages(connection, Party::Client),
            response: None,
            answer: None,
            stream: Vec::new(),
            received: group.messages(connection, Party::Server),
            closed: None,
            dropped: None,
            silent: None,
        };
        for event in group.events(connection) {
            exchange.add(event);
        }
        Some(exchange)
    }

    fn add(&mut self, event: &'t Event) {
        match &event.what {
            What::Sent(text) => self.body = Some((event, text)),
            What::Received(text) if !text.bytes().is_empty() => self.answer = Some((event, text)),
            What::HttpResponse { status, headers } => {
                self.response = Some(HttpResponse { event, status: *status, headers: Headers(headers) });
            }
            What::Sse(sse) => self.stream.push((event, sse)),
            What::Closed => self.closed = Some(event),
            What::InputClosed => self.dropped = Some(event),
            What::Silence(_) => self.silent = Some(event),
            _ => {}
        }
    }

    /// The path without its query.
    pub fn place(&self) -> &'t str {
        self.path.split(['?', '#']).next().unwrap_or_default()
    }

    /// The one message in the request's body, if it is one.
    pub fn message(&self) -> Option<&'t Message> {
        if let [message] = self.sent[..] { Some(message) } else { None }
    }

    /// The request that was posted, if the body is one.
    pub fn request(&self) -> Option<&'t Message> {
        self.message().filter(|message| message.is_request() && !message.is_malformed())
    }

    /// Whether it begins a session.
    pub fn is_initialize(&self) -> bool {
        self.sent.iter().any(|message| message.method() == Some("initialize"))
    }

    /// The session that the request names.
    pub fn session(&self) -> Option<&'t str> {
        let Headers(all) = self.headers;
        all.iter().find(|(name, _)| name.eq_ignore_ascii_case("mcp-session-id")).map(|(_, value)| &**value)
    }

    /// The session that the response names, as it came.
    pub fn issued_session(&self) -> Option<&'t str> {
        let Headers(all) = self.response.as_ref()?.headers;
        all.iter().find(|(name, _)| name.eq_ignore_ascii_case("mcp-session-id")).map(|(_, value)| &**value)
    }

    /// The response to the request that was posted, where it came in this very exchange.
    pub fn own_response(&self) -> Option<&'t Message> {
        let id = self.request()?.id()?;
        self.received.iter().find(|message| message.is_response() && message.id() == Some(id)).copied()
    }
}

/// Which events and messages of a connection belong to which exchange; by their places.
#[derive(Debug)]
pub(super) struct Grouped {
    exchanges: Vec<Group>,
}

/// The places of one exchange.
#[derive(Debug, Default)]
struct Group {
    events: Vec<usize>,
    messages: Vec<usize>,
    is_at_the_endpoint: bool,
}

impl Grouped {
    pub(super) fn new(connection: &Connection) -> Self {
        let mut groups = BTreeMap::<u64, Group>::new();
        let numbered = |http: Option<u64>, at: usize| Some((http?, at));
        for (http, at) in connection.events().iter().enumerate().filter_map(|(at, event)| numbered(event.http, at)) {
            groups.entry(http).or_default().events.push(at);
        }
        for (http, at) in
            connection.messages().iter().enumerate().filter_map(|(at, message)| numbered(message.http, at))
        {
            groups.entry(http).or_default().messages.push(at);
        }
        let mut exchanges: Vec<_> = groups.into_values().collect();
        exchanges.sort_by_key(|group| group.begins(connection));
        let mut grouped = Self { exchanges };
        grouped.find_the_endpoint(connection);
        grouped
    }

    /// The endpoint is the one path that speaks Streamable HTTP: where the first message was posted. A server of the older
    /// transport, whose stream begins with an `endpoint` event, has none.
    fn find_the_endpoint(&mut self, connection: &Connection) {
        let events = connection.events();
        let is_old = |event: &Event| matches!(&event.what, What::Sse(sse) if sse.kind.as_deref() == Some("endpoint"));
        if events.iter().any(|event| event.http.is_some() && is_old(event)) {
            return;
        }
        let endpoint = endpoint(events);
        for group in &mut self.exchanges {
            group.is_at_the_endpoint = group.path(connection).is_some_and(|path| is_at(path, endpoint));
        }
    }

    /// Every exchange, in order.
    pub(super) fn all<'t>(&self, connection: &'t Connection) -> Vec<HttpExchange<'t>> {
        self.exchanges.iter().filter_map(|group| HttpExchange::new(connection, group)).collect()
    }

    /// The exchanges with the endpoint, in order.
    pub(super) fn at_the_endpoint<'t>(&self, connection: &'t Connection) -> Vec<HttpExchange<'t>> {
        let at_the_endpoint = self.exchanges.iter().filter(|group| group.is_at_the_endpoint);
        at_the_endpoint.filter_map(|group| HttpExchange::new(connection, group)).collect()
    }
}

impl Group {
    fn events<'t>(&self, connection: &'t Connection) -> impl Iterator<Item = &'t Event> {
        self.events.iter().map(|&at| &connection.events()[at])
    }

    fn request<'t>(&self, connection: &'t Connection) -> Option<(&'t Event, &'t str)> {
        self.events(connection).find_map(|event| match &event.what {
            What::HttpRequest { path, .. } => Some((event, &**path)),
            _ => None,
        })
    }

    fn path<'t>(&self, connection: &'t Connection) -> Option<&'t str> {
        self.request(connection).map(|(_, path)| path)
    }

    fn begins(&self, connection: &Connection) -> Option<u64> {
        self.request(connection).map(|(event, _)| event.seq)
    }

    fn messages<'t>(&self, connection: &'t Connection, party: Party) -> Vec<&'t Message> {
        let all = self.messages.iter().map(|&at| &connection.messages()[at]);
        all.filter(|message| message.from == party).collect()
    }
}

/// The path to which the first message was posted, without being sent on to another.
pub(super) fn endpoint(events: &[Event]) -> Option<&str> {
    let sent_on = |http: u64| {
        let is_it = |event: &&Event| event.http == Some(http);
        events.iter().filter(is_it).any(|event| matches!(event.what, What::HttpResponse { status: 300..=399, .. }))
    };
    let speaks = |event: &&Event| match &event.what {
        What::Sent(text) => text.lossy().contains("\"jsonrpc\"") && event.http.is_some_and(|http| !sent_on(http)),
        _ => false,
    };
    let http = events.iter().find(speaks)?.http;
    events.iter().find_map(|event| match &event.what {
        What::HttpRequest { path, .. } if event.http == http => Some(&**path),
        _ => None,
    })
}

/// Whether a path is the endpoint's; where that is unknown, any may be but those for metadata.
pub(super) fn is_at(path: &str, endpoint: Option<&str>) -> bool {
    let bare = |path: &str| path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/').to_owned();
    endpoint.map_or(!path.contains("/.well-known/"), |endpoint| bare(path) == bare(endpoint))
}

#[cfg(test)]
mod tests {
    use super::Headers;

    #[test]
    fn media_types_are_read_whatever_their_spelling() {
        let headers = [
            ("Accept".to_owned(), "text/Event-Stream ; q=0.5,application/json".to_owned()),
            ("ACCEPT".to_owned(), "text/html;q=0".to_owned()),
        ];
        let headers = Headers(&headers);
        assert_eq!(headers.media_types("accept"), ["text/event-stream", "application/json"]);
        assert!(headers.media_types("content-type").is_empty());
    }
}
