//! The streams of a session that are open at a time.

use std::sync::{Mutex, PoisonError};

use axum::http::Method;
use tokio::sync::mpsc;

use super::event::event;
use crate::fault::{message::Message, step::Onto};

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

pub(super) type Sender = mpsc::Sender<Vec<u8>>;

/// The streams of a session that are open, in the order of their opening.
#[derive(Debug, Default)]
pub(super) struct Opened(Mutex<Vec<(Kind, mpsc::WeakSender<Vec<u8>>)>>);

impl Opened {
    pub(super) fn add(&self, kind: Kind, sender: &Sender) {
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
