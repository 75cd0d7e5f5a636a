//! The entries of one list, found by what identifies them and handed out by the page.

use std::collections::HashMap;

use mcp_model::ErrorObject;

use crate::{Lists, cursor::Cursor, lists::List, protocol_error::invalid_params};

/// An entry that a list shows.
pub(crate) trait Listed {
    const LIST: List;
    type Descriptor: Clone;

    fn key(&self) -> &str;
    fn descriptor(&self) -> &Self::Descriptor;
}

/// The entries of one list.
pub(crate) struct Shelf<E> {
    entries: Vec<E>,
    by_key: HashMap<String, usize>,
    lists: Lists,
}

/// A page of a list, and the cursor of the next one.
pub(crate) type Page<D> = (Vec<D>, Option<String>);

impl<E: Listed> Shelf<E> {
    pub(crate) fn new(entries: Vec<E>, lists: Lists) -> Self {
        let keys = entries.iter().map(|entry| entry.key().to_owned());
        let by_key = keys.zip(0..).collect();
        Self { entries, by_key, lists }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry of this name, URI or URI template, unless it is hidden.
    pub(crate) fn find(&self, key: &str) -> Option<&E> {
        let entry = &self.entries[*self.by_key.get(key)?];
        self.lists.shows(E::LIST, key).then_some(entry)
    }

    /// All entries, hidden or not.
    pub(crate) fn all(&self) -> impl Iterator<Item = &E> {
        self.entries.iter()
    }

    /// All entries that are not hidden.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &E> {
        self.shown_from(0).map(|(_, entry)| entry)
    }

    /// The page that a cursor leads to; the first one without a cursor.
    pub(crate) fn page(&self, cursor: Option<&str>, size: usize) -> Result<Page<E::Descriptor>, ErrorObject> {
        let start = cursor.map_or(Some(0), |text| Cursor::read(E::LIST.name(), text));
        let start = start.ok_or_else(|| invalid_params("unknown cursor; begin again without one"))?;
        let mut rest = self.shown_from(start);
        let page = rest.by_ref().take(size);
        let page = page.map(|(_, entry)| entry.descriptor().clone()).collect();
        let next = rest.next().map(|(at, _)| Cursor::new(E::LIST.name(), at).text());
        Ok((page, next))
    }

    fn shown_from(&self, start: usize) -> impl Iterator<Item = (usize, &E)> {
        let numbered = self.entries.iter().enumerate().skip(start);
        numbered.filter(|(_, entry)| self.lists.shows(E::LIST, entry.key()))
    }
}
