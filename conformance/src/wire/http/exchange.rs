//! HTTP requests and responses as they are sent, recorded, and followed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use reqwest::{Response, Url};

use super::Change;
use super::client::{Client, reason};
use super::open::Open;
use crate::transcript::{Id, Kind, Message, Party, Text, What};
use crate::wire::Tap;

/// As many redirections as are followed in a row.
const HOPS: usize = 5;

/// A request, ready to be sent.
#[derive(Debug, Clone)]
pub(super) struct Request {
    method: &'static str,
    headers: Vec<(String, String)>,
    body: Option<Text>,
    /// Where it goes, if not to the endpoint.
    elsewhere: Option<Url>,
}

impl Request {
    /// The id of the JSON-RPC request in the body.
    pub(super) fn awaits(&self) -> Option<Id> {
        let body = self.body.clone()?;
        let message = Message::read(0, std::time::Duration::ZERO, None, Party::Client, body);
        if let Kind::Request { id, .. } = message.kind { id } else { None }
    }
}

/// What the exchanges of one connection share.
pub(super) struct Line {
    client: Client,
    pub(super) tap: Tap,
    state: Mutex<State>,
}

struct State {
    url: Url,
    session: Option<String>,
    revision: Option<String>,
    last_event_id: Option<String>,
}

impl Line {
    pub(super) fn new(client: Client, tap: Tap) -> Self {
        let url = client.endpoint.url.clone();
        Self { client, tap, state: Mutex::new(State { url, session: None, revision: None, last_event_id: None }) }
    }

    pub(super) fn agree(&self, revision: &str) {
        self.state().revision = Some(revision.to_owned());
    }

    pub(super) fn session(&self) -> Option<String> {
        self.state().session.clone()
    }

    pub(super) fn last_event_id(&self) -> Option<String> {
        self.state().last_event_id.clone()
    }

    pub(super) fn saw_event(&self, id: &str) {
        self.state().last_event_id = Some(id.to_owned());
    }

    /// A request with the headers that belong to it, save for what is to be changed.
    pub(super) fn request(&self, method: &'static str, changes: &[Change<'_>], body: Option<Text>) -> Request {
        let mut headers = Vec::new();
        match method {
            "POST" => {
                set(&mut headers, "Accept", Some("application/json, text/event-stream"));
                set(&mut headers, "Content-Type", Some("application/json"));
            }
            "GET" => set(&mut headers, "Accept", Some("text/event-stream")),
            _ => {}
        }
        let state = self.state();
        set(&mut headers, "MCP-Session-Id", state.session.as_deref());
        set(&mut headers, "MCP-Protocol-Version", state.revision.as_deref());
        drop(state);
        for (name, value) in &self.client.endpoint.headers {
            set(&mut headers, name, Some(value));
        }
        for (name, value) in changes {
            set(&mut headers, name, *value);
        }
        Request { method, headers, body, elsewhere: None }
    }

    /// A request for a document of the same server.
    pub(super) fn document(&self, address: &str) -> Option<Request> {
        let endpoint = &self.client.endpoint.url;
        let url = endpoint.join(address).ok().filter(|url| url.origin() == endpoint.origin())?;
        let headers = vec![("Accept".to_owned(), "application/json".to_owned())];
        Some(Request { method: "GET", headers, body: None, elsewhere: Some(url) })
    }

    /// The path of the endpoint.
    pub(super) fn path(&self) -> String {
        self.state().url.path().to_owned()
    }

    fn url(&self, request: &Request) -> Url {
        request.elsewhere.clone().unwrap_or_else(|| self.state().url.clone())
    }

    /// Records that the request goes out.
    pub(super) fn begin(&self, request: &Request) -> Open {
        let http = self.head(request, &self.url(request));
        let open = Open::new(self.tap.track.clone(), http);
        if let Some(body) = &request.body {
            open.record(What::Sent(body.clone()));
        }
        open
    }

    /// Sends the request and records the head of the response. Follows redirections that stay with this server and
    /// keep method and body, so that nothing secret goes anywhere else.
    pub(super) async fn exchange(&self, open: &mut Open, request: &Request) -> Result<Response, String> {
        for _ in 0..HOPS {
            let url = self.url(request);
            let response = self.send(request, url.clone()).await.inspect_err(|_| open.fail())?;
            self.record(open, &response);
            let target = redirection(&response, &url, request.method).filter(|_| request.elsewhere.is_none());
            let Some(target) = target else { return Ok(response) };
            open.goes_on(self.head(request, &target));
            self.state().url = target;
        }
        open.fail();
        Err(format!("the server redirects more than {HOPS} times"))
    }

    async fn send(&self, request: &Request, url: Url) -> Result<Response, String> {
        let method = reqwest::Method::from_bytes(request.method.as_bytes()).map_err(|error| error.to_string())?;
        let mut builder = self.client.inner.request(method, url);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = &request.body {
            builder = builder.body(body.bytes().to_vec());
        }
        builder.send().await.map_err(|error| reason(&error))
    }

    fn head(&self, request: &Request, url: &Url) -> u64 {
        let http = self.tap.track.exchange();
        let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let (method, headers) = (request.method.to_owned(), request.headers.clone());
        self.tap.track.record_http(http, What::HttpRequest { method, path, headers });
        http
    }

    fn record(&self, open: &Open, response: &Response) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let headers: Vec<_> =
            response.headers().iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect();
        let session = headers.iter().find(|(name, _)| name == "mcp-session-id").map(|(_, value)| value.clone());
        if response.status().is_success()
            && let Some(session) = session
        {
            self.state().session.get_or_insert(session);
        }
        open.record(What::HttpResponse { status: response.status().as_u16(), headers });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets, replaces or removes a header, and keeps its place.
fn set(headers: &mut Vec<(String, String)>, name: &str, value: Option<&str>) {
    let place = headers.iter().position(|(other, _)| other.eq_ignore_ascii_case(name));
    match (place, value) {
        (Some(at), Some(value)) => value.clone_into(&mut headers[at].1),
        (Some(at), None) => drop(headers.remove(at)),
        (None, Some(value)) => headers.push((name.to_owned(), value.to_owned())),
        (None, None) => {}
    }
}

/// Where the response sends the same request on, if that is the same server.
fn redirection(response: &Response, from: &Url, method: &str) -> Option<Url> {
    let keeps = match response.status().as_u16() {
        307 | 308 => true,
        301 | 302 => method == "GET",
        _ => false,
    };
    let location = response.headers().get("location").filter(|_| keeps)?;
    let target = from.join(location.to_str().ok()?).ok()?;
    (target.origin() == from.origin()).then_some(target)
}
