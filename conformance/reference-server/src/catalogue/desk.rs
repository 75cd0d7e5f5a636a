//! The tools that readers use: find, look at, lend and return books.

use std::sync::Arc;

use mcp_model::{
    AudioContent, Base64, ContentBlock, EmbeddedResource, Hint, ImageContent, ResourceLink, TextContent,
    TextResourceContents,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    book::{Book, Topic},
    samples,
    shelves::Shelves,
};
use crate::{Failure, ServerBuilder, ToolCall, ToolHandler, tool};

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    server
        .tool(search_books(Arc::clone(shelves)))
        .tool(get_book(Arc::clone(shelves)))
        .tool(preview_book(Arc::clone(shelves)))
        .tool(lend_book(Arc::clone(shelves)))
        .tool(return_book(Arc::clone(shelves)))
}

/// What to look for.
#[derive(Deserialize, JsonSchema)]
struct Search {
    /// Words of the title or the author's name.
    query: String,
    /// Only books about this.
    topic: Option<Topic>,
    /// The most books to tell of.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<usize>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
struct Found {
    /// How many books there are, told or not.
    total: usize,
    /// The first of them.
    books: Vec<Book>,
}

fn search_books(shelves: Arc<Shelves>) -> ToolHandler {
    tool("search_books")
        .title("Search the books")
        .description("Finds books by words of their title or author, and by topic.")
        .annotations([Hint::Read, Hint::Idempotent, Hint::ClosedWorld])
        .input::<Search>()
        .output::<Found>()
        .run(move |search| {
            let mut books = shelves.all();
            books.retain(|book| book.mentions(&search.query));
            books.retain(|book| search.topic.is_none_or(|topic| topic == book.topic));
            let total = books.len();
            books.truncate(search.limit.unwrap_or(10));
            async move { Found { total, books } }
        })
}

/// Which book.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Pick {
    /// The number on its back.
    pub(super) id: u32,
}

fn get_book(shelves: Arc<Shelves>) -> ToolHandler {
    tool("get_book")
        .title("Look at a book's record")
        .description("Tells title, author, year, topic, and who has the book.")
        .annotations([Hint::Read, Hint::Idempotent, Hint::ClosedWorld])
        .input::<Pick>()
        .output::<Book>()
        .run(move |pick| {
            let book = shelves.find(pick.id);
            async move { book }
        })
}

fn preview_book(shelves: Arc<Shelves>) -> ToolHandler {
    tool("preview_book")
        .title("Preview a book")
        .description("Shows the cover, a sound sample and the record of a book.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .input::<Pick>()
        .run(move |pick| {
            let preview = shelves.find(pick.id).map(|book| preview(&book));
            async move { preview }
        })
}

fn preview(book: &Book) -> Vec<ContentBlock> {
    let title = format!("{} by {}", book.title, book.author);
    let record = TextResourceContents::new(book.uri(), &title).mime_type("text/plain");
    vec![
        TextContent::new(title).into(),
        ImageContent::new(Base64::encode(samples::COVER_PNG), "image/png").into(),
        AudioContent::new(Base64::encode(samples::silence_wav()), "audio/wav").into(),
        ResourceLink::new(&book.title, book.uri()).mime_type("application/json").into(),
        EmbeddedResource::new(record).into(),
    ]
}

/// Who takes which book.
#[derive(Deserialize, JsonSchema)]
struct Loan {
    /// The number on its back.
    id: u32,
    /// Who takes it.
    #[schemars(length(min = 1))]
    reader: String,
}

fn lend_book(shelves: Arc<Shelves>) -> ToolHandler {
    tool("lend_book")
        .title("Lend a book")
        .description("Hands a book to a reader. Fails if somebody else has it.")
        .annotations([Hint::Write, Hint::NotIdempotent, Hint::ClosedWorld])
        .input::<Loan>()
        .run_with(move |loan, call: ToolCall| {
            let lent = shelves.lend(loan.id, Some(loan.reader));
            async move { Ok::<_, Failure>(told(&lent?, &call)) }
        })
}

fn return_book(shelves: Arc<Shelves>) -> ToolHandler {
    tool("return_book")
        .title("Take a book back")
        .description("Puts a lent book back on its shelf.")
        .annotations([Hint::Write, Hint::Idempotent, Hint::ClosedWorld])
        .input::<Pick>()
        .run_with(move |pick, call: ToolCall| {
            let returned = shelves.lend(pick.id, None);
            async move { Ok::<_, Failure>(told(&returned?, &call)) }
        })
}

/// Tells whoever subscribed to the book's record, and the caller.
fn told(book: &Book, call: &ToolCall) -> String {
    call.cx.lists.resource_updated(&book.uri());
    match &book.lent_to {
        Some(reader) => format!("{} is now with {reader}.", book.title),
        None => format!("{} is back.", book.title),
    }
}
