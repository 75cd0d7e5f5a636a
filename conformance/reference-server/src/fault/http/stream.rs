//! Streams of events with faults.

use std::{convert::Infallible, sync::Arc};

use axum::{
    body::Body,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use tokio::sync::mpsc;

use super::{
    StreamEdit,
    event::{Fields, blocks, event, split},
    opened::{Kind, Sender},
    talk::{Posts, Talk},
};
use crate::fault::message::Message;

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

    async fn pump(&self, body: Body, sender: &Sender) -> Result<(), Gone> {
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
    fn opening(&self, block: Vec<u8>, fields: Fields) -> Vec<u8> {
        let is_comment = fields.iter().all(|(name, _)| name.is_empty());
        match &self.edit.opening {
            _ if is_comment => block,
            Some(opening) => opening.clone().into_bytes(),
            None if self.edit.event.is_empty() => block,
            None => event(&Message { event: self.edit.event.clone(), ..Message::default() }, fields),
        }
    }

    /// The first of the messages has the fields of the event that it came in.
    async fn send(&self, sender: &Sender, said: &[Message], mut fields: Fields) -> Result<(), Gone> {
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
