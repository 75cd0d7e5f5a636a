//! One connection that reads a stream.

use std::sync::Arc;

use tokio::sync::Notify;

use super::{event_log::Next, streams::Streams};

/// One connection that reads a stream. Of one stream only the latest reader gets anything.
pub(super) struct Reader {
    pub(super) streams: Arc<Streams>,
    /// Which stream.
    pub(super) number: u64,
    /// When it began to read, among all readers.
    pub(super) turn: u64,
    /// The number of the message that it read last.
    pub(super) last: u64,
    pub(super) changed: Arc<Notify>,
}

impl Reader {
    /// The next message; `None` at the end of the stream, or when another connection goes on with it.
    pub(super) async fn next(&mut self) -> Option<Arc<str>> {
        loop {
            // Made before the look, so that it misses nothing that comes after.
            let changed = self.changed.notified();
            match self.streams.after(self.number, self.turn, self.last) {
                Next::Message(text) => {
                    self.last += 1;
                    return Some(text);
                }
                Next::End => return None,
                Next::NothingYet => changed.await,
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.streams.leave(self.number, self.turn);
    }
}
