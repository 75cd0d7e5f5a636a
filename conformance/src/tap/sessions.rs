//! Which recorded connection an HTTP exchange belongs to.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::http1::Headers;
use crate::transcript::{Recorder, Track, Transport};

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// The MCP sessions seen so far: each is one connection of the recording, however many sockets it uses.
#[derive(Debug)]
pub(super) struct Sessions {
    recorder: Recorder,
    target: String,
    known: Mutex<Known>,
    lost: AtomicUsize,
}

#[derive(Debug, Default)]
struct Known {
    by_id: HashMap<String, Track>,
    latest: Option<Track>,
    /// Whether the latest has been refused its handshake, so that it has to try once more.
    refused: bool,
}

impl Sessions {
    pub(super) fn new(recorder: Recorder, target: String) -> Self {
        Self { recorder, target, known: Mutex::default(), lost: AtomicUsize::new(0) }
    }

    /// Where a request is recorded: with its session; a handshake begins a new one, unless it repeats one that was refused;
    /// without a session the latest.
    pub(super) fn of_request(&self, headers: &Headers, begins: bool) -> Track {
        let mut known = self.known();
        let named = session(headers).and_then(|id| known.by_id.get(id)).cloned();
        let again = known.refused;
        let kept = named.filter(|_| !begins).or_else(|| known.latest.clone().filter(|_| !begins || again));
        known.refused &= !begins;
        kept.unwrap_or_else(|| {
            let track = self.recorder.open(Transport::Http, self.target.as_str());
            known.latest = Some(track.clone());
            track
        })
    }

    /// Notes the session that a response gives, and whether it refuses a handshake.
    pub(super) fn of_response(&self, status: u16, headers: &Headers, track: &Track, begins: bool) {
        if begins && status >= 400 {
            let mut known = self.known();
            known.refused = known.latest.as_ref().is_some_and(|latest| latest.conn() == track.conn());
        }
        if let Some(id) = session(headers) {
            self.known().by_id.entry(id.to_owned()).or_insert_with(|| track.clone());
        }
    }

    /// Counts one direction of a socket that carried something else than HTTP/1.1.
    pub(super) fn count_lost(&self, is_lost: bool) {
        self.lost.fetch_add(usize::from(is_lost), Ordering::Relaxed);
    }

    /// How many directions of sockets could not be read.
    pub(super) fn lost(&self) -> usize {
        self.lost.load(Ordering::Relaxed)
    }

    /// Says of every session that it is over.
    pub(super) fn close(&self) {
        let known = self.known();
        let mut tracks: Vec<_> = known.by_id.values().chain(&known.latest).collect();
        tracks.sort_by_key(|track| track.conn());
        tracks.dedup_by_key(|track| track.conn());
        for track in tracks {
            track.record(crate::transcript::What::Closed);
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn session(headers: &Headers) -> Option<&str> {
    headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(SESSION)).map(|(_, value)| value.as_str())
}
