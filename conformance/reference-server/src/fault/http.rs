//! A mutant in the place of its server, over Streamable HTTP.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header::CONTENT_TYPE},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;

use super::{
    Mutant,
    message::Message,
    occasion::{Fault, Occasion, is_method},
    pattern::fits,
    step::{HttpEdit, StreamEdit},
    stream::{self, Events, Kind, Opened},
    voice::{Out, Voice},
};
use crate::{HttpOptions, Server};

const SESSION: &str = "mcp-session-id";

/// As many bytes as a body may have; more are no business of a mutant's.
const LIMIT: usize = 64 << 20;

/// One session: several requests speak with one voice.
#[derive(Debug)]
pub(super) struct Talk {
    voice: Mutex<Voice>,
    pub(super) opened: Opened,
}

impl Talk {
    pub(super) fn voice(&self) -> MutexGuard<'_, Voice> {
        self.voice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The faults, and what became of them so far.
struct Faulty {
    faults: Vec<Fault>,
    seen: Mutex<Vec<u64>>,
    talks: Mutex<HashMap<String, Arc<Talk>>>,
}

impl<C: Send + Sync + 'static> Server<C> {
    /// As [`Server::serve_http`], with the faults of a mutant.
    ///
    /// # Errors
    ///
    /// As [`Server::serve_http`].
    pub async fn serve_mutant_http(
        &self,
        mutant: &Mutant,
        listener: TcpListener,
        options: HttpOptions,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let faults = mutant.faults().to_vec();
        let seen = Mutex::new(vec![0; faults.len()]);
        let layer = from_fn_with_state(Arc::new(Faulty { faults, seen, talks: Mutex::default() }), pass);
        self.serve_http_through(listener, options, stop, |router| router.layer(layer)).await
    }
}

async fn pass(State(faulty): State<Arc<Faulty>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(mut body) = to_bytes(body, LIMIT).await else { return StatusCode::BAD_REQUEST.into_response() };
    let meant = faulty.meant(&told(&parts, &body));
    let talk = faulty.talk(&parts.headers);
    let kind = if parts.method == Method::GET { Kind::Got } else { Kind::Posted };
    for fault in meant.iter().rev() {
        if let Some(edit) = &fault.step.request {
            edit.apply_to_request(&mut parts, &mut body);
        }
        if let Some(response) = &fault.step.respond {
            return response.apply(StatusCode::OK.into_response());
        }
    }
    let (said, body) = heard(&talk, body);
    let Some(body) = body else { return answered(said) };
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    faulty.begin(&response, &talk);
    let meant: Vec<_> = meant.into_iter().filter(|fault| gives(fault, &response)).collect();
    let mut stream = StreamEdit::default();
    for edit in meant.iter().filter_map(|fault| fault.step.stream.as_ref()) {
        stream.extend(edit);
    }
    let events = Events { talk, kind, first: said, edit: stream };
    let response = spoken(events, response).await;
    let edits = meant.iter().filter_map(|fault| fault.step.response.as_ref());
    edits.fold(response, |response, edit| edit.apply(response))
}

impl Faulty {
    /// The faults of HTTP that this request is an occasion for.
    fn meant(&self, request: &Value) -> Vec<Fault> {
        let method = request["method"].as_str().unwrap_or_default();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut meant = Vec::new();
        for (fault, seen) in self.faults.iter().zip(seen.iter_mut()) {
            let is_http = matches!(&fault.occasion, Occasion::Http(wanted) if is_method(wanted, method));
            if is_http && fault.narrow.fits(Some(request), None) && fault.narrow.counts(seen) {
                meant.push(fault.clone());
            }
        }
        meant
    }

    /// What was said in the session, or nothing yet.
    fn talk(&self, headers: &HeaderMap) -> Arc<Talk> {
        let id = headers.get(SESSION).and_then(|id| id.to_str().ok());
        let known = id.and_then(|id| self.talks().get(id).cloned());
        let new = || Talk { voice: Mutex::new(Voice::new(&self.faults)), opened: Opened::default() };
        known.unwrap_or_else(|| Arc::new(new()))
    }

    /// Keeps what was said for the session that this response begins.
    fn begin(&self, response: &Response, talk: &Arc<Talk>) {
        if let Some(id) = response.headers().get(SESSION).and_then(|id| id.to_str().ok()) {
            self.talks().insert(id.to_owned(), Arc::clone(talk));
        }
    }

    fn talks(&self) -> MutexGuard<'_, HashMap<String, Arc<Talk>>> {
        self.talks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request as patterns see it.
fn told(parts: &axum::http::request::Parts, body: &[u8]) -> Value {
    json!({
        "method": parts.method.as_str(),
        "path": parts.uri.path(),
        "headers": headers(&parts.headers),
        "body": serde_json::from_slice(body).unwrap_or(Value::Null),
    })
}

fn headers(headers: &HeaderMap) -> Map<String, Value> {
    let text = |value: &HeaderValue| Value::from(String::from_utf8_lossy(value.as_bytes()));
    headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}

fn gives(fault: &Fault, response: &Response) -> bool {
    let Some(wanted) = &fault.narrow.gives else { return true };
    let found = json!({"status": response.status().as_u16(), "headers": headers(response.headers())});
    fits(wanted, Some(&found))
}

/// What the server is to hear of a body, and what is said of it.
fn heard(talk: &Talk, body: Bytes) -> (Vec<Message>, Option<Bytes>) {
    if body.is_empty() {
        return (Vec::new(), Some(body));
    }
    let (mut said, mut reaches) = (Vec::new(), None);
    for out in talk.voice().hears(&body) {
        match out {
            Out::Say(message) => said.push(message),
            Out::Reach(message) => reaches = Some(message.bytes.into()),
            Out::Stderr(_) | Out::Exit(_) => {}
        }
    }
    (said, reaches)
}

/// The response where the server heard nothing.
fn answered(said: Vec<Message>) -> Response {
    match &said[..] {
        [] => StatusCode::ACCEPTED.into_response(),
        [one] if one.delay.is_zero() => json_response(one.bytes.clone()),
        _ => stream::response(said),
    }
}

fn json_response(bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, "application/json")], bytes).into_response()
}

/// The response with all that goes wrong in what it says.
async fn spoken(events: Events, response: Response) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("text/event-stream") {
        let (parts, body) = response.into_parts();
        return Response::from_parts(parts, events.carry(body));
    }
    if !kind.starts_with("application/json") {
        return response;
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, LIMIT).await.unwrap_or_default();
    let outs = events.talk.voice().says(&body);
    let mut said = events.first;
    for message in stream::said(outs) {
        if events.talk.opened.divert(events.kind, &message).await {
            said.push(message);
        }
    }
    match &said[..] {
        [one] if one.delay.is_zero() => Response::from_parts(parts, one.bytes.clone().into()),
        _ => {
            let mut streamed = stream::response(said);
            let others = parts.headers.into_iter().filter_map(|(name, value)| Some((name?, value)));
            streamed.headers_mut().extend(others.filter(|(name, _)| name != CONTENT_TYPE));
            streamed
        }
    }
}

impl HttpEdit {
    fn apply_to_request(&self, parts: &mut axum::http::request::Parts, body: &mut Bytes) {
        if let Some(method) = self.method.as_ref().and_then(|method| method.parse().ok()) {
            parts.method = method;
        }
        if let Some(path) = self.path.as_ref().and_then(|path| path.parse().ok()) {
            parts.uri = path;
        }
        self.change(&mut parts.headers);
        if let Some(text) = self.text() {
            *body = text.into();
        }
    }

    fn apply(&self, mut response: Response) -> Response {
        if let Some(status) = self.status.and_then(|status| StatusCode::from_u16(status).ok()) {
            *response.status_mut() = status;
        }
        if let Some(text) = self.text() {
            *response.body_mut() = Body::from(text);
        }
        self.change(response.headers_mut());
        response
    }

    fn text(&self) -> Option<String> {
        self.body.as_ref().map(|body| body.as_str().map_or_else(|| body.to_string(), str::to_owned))
    }

    fn change(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.headers {
            let Ok(name) = name.parse::<HeaderName>() else { continue };
            headers.remove(&name);
            let value = value.as_ref().and_then(|value| HeaderValue::from_bytes(value.as_bytes()).ok());
            headers.extend(value.map(|value| (name, value)));
        }
    }
}
