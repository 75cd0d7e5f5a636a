use super::Key;
use std::borrow::Cow;
use std::cell::Cell;

/// How far reading has come in a text, as the names on its way show: they are borrowed from the text. Nothing is known where
/// the text is not at hand.
#[derive(Default)]
pub(super) struct Reach {
    end: usize,
    at: Cell<usize>,
}

impl Reach {
    pub(super) fn of(text: &str) -> Self {
        let start = text.as_ptr().addr();
        Self { end: start + text.len(), at: Cell::new(start) }
    }

    #[inline]
    pub(super) fn come_to(&self, key: &Key<'_>) {
        if let Cow::Borrowed(name) = key.0 {
            self.at.set(name.as_ptr().addr());
        }
    }

    pub(super) fn place(&self) -> usize {
        self.at.get()
    }

    /// How many more there can be like the `count` since `start`; none where that is not known.
    pub(super) fn room(&self, start: usize, count: usize) -> usize {
        let (at, end) = (self.at.get(), self.end);
        // Text that was kept and is read again lies elsewhere.
        if start >= at || at > end {
            return 0;
        }
        (end - at) / ((at - start) / count).max(1)
    }
}
