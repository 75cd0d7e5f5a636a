//! A mutant in the place of its server, over Streamable HTTP.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, StatusCode},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;

use super::{
    faulty::{Faulty, LIMIT},
    opened::Kind,
    response,
    stream::Events,
    talk::Talk,
};
use crate::{
    HttpOptions, Server,
    fault::{Mutant, Party, message::Message, voice::Out},
};

const SESSION: &str = "mcp-session-id";

/// The faults, and the sessions that they are played in.
struct Stage {
    faulty: Faulty,
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
        let stage = Stage { faulty: Faulty::new(mutant), talks: Mutex::default() };
        let layer = from_fn_with_state(Arc::new(stage), pass);
        self.serve_http_through(listener, options, stop, |router| router.layer(layer)).await
    }
}

async fn pass(State(stage): State<Arc<Stage>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(mut body) = to_bytes(body, LIMIT).await else { return StatusCode::BAD_REQUEST.into_response() };
    let mut meant = stage.faulty.meant(&parts, &body);
    let talk = stage.talk(&parts.headers);
    let kind = Kind::of(&parts.method);
    for fault in meant.faults.iter().rev() {
        if let Some(edit) = &fault.step.request {
            edit.apply_to_request(&mut parts, meant.at_hand());
            body = edit.text().map_or(body, Bytes::from);
        }
        if let Some(response) = &fault.step.respond {
            return response.respond(meant.at_hand());
        }
    }
    let (first, body) = heard(&talk, body);
    let Some(body) = body else { return response::made(first) };
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    stage.begin(&response, &talk);
    meant.narrow(&response);
    let events = Events { talk, kind, first, edit: meant.stream(), posts: None };
    meant.response(response::bent(events, response).await)
}

impl Stage {
    /// What was said in the session, or nothing yet.
    fn talk(&self, headers: &HeaderMap) -> Arc<Talk> {
        let id = headers.get(SESSION).and_then(|id| id.to_str().ok());
        let known = id.and_then(|id| self.talks().get(id).cloned());
        known.unwrap_or_else(|| Arc::new(Talk::new(Party::Server, &self.faulty.faults)))
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

/// What is said of a body, and what the server is to hear of it.
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
