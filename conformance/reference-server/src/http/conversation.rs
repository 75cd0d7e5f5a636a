//! One session as HTTP carries it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use mcp_model::{ProtocolVersion, RequestId};

use super::{event_stream::Fields, posted::Posted, reader::Reader, streams::Streams};
use crate::{Opening, Server, Session, session};

/// One session as HTTP carries it: what is posted goes in, what comes out goes to the streams.
pub(super) struct Conversation<C> {
    pub(super) session: Session<C>,
    pub(super) streams: Arc<Streams>,
    used: Mutex<Instant>,
}

impl<C: Send + Sync + 'static> Conversation<C> {
    pub(super) fn open(server: &Server<C>, opening: Opening) -> Self {
        let (session, mut outbox) = server.session(opening);
        let streams = Arc::<Streams>::default();
        let delivering = Arc::clone(&streams);
        tokio::spawn(async move {
            while let Some(message) = outbox.next().await {
                delivering.deliver(&message);
            }
            delivering.close();
        });
        Self { session, streams, used: Mutex::new(Instant::now()) }
    }

    /// Opens the stream of what is to be answered; `None` where an id is in use.
    pub(super) fn stream(&self, asked: &[RequestId]) -> Option<Reader> {
        self.streams.open(asked)
    }

    pub(super) async fn receive(&self, posted: Posted) {
        for message in posted.0 {
            let cancelled = session::cancels(&message);
            self.session.dispatch(message).await;
            if let Some(id) = cancelled {
                self.streams.cancel(&id);
            }
        }
    }

    /// What clients of its revision can read.
    pub(super) fn fields(&self) -> Fields {
        let hello = self.session.peer.hello.get();
        let is_newest = hello.is_some_and(|hello| hello.version == ProtocolVersion::LATEST);
        if is_newest { Fields::IdsAndPriming } else { Fields::Ids }
    }

    pub(super) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether nobody used it for so long, nor listens.
    pub(super) fn is_idle(&self, limit: Duration) -> bool {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.elapsed() > limit && !self.streams.are_read()
    }
}
