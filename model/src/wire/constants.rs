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
            if let Some(index) = wanted.iter().position(|(name, _)| *name == checked) {
                constants.see(index);
            }
        }
        constants
    }

    /// Reads the value of the constant `name` and holds it against the only value allowed.
    // Inlined, so that the compiler does the search among names that it knows.
    #[inline]
    pub(crate) fn read<'de, A: MapAccess<'de>>(
        &self,
        members: &mut Members<'de, A>,
        name: &'static str,
        cx: Cx<'_>,
    ) -> Result<(), A::Error> {
        let found = cx.under(name, members.next_text())?;
        let index = self.wanted.iter().position(|(wanted, _)| *wanted == name).expect("the constant is declared");
        if self.has_seen(index) {
            return Err(duplicate(name, cx));
        }
        self.see(index);
        check(name, self.wanted[index].1, &found, cx)
    }

    fn see(&self, index: usize) {
        self.seen.set(self.seen.get() | 1 << index);
    }

    fn has_seen(&self, index: usize) -> bool {
        self.seen.get() & (1 << index) != 0
    }

    pub(crate) fn finish<E: serde::de::Error>(&self, cx: Cx<'_>) -> Result<(), E> {
        for (index, (name, _)) in self.wanted.iter().enumerate() {
            if !self.has_seen(index) {
                return Err(missing(name, cx));
            }
        }
        Ok(())
    }
}

/// Holds what was found against the only value allowed.
pub(super) fn check<E: serde::de::Error>(name: &'static str, value: &str, found: &str, cx: Cx<'_>) -> Result<(), E> {
    if found == value {
        return Ok(());
    }
    let error = cx.error(DecodeErrorKind::Value, format_args!("expected \"{value}\", found {found:?}"));
    cx.under(name, Err(error))
}
