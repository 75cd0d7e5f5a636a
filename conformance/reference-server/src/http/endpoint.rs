//! What each HTTP request is answered with.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header::CONTENT_TYPE, request::Parts},
    response::{IntoResponse, Response},
};
use uuid::Uuid;

use super::{
    HttpOptions,
    conversation::Conversation,
    event_stream::{self, Fields},
    headers,
    hosts::Hosts,
    posted::Posted,
    protected_resource,
    reader::Reader,
    refused::Refused,
    sessions::Sessions,
};
use crate::{Opening, Server};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

/// The one path where everything happens.
pub(super) struct Endpoint<C> {
    pub(super) server: Server<C>,
    pub(super) options: HttpOptions,
    pub(super) hosts: Hosts,
    pub(super) sessions: Sessions<C>,
}

type Answered = Result<Response, Refused>;

/// Answers a request.
pub(super) async fn serve<C: Send + Sync + 'static>(
    State(endpoint): State<Arc<Endpoint<C>>>,
    request: Request<Body>,
) -> Response {
    endpoint.answer(request).await.unwrap_or_else(Refused::into_response)
}

impl<C: Send + Sync + 'static> Endpoint<C> {
    async fn answer(&self, request: Request<Body>) -> Answered {
        let (parts, body) = request.into_parts();
        self.hosts.check(&parts.uri, &parts.headers)?;
        if let Some(metadata) = protected_resource::response(&parts, &self.options) {
            return Ok(metadata);
        }
        if parts.uri.path() != self.options.path {
            return Err(Refused::new(StatusCode::NOT_FOUND, format!("the endpoint is {}", self.options.path)));
        }
        let session_id = headers::session(&parts.headers)?.map(Arc::from);
        let parts = Arc::new(parts);
        let opening = Arc::new(Opening { session_id, http: Some(Arc::clone(&parts)) });
        self.server.parts().steps.allow(&opening).await?;
        match (&parts.method, self.options.stateless) {
            (&Method::POST, _) => self.post(&parts, body).await,
            (_, true) => Err(Refused::method("POST")),
            (&Method::GET, _) => self.get(&parts.headers),
            (&Method::DELETE, _) => self.delete(&parts.headers),
            _ => Err(Refused::method("GET, POST, DELETE")),
        }
    }

    async fn post(&self, parts: &Arc<Parts>, body: Body) -> Answered {
        headers::version(&parts.headers)?;
        headers::is_json(&parts.headers)?;
        headers::accepts(&parts.headers, &[JSON, EVENTS])?;
        let body = self.read(body).await?;
        if self.options.stateless {
            return self.alone(parts, Posted::read(&body, false)?).await;
        }
        let Some(id) = headers::session(&parts.headers)? else {
            return self.begin(parts, Posted::read(&body, false)?).await;
        };
        let conversation = self.sessions.get(id).ok_or_else(Refused::no_session)?;
        let posted = Posted::read(&body, conversation.session.takes_batches())?;
        exchange(&conversation, posted, conversation.fields()).await
    }

    async fn read(&self, body: Body) -> Result<axum::body::Bytes, Refused> {
        let limit = self.server.parts().settings.message_limit;
        to_bytes(body, limit).await.map_err(|_| {
            let why = format!("the body was cut short, or is longer than {limit} bytes");
            Refused::new(StatusCode::PAYLOAD_TOO_LARGE, why)
        })
    }

    /// Begins a session.
    async fn begin(&self, parts: &Arc<Parts>, posted: Posted) -> Answered {
        if !posted.is_initialize() {
            let why = "begin with initialize, or name the session in the header MCP-Session-Id";
            return Err(Refused::new(StatusCode::BAD_REQUEST, why));
        }
        let id = Arc::<str>::from(Uuid::new_v4().to_string());
        let opening = Opening { session_id: Some(Arc::clone(&id)), http: Some(Arc::clone(parts)) };
        let conversation = Arc::new(Conversation::open(&self.server, opening));
        let mut response = exchange(&conversation, posted, Fields::Ids).await?;
        if conversation.session.is_open() {
            let value = HeaderValue::from_str(&id).expect("a UUID is ASCII");
            response.headers_mut().insert(headers::SESSION, value);
            self.sessions.add(id, conversation);
        }
        Ok(response)
    }

    /// Serves one message that belongs to no session.
    async fn alone(&self, parts: &Arc<Parts>, posted: Posted) -> Answered {
        let opening = Opening { session_id: None, http: Some(Arc::clone(parts)) };
        let conversation = Conversation::open(&self.server, opening);
        if !posted.is_initialize() {
            conversation.session.skip_handshake().await?;
        }
        let response = exchange(&conversation, posted, Fields::Data).await;
        // A connection that breaks cancels nothing: what was begun comes to its end.
        tokio::spawn(async move { conversation.session.finish().await });
        response
    }

    fn get(&self, headers: &HeaderMap) -> Answered {
        headers::version(headers)?;
        headers::accepts(headers, &[EVENTS])?;
        let conversation = self.named(headers)?;
        let last = headers.get(headers::LAST_EVENT).and_then(|id| event_stream::position(id.to_str().ok()?));
        let resumed = last.and_then(|(stream, message)| conversation.streams.resume(stream, message));
        // A stream that is not known any more cannot be gone on with, and a GET brings a stream in any case.
        let reader = resumed.or_else(|| conversation.streams.listen()).ok_or_else(Refused::no_session)?;
        Ok(event_stream::response(reader, conversation.fields()))
    }

    fn delete(&self, headers: &HeaderMap) -> Answered {
        headers::version(headers)?;
        let _known = self.named(headers)?;
        let id = headers::session(headers)?.unwrap_or_default();
        if self.sessions.end(id) { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(Refused::no_session()) }
    }

    fn named(&self, headers: &HeaderMap) -> Result<Arc<Conversation<C>>, Refused> {
        let id = headers::session(headers)?;
        let missing = || Refused::new(StatusCode::BAD_REQUEST, "name the session in the header MCP-Session-Id");
        self.sessions.get(id.ok_or_else(missing)?).ok_or_else(Refused::no_session)
    }
}

/// Hands over what was posted, and answers with what comes of it.
async fn exchange<C: Send + Sync + 'static>(
    conversation: &Conversation<C>,
    posted: Posted,
    fields: Fields,
) -> Answered {
    let (asked, wants_stream) = (posted.asked(), posted.wants_stream());
    if asked.is_empty() {
        conversation.receive(posted).await;
        return Ok(StatusCode::ACCEPTED.into_response());
    }
    let used = || Refused::new(StatusCode::CONFLICT, "a request with this id is still being served");
    let reader = conversation.stream(&asked).ok_or_else(used)?;
    conversation.receive(posted).await;
    if let Some(refusal) = conversation.session.refusal().filter(|refusal| refusal.status.is_some()) {
        return Err(refusal.into());
    }
    if wants_stream { Ok(event_stream::response(reader, fields)) } else { json(reader, fields).await }
}

async fn json(mut reader: Reader, fields: Fields) -> Answered {
    match reader.next().await {
        Some(text) => Ok(([(CONTENT_TYPE, JSON)], text.to_string()).into_response()),
        None if reader.streams.are_over() => Err(Refused::no_session()),
        // It was cancelled, so there is no object to send; a stream may end without a word.
        None => Ok(event_stream::response(reader, fields)),
    }
}
