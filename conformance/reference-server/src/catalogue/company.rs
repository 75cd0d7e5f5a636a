//! The tools that need the client: its model, its user, its folders.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use mcp_model::{
    BooleanSchema, CreateMessageRequestParams, ElicitAction, ElicitRequestFormParams, ElicitRequestUrlParams,
    ElicitValue, EnumOption, FormMode, Hint, JsonObject, JsonRef, Map, ModelHint, ModelPreferences, ObjectSchema,
    PrimitiveSchemaDefinition, RequestedSchema, Role, SamplingMessage, SamplingMessageContentBlock, StringSchema,
    TextContent, TitledSingleSelectEnumSchema, Tool, ToolChoice, ToolChoiceMode, ToolResultContent, ToolUseContent,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shelves::Shelves;
use crate::{Failure, ServerBuilder, ToolCall, ToolError, ToolHandler, tool};

/// How often the model may ask for the search before it has to answer.
const TURNS: usize = 3;

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    server.tool(recommend_book(Arc::clone(shelves))).tool(register_reader()).tool(pay_fine()).tool(find_folders())
}

/// How the reader feels.
#[derive(Deserialize, JsonSchema)]
struct Mood {
    /// One word for it.
    mood: String,
}

fn recommend_book(shelves: Arc<Shelves>) -> ToolHandler {
    tool("recommend_book")
        .title("Recommend a book")
        .description("Has the client's model pick a book; it may search while it thinks.")
        .annotations([Hint::Read, Hint::OpenWorld])
        .input::<Mood>()
        .run_with(move |mood, call: ToolCall| {
            let shelves = Arc::clone(&shelves);
            async move { recommended(&shelves, &mood.mood, &call).await }
        })
}

/// Asks the model until it answers in words, and searches for it in between.
async fn recommended(shelves: &Shelves, mood: &str, call: &ToolCall) -> Result<String, Failure> {
    let question = format!("Which of the library's books suits somebody who feels {mood}?");
    let mut messages = vec![SamplingMessage::new(Role::User, question.as_str())];
    for _ in 0..TURNS {
        let answer = call.cx.client.create_message(asked(messages.clone(), call)).await?;
        let wishes: Vec<_> = answer.content.as_slice().iter().filter_map(wish).collect();
        if wishes.is_empty() {
            return Ok(words(answer.content.as_slice()));
        }
        let found: Vec<_> = wishes.into_iter().map(|wish| searched(shelves, wish).into()).collect();
        messages.push(SamplingMessage::new(Role::Assistant, answer.content));
        messages.push(SamplingMessage::new(Role::User, found));
    }
    Err(ToolError::new("the model kept searching; ask again").into())
}

/// The question; with the search as a tool where the client lets its model use tools.
fn asked(messages: Vec<SamplingMessage>, call: &ToolCall) -> CreateMessageRequestParams {
    let sampling = call.cx.client.capabilities().and_then(|client| client.sampling.as_ref());
    let params = CreateMessageRequestParams::new(messages, 200)
        .system_prompt("You are a librarian. Answer with one title.")
        .model_preferences(ModelPreferences::new().hints([ModelHint::new().name("small")]));
    if sampling.is_none_or(|sampling| sampling.tools.is_none()) {
        return params;
    }
    let words = JsonObject::new().with("type", "string");
    let schema = ObjectSchema::new().property("query", words).required(["query"]);
    let search = Tool::new("search", schema).description("Finds books by words.");
    params.tools([search]).tool_choice(ToolChoice::new().mode(ToolChoiceMode::Auto))
}

fn wish(block: &SamplingMessageContentBlock) -> Option<&ToolUseContent> {
    match block {
        SamplingMessageContentBlock::ToolUse(wish) => Some(wish),
        _ => None,
    }
}

fn searched(shelves: &Shelves, wish: &ToolUseContent) -> ToolResultContent {
    let query = wish.input.get("query").and_then(JsonRef::as_str).unwrap_or_default();
    let books = shelves.all().into_iter().filter(|book| book.mentions(&query));
    let titles: Vec<_> = books.map(|book| book.title).collect();
    ToolResultContent::new(&wish.id, [TextContent::new(titles.join("; "))])
}

fn words(blocks: &[SamplingMessageContentBlock]) -> String {
    let texts = blocks.iter().filter_map(|block| match block {
        SamplingMessageContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
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
