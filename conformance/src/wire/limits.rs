//! How much a server may say before this suite stops listening.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::transcript::value;

/// Limits on what a run takes in. They protect this program, and say nothing about the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest message, in bytes.
    pub message: usize,
    /// How many messages and lines, over all connections.
    pub messages: usize,
    /// How many bytes of messages, over all connections.
    pub bytes: usize,
    /// How many JSON values, over all connections: what a tree costs goes with their number, not with their bytes.
    pub values: usize,
    /// How many bytes of standard error are kept; the rest is read and dropped.
    pub stderr: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { message: 8 << 20, messages: 10 << 10, bytes: 24 << 20, values: 400 << 10, stderr: 256 << 10 }
    }
}

/// What is left of the limits; clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    limits: Limits,
    spent: Arc<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    messages: AtomicUsize,
    bytes: AtomicUsize,
    values: AtomicUsize,
    stderr: AtomicUsize,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, spent: Arc::default() }
    }

    /// The longest message, in bytes.
    pub(crate) fn message(&self) -> usize {
        self.limits.message
    }

    /// Takes one message from the budget, or says which limit it breaks.
    pub(crate) fn take(&self, text: &[u8]) -> Result<(), String> {
        let Limits { message, messages, values, .. } = self.limits;
        let bytes = text.len();
        if bytes > message {
            return Err(format!("a message of more than {message} bytes came"));
        }
        if self.spent.messages.fetch_add(1, Ordering::Relaxed) >= messages {
            return Err(format!("more than {messages} messages came"));
        }
        self.pass(bytes)?;
        let count = value::count(text);
        if self.spent.values.fetch_add(count, Ordering::Relaxed) + count > values {
            return Err(format!("more than {values} JSON values came"));
        }
        Ok(())
    }

    /// Takes bytes that are not (yet) a message, such as comments of a stream, or says which limit they break.
    pub(crate) fn pass(&self, bytes: usize) -> Result<(), String> {
        let all = self.limits.bytes;
        if self.spent.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > all {
            return Err(format!("more than {all} bytes came"));
        }
        Ok(())
    }

    /// Whether a piece of standard error of that length is kept.
    pub(crate) fn keeps_stderr(&self, bytes: usize) -> bool {
        self.spent.stderr.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.limits.stderr
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Limits};

    #[test]
    fn clones_share_what_is_left() {
        let limits = Limits { message: 10, messages: 3, bytes: 12, values: 9, stderr: 5 };
        let (one, two) = (Budget::new(limits), Budget::new(limits));
        assert!(one.take(&[b'1'; 11]).unwrap_err().contains("more than 10 bytes"));
        assert!(one.take(&[b'1'; 8]).is_ok() && one.clone().take(b"1234").is_ok());
        assert!(one.take(b"1").unwrap_err().contains("more than 12 bytes"));
        (0..3).for_each(|_| two.take(b"1").unwrap());
        assert!(two.take(b"1").unwrap_err().contains("3 messages"));
        assert!(two.keeps_stderr(5) && !two.keeps_stderr(1));
        let three = Budget::new(Limits { bytes: 99, values: 8, ..limits });
        assert!(three.take(b"[0,0,0]").is_ok() && three.take(b"[0,0]").is_ok());
        assert!(three.take(b"[0]").unwrap_err().contains("more than 8 JSON values"));
    }
}
