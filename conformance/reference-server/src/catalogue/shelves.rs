//! The books there are.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::book::{Book, Topic};
use crate::ToolError;

const BOOKS: [(&str, &str, u16, Topic); 12] = [
    ("The Sea Atlas", "Ines Caldeira", 1931, Topic::Sea),
    ("Salt and Rope", "Tom Halloran", 1958, Topic::Sea),
    ("A Year of Tides", "Maren Voss", 1987, Topic::Sea),
    ("Lighthouse Keeping", "Jonas Ekdahl", 1912, Topic::Sea),
    ("Stars for Walkers", "Amina Diallo", 2004, Topic::Stars),
    ("The Slow Comet", "Petra Lindqvist", 1976, Topic::Stars),
    ("Counting Moons", "Hiro Tanabe", 1999, Topic::Stars),
    ("Night Gardens", "Odile Marchand", 2011, Topic::Gardens),
    ("Moss by Moss", "Rowan Pike", 1969, Topic::Gardens),
    ("The Walled Orchard", "Ester Novak", 1944, Topic::Gardens),
    ("Seeds in Winter", "Lea Baumann", 1995, Topic::Gardens),
    ("Water Under Glass", "Piet de Wit", 2018, Topic::Gardens),
];

/// The books there are, which all sessions of one server share.
pub(super) struct Shelves(Mutex<BTreeMap<u32, Book>>);

impl Shelves {
    pub(super) fn new() -> Self {
        let books = (1..).zip(BOOKS);
        let books = books.map(|(id, (title, author, year, topic))| {
            let (title, author) = (title.to_owned(), author.to_owned());
            let lent_to = None;
            (id, Book { id, title, author, year, topic, lent_to })
        });
        Self(Mutex::new(books.collect()))
    }

    /// All books, by id.
    pub(super) fn all(&self) -> Vec<Book> {
        self.books().values().cloned().collect()
    }

    pub(super) fn find(&self, id: u32) -> Result<Book, ToolError> {
        self.books().get(&id).cloned().ok_or_else(|| unknown(id))
    }

    /// Hands a book to a reader, or takes it back.
    pub(super) fn lend(&self, id: u32, reader: Option<String>) -> Result<Book, ToolError> {
        let mut books = self.books();
        let book = books.get_mut(&id).ok_or_else(|| unknown(id))?;
        if let (Some(holder), Some(_)) = (&book.lent_to, &reader) {
            return Err(ToolError::new(format!("{} is lent to {holder}; take another book", book.title)));
        }
        book.lent_to = reader;
        Ok(book.clone())
    }

    pub(super) fn remove(&self, id: u32) -> Result<Book, ToolError> {
        self.books().remove(&id).ok_or_else(|| unknown(id))
    }

    fn books(&self) -> MutexGuard<'_, BTreeMap<u32, Book>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown(id: u32) -> ToolError {
    ToolError::new(format!("there is no book {id}; search_books tells which there are"))
}
