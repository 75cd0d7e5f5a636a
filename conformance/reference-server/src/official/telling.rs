//! Tools that tell of their work while it lasts, and one that asks the client's model.

use std::time::Duration;

use mcp_model::{CreateMessageRequestParams, LoggingLevel, Role, SamplingMessage, SamplingMessageContentBlock};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::sleep;

use crate::{Failure, ServerBuilder, ToolCall, ToolHandler, tool};

/// How long a step of the work takes.
const STEP: Duration = Duration::from_millis(50);

pub(super) fn add(server: ServerBuilder) -> ServerBuilder {
    server.tool(logging()).tool(progressing()).tool(reconnecting()).tool(sampling())
}

fn logging() -> ToolHandler {
    tool("test_tool_with_logging").description("Logs three steps.").run_with(|_, call: ToolCall| async move {
        for step in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
            call.cx.client.log(LoggingLevel::Info, "test_tool_with_logging", step).await;
            sleep(STEP).await;
        }
        "Three steps were logged."
    })
}

fn progressing() -> ToolHandler {
    tool("test_tool_with_progress").description("Reports three steps.").run_with(|_, call: ToolCall| async move {
        for done in [0.0, 50.0, 100.0] {
            call.cx.client.progress(done, Some(100.0), format!("{done} of 100")).await;
            sleep(STEP).await;
        }
        "Three steps were reported."
    })
}

fn reconnecting() -> ToolHandler {
    tool("test_reconnection")
        .description("Closes the stream of its answer; the answer waits for who comes back.")
        .run_with(|_, call: ToolCall| async move {
            call.cx.client.close_stream().await;
            sleep(STEP).await;
            "The client came back."
        })
}

/// What to ask the model.
#[derive(Deserialize, JsonSchema)]
struct Question {
    /// The prompt to send.
    prompt: String,
}

fn sampling() -> ToolHandler {
    tool("test_sampling").description("Asks the client's model.").input::<Question>().run_with(
        |question, call: ToolCall| async move {
            let messages = [SamplingMessage::new(Role::User, question.prompt.as_str())];
            let answer = call.cx.client.create_message(CreateMessageRequestParams::new(messages, 100)).await?;
            let text = answer.content.as_slice().iter().find_map(|block| match block {
                SamplingMessageContentBlock::Text(text) => Some(text.text.as_str()),
                _ => None,
            });
            Ok::<_, Failure>(format!("LLM response: {}", text.unwrap_or("not in words")))
        },
    )
}
