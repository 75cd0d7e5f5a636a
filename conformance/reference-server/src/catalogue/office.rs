//! The tools of the staff: remove books, take stock, keep the diary, open the back office.

use std::{sync::Arc, time::Duration};

use mcp_model::{Hint, LoggingLevel};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{book, desk::Pick, shelves::Shelves};
use crate::{Failure, List, ServerBuilder, ToolCall, ToolHandler, tool};

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    server
        .tool(remove_book(Arc::clone(shelves)))
        .tool(take_stock())
        .tool(keep_diary())
        .tool(open_office())
        .tool(audit_shelves(Arc::clone(shelves)))
}

fn remove_book(shelves: Arc<Shelves>) -> ToolHandler {
    tool("remove_book")
        .title("Remove a book for good")
        .description("Takes a book out of the library. This cannot be undone.")
        .annotations([Hint::Destroy, Hint::ClosedWorld])
        .input::<Pick>()
        .run_with(move |pick, call: ToolCall| {
            let removed = shelves.remove(pick.id);
            async move {
                let book = removed?;
                call.cx.lists.hide(List::Resources, &book::uri(pick.id));
                Ok::<_, Failure>(format!("{} is gone.", book.title))
            }
        })
}

/// How much to count.
#[derive(Deserialize, JsonSchema)]
struct Stock {
    /// How many shelves to count; each takes ten milliseconds.
    #[schemars(range(min = 3, max = 1000))]
    shelves: u32,
}

fn take_stock() -> ToolHandler {
    tool("take_stock")
        .title("Take stock")
        .description("Counts the shelves one by one, which takes a while, and tells how far it has come.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .input::<Stock>()
        .run_with(|stock, call: ToolCall| async move {
            let total = Some(f64::from(stock.shelves));
            for shelf in 1..=stock.shelves {
                tokio::time::sleep(Duration::from_millis(10)).await;
                let message = format!("counted shelf {shelf}");
                call.cx.client.progress(f64::from(shelf), total, message).await;
            }
            format!("Counted {} shelves.", stock.shelves)
        })
}

/// What happened.
#[derive(Deserialize, JsonSchema)]
struct Entry {
    /// The day's entry.
    entry: String,
}

fn keep_diary() -> ToolHandler {
    tool("keep_diary")
        .title("Write into the diary")
        .description("Logs an entry once at every level.")
        .annotations([Hint::Write, Hint::NotIdempotent, Hint::ClosedWorld])
        .input::<Entry>()
        .run_with(|entry, call: ToolCall| async move {
            for level in LoggingLevel::ALL {
                call.cx.client.log(*level, "diary", entry.entry.as_str()).await;
            }
            "Written."
        })
}

fn open_office() -> ToolHandler {
    tool("open_office")
        .title("Open the back office")
        .description("Makes the staff's tool and prompt available.")
        .annotations([Hint::Write, Hint::Idempotent, Hint::ClosedWorld])
        .run_with(|_, call: ToolCall| async move {
            call.cx.lists.show(List::Tools, "audit_shelves");
            call.cx.lists.show(List::Prompts, "inventory_report");
            "The office is open."
        })
}

fn audit_shelves(shelves: Arc<Shelves>) -> ToolHandler {
    tool("audit_shelves")
        .title("Audit the shelves")
        .description("Tells which books are lent.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .hidden()
        .run(move |_| {
            let lent = shelves.all().into_iter().filter(|book| book.lent_to.is_some());
            let titles: Vec<_> = lent.map(|book| book.title).collect();
            async move { format!("Lent: {}.", titles.join(", ")) }
        })
}
