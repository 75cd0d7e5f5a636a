//! A stream as its client reads it: server-sent events.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery>

use std::{convert::Infallible, fmt::Write, time::Duration};

use axum::{
    body::Body,
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use tokio::time::timeout;

use super::reader::Reader;

/// How long a client waits before it comes back.
const RETRY: Duration = Duration::from_millis(500);

/// How long a stream may be silent before a comment keeps the connection alive.
const SILENCE: Duration = Duration::from_secs(15);

/// Which of its fields a stream has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fields {
    /// No event has an id: nobody could come back.
    Data,
    /// Every event has an id.
    Ids,
    /// It also begins with an event that has an id and no data, which clients of older revisions cannot read.
    IdsAndPriming,
}

/// The stream as a response.
pub(super) fn response(reader: Reader, fields: Fields) -> Response {
    let events = stream::unfold((reader, true), move |(mut reader, is_first)| async move {
        let text = if is_first { opening(&reader, fields) } else { next(&mut reader, fields).await? };
        Some((Ok::<_, Infallible>(text), (reader, false)))
    });
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(events)).into_response()
}

fn opening(reader: &Reader, fields: Fields) -> String {
    let retry = RETRY.as_millis();
    match fields {
        Fields::Data => ":\n\n".to_owned(),
        Fields::Ids => format!("retry: {retry}\n\n"),
        Fields::IdsAndPriming => format!("id: {}\nretry: {retry}\ndata:\n\n", id(reader)),
    }
}

async fn next(reader: &mut Reader, fields: Fields) -> Option<String> {
    match timeout(SILENCE, reader.next()).await {
        Ok(text) => Some(event(&text?, (fields != Fields::Data).then(|| id(reader)))),
        Err(_) => Some(":\n\n".to_owned()),
    }
}

fn event(text: &str, id: Option<String>) -> String {
    let mut event = String::with_capacity(text.len() + 32);
    if let Some(id) = id {
        let _infallible = writeln!(event, "id: {id}");
    }
    event.push_str("data: ");
    // A raw carriage return is a space to JSON, but would end the line here.
    event.extend(text.split('\r'));
    event.push_str("\n\n");
    event
}

fn id(reader: &Reader) -> String {
    format!("{}-{}", reader.number, reader.last)
}

/// The stream and the message that an event id stands for.
pub(super) fn position(id: &str) -> Option<(u64, u64)> {
    let (stream, message) = id.split_once('-')?;
    Some((stream.parse().ok()?, message.parse().ok()?))
}
