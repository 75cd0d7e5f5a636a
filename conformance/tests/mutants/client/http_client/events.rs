//! The events of a stream.

use std::time::Duration;

/// What a stream has brought so far, and how to come back to it.
#[derive(Default)]
pub(super) struct Events {
    read: Vec<u8>,
    pub(super) last_id: Option<String>,
    /// How long to wait before; not at all where the server does not say.
    pub(super) retry: Duration,
}

impl Events {
    /// The data of the events that these bytes bring to their end.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        self.read.extend_from_slice(bytes);
        let mut heard = Vec::new();
        while let Some(at) = self.read.windows(2).position(|pair| pair == b"\n\n") {
            let event: Vec<u8> = self.read.drain(..at + 2).collect();
            heard.push(self.take(&String::from_utf8_lossy(&event)));
        }
        heard.retain(|data| !data.is_empty());
        heard
    }

    fn take(&mut self, event: &str) -> String {
        let mut data = Vec::new();
        for (name, value) in event.lines().filter_map(|line| line.split_once(':')) {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match name {
                "id" => self.last_id = Some(value.to_owned()).filter(|id| !id.is_empty()),
                "retry" => self.retry = value.parse().map_or(self.retry, Duration::from_millis),
                "data" => data.push(value),
                _ => {}
            }
        }
        data.join("\n")
    }
}
