//! The resources: the house rules, the sign, and a record of every book.

use std::sync::Arc;

use mcp_model::{Annotations, Priority, Role};

use super::{book::Book, samples, shelves::Shelves};
use crate::{Arguments, ResourceHandler, ResourceTemplateHandler, ServerBuilder, resource, resource_template};

const JSON: &str = "application/json";
const RULES: &str = "# House rules\n\nBring every book back within a month, dry and whole.\n";

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    let server = server.resource(rules()).resource(sign());
    let records = shelves.all().into_iter().map(|book| record(&book, Arc::clone(shelves)));
    records
        .fold(server, ServerBuilder::resource)
        .resource_template(by_id(Arc::clone(shelves)))
        .resource_template(by_words(Arc::clone(shelves)))
}

fn rules() -> ResourceHandler {
    resource("rules", "library://rules")
        .title("House rules")
        .description("What readers agree to.")
        .mime_type("text/markdown")
        .size(RULES.len() as u64)
        .annotations(
            Annotations::new()
                .audience([Role::User, Role::Assistant])
                .priority(Priority::new(1.0).expect("within 0..=1")),
        )
        .read(|| async { RULES })
}

fn sign() -> ResourceHandler {
    resource("sign", "library://sign")
        .title("The sign over the door")
        .mime_type("image/png")
        .size(samples::COVER_PNG.len() as u64)
        .read(|| async { samples::COVER_PNG.to_vec() })
}

fn record(book: &Book, shelves: Arc<Shelves>) -> ResourceHandler {
    let id = book.id;
    resource(format!("book-{id}"), book.uri()).title(&book.title).description("A book's record.").mime_type(JSON).read(
        move || {
            let record = written(&shelves, id);
            async move { record }
        },
    )
}

fn by_id(shelves: Arc<Shelves>) -> ResourceTemplateHandler {
    let known = Arc::clone(&shelves);
    resource_template("book", "library://books/{id}")
        .title("A book by its id")
        .description("The record of the book with this number on its back.")
        .mime_type(JSON)
        .complete("id", move |start, _| {
            let ids = known.all().into_iter().map(|book| book.id.to_string());
            let ids = ids.filter(|id| id.starts_with(&start)).collect();
            async move { ids }
        })
        .read(move |variables: Arguments| {
            let id = variables.get("id").and_then(|id| id.parse().ok());
            let record = id.and_then(|id| written(&shelves, id));
            async move { record }
        })
}

fn by_words(shelves: Arc<Shelves>) -> ResourceTemplateHandler {
    resource_template("search", "library://search{?query}")
        .title("Books by words")
        .description("The records of all books whose title or author holds these words.")
        .mime_type(JSON)
        .read(move |variables: Arguments| {
            let mut books = shelves.all();
            books.retain(|book| book.mentions(variables.get("query").unwrap_or_default()));
            async move { serde_json::to_string(&books) }
        })
}

fn written(shelves: &Shelves, id: u32) -> Option<String> {
    serde_json::to_string(&shelves.find(id).ok()?).ok()
}
