//! One session as the party at fault carries it on.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::UnboundedSender;

use super::opened::Opened;
use crate::fault::{
    Party,
    message::Message,
    occasion::Fault,
    voice::{Out, Voice},
};

/// One session: several requests speak with one voice.
#[derive(Debug)]
pub(super) struct Talk {
    of: Party,
    voice: Mutex<Voice>,
    pub(super) opened: Opened,
}

/// Where a client posts what it has to say beside.
pub(super) type Posts = Option<UnboundedSender<Message>>;

impl Talk {
    pub(super) fn new(of: Party, faults: &[Fault]) -> Self {
        Self { of, voice: Mutex::new(Voice::new(faults)), opened: Opened::default() }
    }

    pub(super) fn voice(&self) -> MutexGuard<'_, Voice> {
        self.voice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What becomes of a message of the server's: its own mutant says it, or that of its client hears it.
    pub(super) fn answered(&self, bytes: &[u8], posts: &Posts) -> Vec<Message> {
        if self.of == Party::Server {
            return said(self.voice().says(bytes)).collect();
        }
        let mut reaches = Vec::new();
        for out in self.voice().hears(bytes) {
            match (out, posts) {
                (Out::Reach(message), _) => reaches.push(message),
                // Whoever is gone posts no more.
                (Out::Say(message), Some(posts)) => drop(posts.send(message)),
                _ => {}
            }
        }
        reaches
    }
}

/// What is said, without what is done besides.
pub(super) fn said(outs: Vec<Out>) -> impl Iterator<Item = Message> {
    outs.into_iter().filter_map(|out| if let Out::Say(message) = out { Some(message) } else { None })
}
