//! Takes down what happens while it happens.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::event::{Event, Transport, What};
use super::secrets::Secrets;
use super::{Client, Header, Transcript};

/// A recording in the making. Clones write to the same recording; number and time are given under one lock, so both
/// always rise together.
#[derive(Clone)]
pub struct Recorder {
    tape: Arc<Mutex<Tape>>,
    secrets: Arc<Secrets>,
}

struct Tape {
    header: Header,
    start: Instant,
    events: Vec<Event>,
    connections: u32,
    exchanges: u64,
    cut: BTreeSet<u32>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("events", &self.tape().events.len()).finish_non_exhaustive()
    }
}

impl Recorder {
    /// A recording that begins now; whatever is secret is replaced before it is kept.
    pub fn new(client: Client, secrets: Secrets) -> Self {
        let tool = Some(concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned());
        let tape = Tape {
            header: Header { client, tool, also: Vec::new() },
            start: Instant::now(),
            events: Vec::new(),
            connections: 0,
            exchanges: 0,
            cut: BTreeSet::new(),
        };
        Self { tape: Arc::new(Mutex::new(tape)), secrets: Arc::new(secrets) }
    }

    /// Begins a connection and says so in the recording.
    pub fn open(&self, transport: Transport, target: impl Into<String>) -> Track {
        let conn = {
            let mut tape = self.tape();
            tape.connections += 1;
            tape.connections
        };
        let track = Track { recorder: self.clone(), conn };
        track.record(What::Opened { transport, target: Some(target.into()) });
        track
    }

    /// What is recorded so far.
    pub fn transcript(&self) -> Transcript {
        let tape = self.tape();
        Transcript::new(tape.header.clone(), tape.events.iter().cloned())
    }

    fn record(&self, conn: u32, http: Option<u64>, what: What) -> u64 {
        let what = self.secrets.hide(what);
        let mut tape = self.tape();
        let seq = tape.events.last().map_or(1, |event| event.seq + 1);
        if tape.cut.contains(&conn) {
            return seq;
        }
        if matches!(what, What::CutOff(_)) {
            tape.cut.insert(conn);
        }
        let at = tape.start.elapsed();
        tape.events.push(Event { seq, at, conn, http, what });
        seq
    }

    fn tape(&self) -> MutexGuard<'_, Tape> {
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a recording that one connection writes. After a [`What::CutOff`] it stays as it is.
#[derive(Debug, Clone)]
pub struct Track {
    recorder: Recorder,
    conn: u32,
}

impl Track {
    /// Takes down what happened just now, and gives its number.
    pub fn record(&self, what: What) -> u64 {
        self.recorder.record(self.conn, None, what)
    }

    /// Takes down what happened just now in an HTTP exchange.
    pub fn record_http(&self, http: u64, what: What) -> u64 {
        self.recorder.record(self.conn, Some(http), what)
    }

    /// A number for the next HTTP exchange.
    pub fn exchange(&self) -> u64 {
        let mut tape = self.recorder.tape();
        tape.exchanges += 1;
        tape.exchanges
    }

    /// The number of the connection.
    pub fn conn(&self) -> u32 {
        self.conn
    }
}

#[cfg(test)]
mod tests {
    use super::Recorder;
    use crate::transcript::{Client, Connection, Secrets, Text, Transport, What};

    fn recorder() -> Recorder {
        Recorder::new(Client::Suite, Secrets::default())
    }

    #[test]
    fn number_and_time_rise_together_over_all_connections() {
        let recorder = recorder();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let track = recorder.open(Transport::Memory, "a pipe");
                scope.spawn(move || (0..50).for_each(|_| assert!(track.record(What::InputClosed) > 0)));
            }
        });
        let transcript = recorder.transcript();
        let mut events: Vec<_> = transcript.connections().flat_map(Connection::events).collect();
        events.sort_by_key(|event| event.seq);
        assert_eq!(events.len(), 4 * 51);
        assert!(events.windows(2).all(|two| two[0].seq + 1 == two[1].seq && two[0].at <= two[1].at));
    }

    #[test]
    fn nothing_follows_a_cut_and_other_connections_go_on() {
        let recorder = recorder();
        let (cut, other) = (recorder.open(Transport::Memory, "one"), recorder.open(Transport::Memory, "two"));
        cut.record(What::CutOff("too much".to_owned()));
        cut.record(What::Received(Text::from("{}\n")));
        other.record(What::Closed);
        let lengths: Vec<_> = recorder.transcript().connections().map(|one| one.events().len()).collect();
        assert_eq!(lengths, [2, 2]);
    }
}
