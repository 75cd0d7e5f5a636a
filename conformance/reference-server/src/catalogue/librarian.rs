//! The tool that lets the client's model think: it recommends a book.

use std::{sync::Arc, time::Duration};

use mcp_model::{
    CreateMessageRequestParams, CreateMessageResult, Hint, JsonObject, JsonRef, ModelHint, ModelPreferences,
    ObjectSchema, Role, SamplingMessage, SamplingMessageContentBlock, TextContent, Tool, ToolChoice, ToolChoiceMode,
    ToolResultContent, ToolUseContent,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shelves::Shelves;
use crate::{ClientError, Failure, ServerBuilder, ToolCall, ToolError, ToolHandler, tool};

/// How often the model may ask for the search before it has to answer.
const TURNS: usize = 3;

/// How long the client shall keep what its model thought.
const KEPT: Duration = Duration::from_mins(1);

pub(super) fn add(server: ServerBuilder, shelves: &Arc<Shelves>) -> ServerBuilder {
    server.tool(recommend_book(Arc::clone(shelves)))
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
        let answer = thought(asked(messages.clone(), call), call).await?;
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

/// The model's answer; as a task where the client runs such, for a model may think long.
async fn thought(params: CreateMessageRequestParams, call: &ToolCall) -> Result<CreateMessageResult, ClientError> {
    let client = &call.cx.client;
    match client.create_message_as_task(params.clone(), Some(KEPT)).await {
        Ok(task) => task.result().await,
        Err(ClientError::NotDeclared(_)) => client.create_message(params).await,
        Err(error) => Err(error),
    }
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
