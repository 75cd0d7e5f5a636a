//! How the work of a task ended.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-execution-errors>

use mcp_model::{CallToolResult, ContentBlock, ErrorObject, TaskStatus};

use crate::message::{self, Answer};

/// How the work of a task ended: its last status, why, and what `tasks/result` gives.
#[derive(Debug, Clone)]
pub(crate) struct Ending {
    pub(crate) status: TaskStatus,
    pub(crate) message: Option<String>,
    pub(crate) outcome: Answer,
}

impl Ending {
    /// What the request would have been answered with. A tool that failed makes a failed task.
    pub(crate) fn of(called: Result<CallToolResult, ErrorObject>) -> Self {
        match called {
            Ok(result) if result.is_error == Some(true) => Self {
                status: TaskStatus::Failed,
                message: Some(complaint(&result)),
                outcome: message::answer(&result),
            },
            Ok(result) => Self { status: TaskStatus::Completed, message: None, outcome: message::answer(&result) },
            Err(error) => Self::failed(error),
        }
    }

    /// An end without a result.
    pub(crate) fn failed(error: ErrorObject) -> Self {
        Self { status: TaskStatus::Failed, message: Some(error.message.clone()), outcome: Err(error) }
    }

    /// The end that the client asked for.
    pub(crate) fn cancelled(error: ErrorObject) -> Self {
        Self { status: TaskStatus::Cancelled, ..Self::failed(error) }
    }
}

fn complaint(result: &CallToolResult) -> String {
    let text = result.content.iter().find_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    text.filter(|text| !text.is_empty()).unwrap_or("The tool failed.").to_owned()
}
