//! What goes wrong in what a response brings.

use axum::{
    body::to_bytes,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};

use super::{
    faulty::LIMIT,
    stream::{self, Events},
};
use crate::fault::message::Message;

/// The response where nobody gave one.
pub(super) fn made(said: Vec<Message>) -> Response {
    match &said[..] {
        [] => StatusCode::ACCEPTED.into_response(),
        [one] if one.delay.is_zero() => json(one.bytes.clone()),
        _ => stream::response(said),
    }
}

/// The response with all that goes wrong in the messages that it brings.
pub(super) async fn bent(events: Events, response: Response) -> Response {
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
    let messages = events.talk.answered(&body, &events.posts);
    let mut said = events.first;
    for message in messages {
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

fn json(bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, "application/json")], bytes).into_response()
}
