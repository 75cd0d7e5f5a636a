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

/// Where an error unwinding through the readers leaves its way, and how far they have come.
#[derive(Default)]
pub(crate) struct Trail {
    inmost_first: RefCell<Vec<Segment>>,
    kind: Cell<Option<DecodeErrorKind>>,
    reach: Reach,
}

impl Trail {
    /// For reading `text`, so that long lists in it get their room at once.
    pub(crate) fn over(text: &str) -> Self {
        Self { reach: Reach::of(text), ..Self::default() }
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

/// What travels with a reading: the pass and the place for an error's path.
#[derive(Clone, Copy)]
pub struct Cx<'c> {
    strict: bool,
    trail: &'c Trail,
}

impl<'c> Cx<'c> {
    pub(crate) fn tolerant(trail: &'c Trail) -> Self {
        Self { strict: false, trail }
    }

    pub(crate) fn strict(trail: &'c Trail) -> Self {
        Self { strict: true, trail }
    }

    pub(crate) fn is_strict(self) -> bool {
        self.strict
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
        self.trail.kind.set(Some(kind));
        E::custom(message)
    }

    /// What null means for an optional member.
    pub(crate) fn null<T, E: de::Error>(self) -> Result<Option<T>, E> {
        if self.strict {
            return Err(self.error(DecodeErrorKind::Null, "null where the member should be left out"));
        }
        Ok(None)
    }

    #[inline]
    pub(super) fn come_to(self, key: &Key<'_>) {
        self.trail.reach.come_to(key);
    }

    /// Where reading is, for [`room`](Self::room).
    pub(super) fn place(self) -> usize {
        self.trail.reach.place()
    }

    /// How many more the text may hold like the `count` that were read since `start`.
    pub(super) fn room(self, start: usize, count: usize) -> usize {
        self.trail.reach.room(start, count)
    }

    fn leave(self, segment: Segment) {
        self.trail.inmost_first.borrow_mut().push(segment);
    }
}
