//! Streams of events with faults.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::Body,
    http::{Method, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::mpsc;

use super::{
    StreamEdit,
    talk::{Posts, Talk},
};
use crate::fault::{message::Message, step::Onto};

/// A stream of the server's, and what is to go wrong in it.
pub(super) struct Events {
    pub(super) talk: Arc<Talk>,
    /// How it was opened.
    pub(super) kind: Kind,
    /// What is said before anything of the server's.
    pub(super) first: Vec<Message>,
    pub(super) edit: StreamEdit,
    pub(super) posts: Posts,
}

/// How a stream was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Posted,
    Got,
}

impl Kind {
    pub(super) fn of(method: &Method) -> Self {
        if *method == Method::GET { Self::Got } else { Self::Posted }
    }
}

type Sender = mpsc::Sender<Vec<u8>>;

/// The streams of a session that are open, in the order of their opening.
#[derive(Debug, Default)]
pub(super) struct Opened(Mutex<Vec<(Kind, mpsc::WeakSender<Vec<u8>>)>>);

impl Opened {
    fn add(&self, kind: Kind, sender: &Sender) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, sender)| sender.strong_count() > 0);
        all.push((kind, sender.downgrade()));
    }

    /// The newest stream that was opened in the other way.
    fn other(&self, kind: Kind) -> Option<Sender> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others = all.iter().rev().filter(|(other, _)| *other != kind);
        others.filter_map(|(_, sender)| sender.upgrade()).find(|sender| !sender.is_closed())
    }

    /// Puts a message onto the other kind of stream, where it goes there; whether it is to be said on its own too.
    pub(super) async fn divert(&self, kind: Kind, message: &Message) -> bool {
        let Some(onto) = message.onto else { return true };
        let Some(other) = self.other(kind) else { return true };
        let sent = other.send(event(message, Vec::new())).await;
        onto == Onto::Both || sent.is_err()
    }
}

/// The client has gone.
struct Gone;

/// A stream of these messages alone.
pub(super) fn response(said: Vec<Message>) -> Response {
    let events = stream::iter(said).then(|message| async move {
        tokio::time::sleep(message.delay).await;
        Ok::<_, Infallible>(event(&message, Vec::new()))
    });
    ([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
}

impl Events {
    /// The body with all that goes wrong.
    pub(super) fn carry(self, body: Body) -> Body {
        let (sender, receiver) = mpsc::channel(1);
        self.talk.opened.add(self.kind, &sender);
        tokio::spawn(async move {
            if self.pump(body, &sender).await.is_ok() && self.edit.linger {
                sender.closed().await;
            }
        });
        let events = stream::unfold(receiver, |mut receiver: mpsc::Receiver<Vec<u8>>| async move {
            Some((Ok::<_, Infallible>(receiver.recv().await?), receiver))
        });
        Body::from_stream(events)
    }

    async fn pump(&self, body: Body, sender: &mpsc::Sender<Vec<u8>>) -> Result<(), Gone> {
        let mut blocks = Box::pin(blocks(body));
        let mut messages = 0;
        self.send(sender, &self.first, Vec::new()).await?;
        loop {
            let block = tokio::select! {
                () = sender.closed() => return Err(Gone),
                block = blocks.next() => block,
            };
            let Some(block) = block else { return Ok(()) };
            let (fields, data) = split(&block);
            if data.is_empty() {
                sender.send(self.opening(block, fields)).await.map_err(|_| Gone)?;
                continue;
            }
            let said = self.talk.answered(&data, &self.posts);
            self.send(sender, &said, fields).await?;
            messages += 1;
            if self.edit.cut.is_some_and(|cut| messages >= cut) {
                return Ok(());
            }
        }
    }

    /// An event without data, which only says how the stream is to be read.
    fn opening(&self, block: Vec<u8>, fields: Vec<(String, String)>) -> Vec<u8> {
        let is_comment = fields.iter().all(|(name, _)| name.is_empty());
        match &self.edit.opening {
            _ if is_comment => block,
            Some(opening) => opening.clone().into_bytes(),
            None if self.edit.event.is_empty() => block,
            None => event(&Message { event: self.edit.event.clone(), ..Message::default() }, fields),
        }
    }

    /// The first of the messages has the fields of the event that it came in.
    async fn send(
        &self,
        sender: &mpsc::Sender<Vec<u8>>,
        said: &[Message],
        mut fields: Vec<(String, String)>,
    ) -> Result<(), Gone> {
        for message in said {
            tokio::time::sleep(message.delay).await;
            if !self.talk.opened.divert(self.kind, message).await {
                continue;
            }
            let mut edited = message.clone();
            edited.event.extend(self.edit.event.clone());
            sender.send(event(&edited, std::mem::take(&mut fields))).await.map_err(|_| Gone)?;
        }
        Ok(())
    }
}

/// The events of a body as they are written, each up to the empty line that ends it.
fn blocks(body: Body) -> impl Stream<Item = Vec<u8>> {
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
fn split(block: &[u8]) -> (Vec<(String, String)>, Vec<u8>) {
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

fn event(message: &Message, fields: Vec<(String, String)>) -> Vec<u8> {
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
