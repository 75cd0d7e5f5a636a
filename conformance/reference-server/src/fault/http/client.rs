//! A mutant between a client and its server, over Streamable HTTP.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{
        HeaderValue, Method, StatusCode,
        header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE},
        request::Parts,
    },
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::sleep,
};

use super::{
    faulty::{Faulty, LIMIT},
    opened::Kind,
    response,
    stream::Events,
    talk::{Talk, said},
};
use crate::fault::{Mutant, Party, message::Message};

/// The faults, and the one voice that a client has in all its sessions.
struct Stage {
    faulty: Faulty,
    talk: Arc<Talk>,
}

impl Mutant {
    /// Lays a client's faults round what carries its HTTP requests to its server, and the responses back.
    pub fn carry_http(&self, to_server: Router) -> Router {
        let faulty = Faulty::new(self);
        let talk = Arc::new(Talk::new(Party::Client, &faulty.faults));
        to_server.layer(from_fn_with_state(Arc::new(Stage { faulty, talk }), pass))
    }
}

async fn pass(State(stage): State<Arc<Stage>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LIMIT).await else { return StatusCode::BAD_REQUEST.into_response() };
    let mut meant = stage.faulty.meant(&parts, &body);
    let kind = Kind::of(&parts.method);
    let mut bodies = said_by(&stage.talk, &body);
    for fault in &meant.faults {
        if let Some(response) = &fault.step.respond {
            return response.respond(meant.at_hand());
        }
        if let Some(edit) = &fault.step.request {
            edit.apply_to_request(&mut parts, meant.at_hand());
            for body in &mut bodies {
                body.bytes = edit.text().map_or(std::mem::take(&mut body.bytes), String::into_bytes);
            }
        }
    }
    let mut response = response::made(Vec::new());
    for body in &bodies {
        sleep(body.delay).await;
        response = next.clone().run(with(&parts, &body.bytes)).await;
    }
    meant.narrow(&response);
    for _ in 1..meant.faults.iter().filter_map(|fault| fault.step.times).max().unwrap_or(1) {
        for body in &bodies {
            response = next.clone().run(with(&parts, &body.bytes)).await;
        }
    }
    let posts = Some(posts(next, parts));
    let events = Events { talk: Arc::clone(&stage.talk), kind, first: Vec::new(), edit: meant.stream(), posts };
    meant.response(response::bent(events, response).await)
}

/// What the client says in place of this body: each is a request of its own.
fn said_by(talk: &Talk, body: &[u8]) -> Vec<Message> {
    if body.is_empty() { vec![Message::default()] } else { said(talk.voice().says(body)).collect() }
}

/// A request like that one, with this body.
fn with(parts: &Parts, body: &[u8]) -> Request {
    let mut parts = parts.clone();
    parts.headers.remove(CONTENT_LENGTH);
    Request::from_parts(parts, Body::from(body.to_vec()))
}

/// Takes what the client says besides, and posts it as it posts everything.
fn posts(next: Next, mut parts: Parts) -> UnboundedSender<Message> {
    let (sender, mut messages) = unbounded_channel::<Message>();
    parts.method = Method::POST;
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    tokio::spawn(async move {
        while let Some(message) = messages.recv().await {
            sleep(message.delay).await;
            next.clone().run(with(&parts, &message.bytes)).await;
        }
    });
    sender
}
