//! What a book is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a book is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Topic {
    Sea,
    Stars,
    Gardens,
}

/// One book of the library.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct Book {
    /// The number on its back.
    pub(super) id: u32,
    /// Its title.
    pub(super) title: String,
    /// Who wrote it.
    pub(super) author: String,
    /// The year in which it came out.
    pub(super) year: u16,
    /// What it is about.
    pub(super) topic: Topic,
    /// Who has it, if it is lent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lent_to: Option<String>,
}

impl Book {
    /// The URI of the resource that holds its record.
    pub(super) fn uri(&self) -> String {
        uri(self.id)
    }

    /// Whether its title or author holds these words, whatever their case.
    pub(super) fn mentions(&self, words: &str) -> bool {
        let words = words.to_lowercase();
        [&self.title, &self.author].iter().any(|text| text.to_lowercase().contains(&words))
    }
}

/// The URI of a book's record.
pub(super) fn uri(id: u32) -> String {
    format!("library://books/{id}")
}
