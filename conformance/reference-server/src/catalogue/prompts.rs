//! The prompts.

use std::sync::Arc;

use mcp_model::{EmbeddedResource, PromptArgument, PromptMessage, Role, TextContent, TextResourceContents};

use super::{book::Book, shelves::Shelves};
use crate::{Arguments, PromptHandler, ProtocolError, ServerBuilder, prompt, protocol_error::invalid_params};

const STYLES: [&str; 4] = ["plain", "short", "solemn", "witty"];

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    server
        .prompt(summarise_book(Arc::clone(shelves)))
        .prompt(plan_reading(Arc::clone(shelves)))
        .prompt(greet())
        .prompt(inventory_report())
}

fn summarise_book(shelves: Arc<Shelves>) -> PromptHandler {
    let known = Arc::clone(&shelves);
    prompt("summarise_book")
        .title("Summarise a book")
        .description("Asks for a summary of one book.")
        .argument(PromptArgument::new("book").description("The number on its back.").required(true))
        .argument(PromptArgument::new("style").description("How it shall sound."))
        .complete("book", move |start, _| {
            let ids = known.all().into_iter().map(|book| book.id.to_string());
            let ids = ids.filter(|id| id.starts_with(&start)).collect();
            async move { ids }
        })
        .complete("style", |start, _| async move { beginning(&STYLES, &start) })
        .get(move |arguments| {
            let messages = summary(&shelves, &arguments);
            async move { messages }
        })
}

fn summary(shelves: &Shelves, arguments: &Arguments) -> Result<Vec<PromptMessage>, ProtocolError> {
    let id = arguments.get("book").and_then(|id| id.parse().ok());
    let book = id.and_then(|id| shelves.find(id).ok());
    let book = book.ok_or_else(|| ProtocolError(invalid_params("book: there is none of this number")))?;
    let style = arguments.get("style").unwrap_or("plain");
    let request = format!("Summarise this book in a {style} style.");
    let record = TextResourceContents::new(book.uri(), about(&book)).mime_type("text/plain");
    Ok(vec![
        PromptMessage::new(Role::User, TextContent::new(request)),
        PromptMessage::new(Role::User, EmbeddedResource::new(record)),
    ])
}

fn about(book: &Book) -> String {
    format!("{} by {}, {}", book.title, book.author, book.year)
}

fn plan_reading(shelves: Arc<Shelves>) -> PromptHandler {
    prompt("plan_reading")
        .title("Plan a month of reading")
        .description("Asks for an order in which to read one author's or one topic's books.")
        .argument(PromptArgument::new("words").description("Words of titles or authors.").required(true))
        .argument(PromptArgument::new("first").description("The book to begin with."))
        .complete("first", {
            let shelves = Arc::clone(&shelves);
            move |start, others| {
                let titles = titles(&shelves, others.get("words").unwrap_or_default());
                async move { beginning(&titles, &start) }
            }
        })
        .get(move |arguments| {
            let titles = titles(&shelves, arguments.get("words").unwrap_or_default());
            let first = arguments.get("first").map(|first| format!(" Begin with {first}."));
            let text =
                format!("In which order should I read these? {}.{}", titles.join("; "), first.unwrap_or_default());
            async move { text }
        })
}

fn greet() -> PromptHandler {
    prompt("greet").title("Greet a reader").description("How the library greets.").get(|_| async {
        vec![
            PromptMessage::new(Role::User, TextContent::new("Good morning!")),
            PromptMessage::new(Role::Assistant, TextContent::new("Welcome. What are you looking for?")),
        ]
    })
}

fn inventory_report() -> PromptHandler {
    prompt("inventory_report")
        .title("Report on the inventory")
        .description("Asks for a report, once the office is open.")
        .hidden()
        .get(|_| async { "Audit the shelves and report what is lent.".to_owned() })
}

fn titles(shelves: &Shelves, words: &str) -> Vec<String> {
    let books = shelves.all().into_iter().filter(|book| book.mentions(words));
    books.map(|book| book.title).collect()
}

/// The texts that begin like this.
fn beginning<T: AsRef<str>>(texts: &[T], start: &str) -> Vec<String> {
    let texts = texts.iter().map(AsRef::as_ref);
    texts.filter(|text| text.starts_with(start)).map(str::to_owned).collect()
}
