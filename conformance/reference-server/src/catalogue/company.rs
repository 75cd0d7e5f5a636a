//! The tools that need the client: its user, its folders, its answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use mcp_model::{
    BooleanSchema, ElicitAction, ElicitRequestFormParams, ElicitRequestUrlParams, ElicitValue, EnumOption, FormMode,
    Hint, Map, PrimitiveSchemaDefinition, RequestedSchema, StringSchema, TitledSingleSelectEnumSchema, ToolExecution,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Failure, ServerBuilder, ToolCall, ToolHandler, tool};

/// How long the bell waits for somebody.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn add(server: ServerBuilder) -> ServerBuilder {
    server.tool(register_reader()).tool(pay_fine()).tool(read_archive()).tool(find_folders()).tool(ring_bell())
}

fn register_reader() -> ToolHandler {
    tool("register_reader")
        .title("Register a reader")
        .description("Asks the user for a name and a branch, by a form.")
        .annotations([Hint::Write, Hint::NotIdempotent, Hint::ClosedWorld])
        .run_with(|_, call: ToolCall| async move {
            let answer = call.cx.client.elicit(registration()).await?;
            let content = answer.content.unwrap_or_default();
            match (answer.action, content.get("name")) {
                (ElicitAction::Accept, Some(ElicitValue::String(name))) => Ok(format!("Registered {name}.")),
                (ElicitAction::Accept, _) => Err(Failure::from("the form came back without a name; fill it in again")),
                (ElicitAction::Decline, _) => Ok("Nobody was registered: the user declined.".to_owned()),
                (ElicitAction::Cancel, _) => Ok("Nobody was registered: the form was closed.".to_owned()),
            }
        })
}

fn registration() -> ElicitRequestFormParams {
    let name = StringSchema::new().title("Name").min_length(1).max_length(80);
    let branches = [("north", "North branch"), ("harbour", "Harbour branch")];
    let branches = branches.map(|(value, title)| EnumOption::new(value, title));
    let branch = TitledSingleSelectEnumSchema::new(branches).title("Branch").default("north");
    let newsletter = BooleanSchema::new().title("Send me the newsletter").default(false);
    let mut fields = Map::new();
    fields.insert("name", PrimitiveSchemaDefinition::String(name));
    fields.insert("branch", PrimitiveSchemaDefinition::TitledSingleSelect(branch));
    fields.insert("newsletter", PrimitiveSchemaDefinition::Boolean(newsletter));
    let schema = RequestedSchema::new(fields).required(["name"]);
    ElicitRequestFormParams::new("Who shall be registered, and where?", schema).mode(FormMode::Form)
}

/// Whose fine.
#[derive(Deserialize, JsonSchema)]
struct Fine {
    /// The reader.
    reader: String,
}

fn pay_fine() -> ToolHandler {
    let count = AtomicU64::new(1);
    tool("pay_fine")
        .title("Pay a fine")
        .description("Sends the user to a page to pay; nothing secret passes through the client.")
        .annotations([Hint::Write, Hint::NotIdempotent, Hint::OpenWorld])
        .input::<Fine>()
        .run_with(move |fine, call: ToolCall| {
            let id = format!("fine-{}", count.fetch_add(1, Ordering::Relaxed));
            async move { paid(&fine.reader, id, &call).await }
        })
}

async fn paid(reader: &str, id: String, call: &ToolCall) -> Result<String, Failure> {
    let message = format!("Pay the fine of {reader} on the library's own page.");
    let url = format!("https://library.example/fines/{id}");
    let request = ElicitRequestUrlParams::new(message, id.as_str(), url);
    let answer = call.cx.client.elicit(request).await?;
    if answer.action != ElicitAction::Accept {
        return Ok(format!("{reader} has not paid."));
    }
    // Consent is not payment; here the page is taken to report at once that the money came.
    call.cx.client.elicitation_complete(id).await;
    Ok(format!("{reader} has paid."))
}

fn read_archive() -> ToolHandler {
    let signed = Arc::new(AtomicBool::new(false));
    tool("read_archive")
        .title("Read in the archive")
        .description("Lets the user into the archive, once the register at its door is signed.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .run_with(move |_, call: ToolCall| {
            let signed = Arc::clone(&signed);
            async move {
                // Whoever comes a second time is taken to have signed in between.
                if signed.swap(true, Ordering::Relaxed) {
                    return Ok("Letters, maps, and a smell of dust.");
                }
                let (message, url) = ("Sign the register first.", "https://library.example/register");
                let register = ElicitRequestUrlParams::new(message, "register-1", url);
                Err(call.cx.client.elicitation_required(message, [register]))
            }
        })
}

fn find_folders() -> ToolHandler {
    tool("find_folders")
        .title("Find the client's folders")
        .description("Tells in which folders the client lets a server work.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .run_with(|_, call: ToolCall| async move {
            let listed = call.cx.client.list_roots().await?;
            let uris: Vec<_> = listed.roots.into_iter().map(|root| root.uri).collect();
            Ok::<_, Failure>(format!("{} folders: {}", uris.len(), uris.join(", ")))
        })
}

fn ring_bell() -> ToolHandler {
    tool("ring_bell")
        .title("Ring the bell")
        .description("Finds out whether the client is still there.")
        .annotations([Hint::Read, Hint::ClosedWorld])
        .execution(ToolExecution::task_forbidden())
        .run_with(|_, call: ToolCall| async move {
            call.cx.client.with_timeout(PATIENCE).ping().await?;
            Ok::<_, Failure>("The client is there.")
        })
}
