use super::Key;
use super::reach::Reach;
use crate::{DecodeErrorKind, Path};
use serde::de;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::Display;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    Member(Cow<'static, str>),
    Element(usize),
}

/// What a reading knows: which pass it is, where an error unwinding through the readers leaves its way, how far they have come.
#[derive(Default)]
pub(crate) struct Trail {
    strict: bool,
    quick: bool,
    quick_failed: Cell<bool>,
    kind: Cell<Option<DecodeErrorKind>>,
    inmost_first: RefCell<Vec<Segment>>,
    reach: Reach,
}

impl Trail {
    pub(crate) fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }

    /// For reading `text`, so that long lists in it get their room at once.
    pub(crate) fn over(text: &str, strict: bool) -> Self {
        Self { strict, reach: Reach::of(text), ..Self::default() }
    }

    /// For a first reading, which may give up where a second one, without this, has to see.
    pub(crate) fn quick(text: &str, strict: bool) -> Self {
        Self { quick: true, ..Self::over(text, strict) }
    }

    pub(crate) fn cx(&self) -> Cx<'_> {
        Cx(self)
    }

    /// Whether the first reading gave up.
    pub(crate) fn quick_failed(&self) -> bool {
        self.quick_failed.get()
    }

    pub(crate) fn kind(&self) -> Option<DecodeErrorKind> {
        self.kind.get()
    }

    pub(crate) fn path(&self) -> Path {
        Path::new(self.inmost_first.borrow().iter().rev().cloned().collect())
    }

    /// The error with its path in front, for callers that have only serde's error.
    pub(crate) fn explain<E: de::Error>(&self, error: E) -> E {
        let path = self.path();
        if path.is_root() {
            return error;
        }
        E::custom(format_args!("{path}: {error}"))
    }
}

/// What travels with a reading.
#[derive(Clone, Copy)]
pub struct Cx<'c>(&'c Trail);

impl Cx<'_> {
    pub(crate) fn is_strict(self) -> bool {
        self.0.strict
    }

    /// Whether a first reading may give up.
    pub(crate) fn is_quick(self) -> bool {
        self.0.quick
    }

    /// Has all read a second time if this is an error.
    pub(crate) fn or_again<T, E>(self, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() {
            self.0.quick_failed.set(true);
        }
        read
    }

    /// Notes on the way out that the error came from under `name`.
    #[inline]
    pub(crate) fn under<T, E>(self, name: &'static str, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() {
            self.leave(Segment::Member(Cow::Borrowed(name)));
        }
        read
    }

    pub(crate) fn under_key<T, E>(self, name: &str, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() {
            self.leave(Segment::Member(Cow::Owned(name.to_owned())));
        }
        read
    }

    #[inline]
    pub(crate) fn at<T, E>(self, index: usize, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() {
            self.leave(Segment::Element(index));
        }
        read
    }

    pub(crate) fn error<E: de::Error>(self, kind: DecodeErrorKind, message: impl Display) -> E {
        self.0.kind.set(Some(kind));
        E::custom(message)
    }

    /// What null means for an optional member.
    pub(crate) fn null<T, E: de::Error>(self) -> Result<Option<T>, E> {
        if self.0.strict {
            return Err(self.error(DecodeErrorKind::Null, "null where the member should be left out"));
        }
        Ok(None)
    }

    #[inline]
    pub(super) fn come_to(self, key: &Key<'_>) {
        self.0.reach.come_to(key);
    }

    /// Where reading is, for [`room`](Self::room).
    pub(super) fn place(self) -> usize {
        self.0.reach.place()
    }

    /// How many more the text may hold like the `count` that were read since `start`.
    pub(super) fn room(self, start: usize, count: usize) -> usize {
        self.0.reach.room(start, count)
    }

    fn leave(self, segment: Segment) {
        self.0.inmost_first.borrow_mut().push(segment);
    }
}
