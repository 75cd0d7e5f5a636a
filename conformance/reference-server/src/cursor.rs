//! Opaque cursors: a place in one list, sealed so that only what was handed out is taken back.

use std::hash::{DefaultHasher, Hash, Hasher};

/// A place in one of the server's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cursor {
    list: &'static str,
    next: usize,
}

impl Cursor {
    /// The place of the `next`-th registered entry of `list`.
    pub(crate) fn new(list: &'static str, next: usize) -> Self {
        Self { list, next }
    }

    /// Reads a cursor of `list`; `None` for any text that [`Cursor::text`] did not make for it.
    pub(crate) fn read(list: &'static str, text: &str) -> Option<usize> {
        let next = usize::from_str_radix(text.split_once('.')?.0, 16).ok()?;
        (Self::new(list, next).text() == text).then_some(next)
    }

    /// The text that a client is given.
    pub(crate) fn text(self) -> String {
        format!("{:x}.{:016x}", self.next, self.seal())
    }

    fn seal(self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.list, self.next).hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Cursor;

    proptest! {
        #[test]
        fn what_was_handed_out_comes_back(next: usize) {
            let text = Cursor::new("tools", next).text();
            prop_assert_eq!(Cursor::read("tools", &text), Some(next));
            prop_assert_eq!(Cursor::read("prompts", &text), None);
        }

        #[test]
        fn anything_else_is_refused(text in ".*") {
            prop_assert_eq!(Cursor::read("tools", &text), None);
        }
    }
}
