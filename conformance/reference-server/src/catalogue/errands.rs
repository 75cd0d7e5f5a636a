//! The tools that take their time, and so go with tasks.

use std::{sync::Arc, time::Duration};

use mcp_model::{
    ElicitAction, ElicitRequestFormParams, ElicitValue, EnumOption, FormMode, Hint, Map, PrimitiveSchemaDefinition,
    RequestedSchema, TitledSingleSelectEnumSchema, ToolExecution,
};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::sleep;

use super::{book, shelves::Shelves};
use crate::{Failure, ServerBuilder, ToolCall, ToolHandler, protocol_error::resource_not_found, tool};

/// How long a step of the work takes.
const STEP: Duration = Duration::from_millis(20);

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    server.tool(plan_visit()).tool(print_record(Arc::clone(shelves))).tool(count_pages(Arc::clone(shelves)))
}

fn plan_visit() -> ToolHandler {
    tool("plan_visit")
        .title("Plan a visit")
        .description("Asks the user for a day, by a form, and looks up who is at the desk.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .execution(ToolExecution::task_optional())
        .run_with(|_, call: ToolCall| async move {
            step(&call, 1, "looked at the calendar").await;
            let answer = call.cx.client.elicit(days()).await?;
            step(&call, 2, "asked for a day").await;
            step(&call, 3, "looked up the desk").await;
            match (answer.action, answer.content.unwrap_or_default().get("day")) {
                (ElicitAction::Accept, Some(ElicitValue::String(day))) => {
                    Ok::<_, Failure>(format!("Come on {day}; Maren is at the desk."))
                }
                _ => Ok("No visit is planned; the desk is open on both days.".to_owned()),
            }
        })
}

async fn step(call: &ToolCall, number: u32, message: &str) {
    sleep(STEP).await;
    call.cx.client.progress(f64::from(number), Some(3.0), message).await;
}

fn days() -> ElicitRequestFormParams {
    let days = [("tuesday", "Tuesday"), ("friday", "Friday")].map(|(value, title)| EnumOption::new(value, title));
    let day = TitledSingleSelectEnumSchema::new(days).title("Day").default("tuesday");
    let mut fields = Map::new();
    fields.insert("day", PrimitiveSchemaDefinition::TitledSingleSelect(day));
    let schema = RequestedSchema::new(fields).required(["day"]);
    ElicitRequestFormParams::new("On which day do you come?", schema).mode(FormMode::Form)
}

/// What to print.
#[derive(Deserialize, JsonSchema)]
struct Print {
    /// The URI of a book's record.
    uri: String,
}

fn print_record(shelves: Arc<Shelves>) -> ToolHandler {
    tool("print_record")
        .title("Print a record")
        .description("Sets the record of a book as a card for the catalogue drawer.")
        .annotations([Hint::Read, Hint::Idempotent, Hint::ClosedWorld])
        .execution(ToolExecution::task_optional())
        .input::<Print>()
        .run(move |print| {
            let found = shelves.all().into_iter().find(|book| book::uri(book.id) == print.uri);
            async move {
                sleep(STEP).await;
                // As where the record is read: a URI that leads nowhere is an error of the protocol.
                let book = found.ok_or_else(|| resource_not_found(&print.uri))?;
                Ok::<_, Failure>(format!("{}: {}. {}.", book.author, book.title, book.year))
            }
        })
}

fn count_pages(shelves: Arc<Shelves>) -> ToolHandler {
    tool("count_pages")
        .title("Count the pages")
        .description("Counts the pages of all books, which takes so long that it is only done as a task.")
        .annotations([Hint::Read, Hint::Idempotent, Hint::ClosedWorld])
        .execution(ToolExecution::task_required())
        .immediate_response("The pages are being counted; ask again in a moment.")
        .run_with(move |_, call: ToolCall| {
            let books = shelves.all();
            async move {
                for number in 1..=3 {
                    step(&call, number, "counted a third").await;
                }
                format!("{} pages in {} books.", books.len() * 212, books.len())
            }
        })
}
