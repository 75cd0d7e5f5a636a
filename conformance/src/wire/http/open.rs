//! An HTTP exchange that is under way.

use std::time::Duration;

use crate::transcript::{Track, What};

/// An exchange from its request to the end of its response. If it is dropped before, the client has let go of it, and the
/// recording says so.
pub(super) struct Open {
    track: Track,
    pub(super) http: u64,
    ended: bool,
}

impl Open {
    pub(super) fn new(track: Track, http: u64) -> Self {
        Self { track, http, ended: false }
    }

    /// Records what happens in it.
    pub(super) fn record(&self, what: What) {
        self.track.record_http(self.http, what);
    }

    /// The server has ended the response.
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.record(What::Closed);
    }

    /// There is no response, for a reason of its own.
    pub(super) fn fail(&mut self) {
        self.ended = true;
    }

    /// The response has brought all it should, and stays open all the same.
    pub(super) fn stays(&self, waited: Duration) {
        self.record(What::Silence(waited));
    }

    /// The request was sent on: what follows belongs to another exchange.
    pub(super) fn goes_on(&mut self, http: u64) {
        self.record(What::Closed);
        self.http = http;
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if !self.ended {
            self.record(What::InputClosed);
        }
    }
}
