use super::object::{duplicate, missing};
use super::{Cx, Members};
use crate::decode::DecodeErrorKind;
use serde::de::MapAccess;
use std::cell::Cell;

/// The members of an object that can have one value only, such as `type` or `jsonrpc`.
pub(crate) struct Constants {
    wanted: &'static [(&'static str, &'static str)],
    seen: Cell<u8>,
}

impl Constants {
    /// `checked` names those that have been checked already.
    #[inline]
    pub(crate) fn new(wanted: &'static [(&'static str, &'static str)], checked: [Option<&str>; 2]) -> Self {
        let constants = Self { wanted, seen: Cell::new(0) };
        for checked in checked.into_iter().flatten() {
            if let Some(place) = wanted.iter().position(|(name, _)| *name == checked) {
                constants.see(place);
            }
        }
        constants
    }

    /// Reads the value of the constant in this place and holds it against the only value allowed.
    pub(crate) fn read<'de, A: MapAccess<'de>>(
        &self,
        members: &mut Members<'de, A>,
        place: usize,
        cx: Cx<'_>,
    ) -> Result<(), A::Error> {
        let (name, value) = self.wanted[place];
        let found = cx.under(name, members.next_text())?;
        if self.has_seen(place) {
            return Err(duplicate(name, cx));
        }
        self.see(place);
        check(name, value, &found, cx)
    }

    fn see(&self, place: usize) {
        self.seen.set(self.seen.get() | 1 << place);
    }

    fn has_seen(&self, place: usize) -> bool {
        self.seen.get() & (1 << place) != 0
    }

    #[inline]
    pub(crate) fn finish<E: serde::de::Error>(&self, cx: Cx<'_>) -> Result<(), E> {
        for (place, (name, _)) in self.wanted.iter().enumerate() {
            if !self.has_seen(place) {
                return Err(missing(name, cx));
            }
        }
        Ok(())
    }
}

/// Where a constant stands among the others.
// Inlined, so that the compiler does the search among names that it knows.
#[inline]
pub(crate) fn place(wanted: &[(&str, &str)], name: &str) -> usize {
    wanted.iter().position(|(wanted, _)| *wanted == name).expect("the constant is declared")
}

/// Holds what was found against the only value allowed.
pub(super) fn check<E: serde::de::Error>(name: &'static str, value: &str, found: &str, cx: Cx<'_>) -> Result<(), E> {
    if found == value {
        return Ok(());
    }
    let error = cx.error(DecodeErrorKind::Value, format_args!("expected \"{value}\", found {found:?}"));
    cx.under(name, Err(error))
}
