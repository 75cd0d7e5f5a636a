//! Events as they are written in a stream.

use std::collections::BTreeMap;

use axum::body::Body;
use futures_util::{Stream, StreamExt, stream};

use crate::fault::message::Message;

/// The fields of an event save its data.
pub(super) type Fields = Vec<(String, String)>;

/// The events of a body as they are written, each up to the empty line that ends it.
pub(super) fn blocks(body: Body) -> impl Stream<Item = Vec<u8>> {
    stream::unfold((body.into_data_stream(), Vec::new()), |(mut pieces, mut read)| async move {
        loop {
            if let Some(at) = read.windows(2).position(|pair| pair == b"\n\n") {
                let rest = read.split_off(at + 2);
                return Some((read, (pieces, rest)));
            }
            read.extend_from_slice(&pieces.next().await?.ok()?);
        }
    })
}

/// The fields of an event save its data, which comes apart.
pub(super) fn split(block: &[u8]) -> (Fields, Vec<u8>) {
    let (mut fields, mut data) = (Vec::new(), Vec::new());
    for line in String::from_utf8_lossy(block).lines().filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => data.push(value.to_owned()),
            name => fields.push((name.to_owned(), value.to_owned())),
        }
    }
    (fields, data.join("\n").into_bytes())
}

/// The event of a message, with fields beside its own.
pub(super) fn event(message: &Message, fields: Fields) -> Vec<u8> {
    let mut fields: BTreeMap<_, _> = fields.into_iter().map(|(name, value)| (name, Some(value))).collect();
    fields.extend(message.event.clone());
    let mut event = Vec::new();
    for (name, value) in fields {
        event.extend(value.map(|value| format!("{name}: {value}\n").into_bytes()).unwrap_or_default());
    }
    for line in message.bytes.split(|byte| *byte == b'\n') {
        event.extend([b"data: ", line, b"\n"].concat());
    }
    event.push(b'\n');
    event
}
