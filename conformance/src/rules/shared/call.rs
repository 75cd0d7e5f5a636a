//! Calls of tools.

use serde_json::Value;

use super::listing::TOOLS;
use super::part;
use crate::transcript::{Exchange, Message, Transcript};

/// A call of a tool, and how the tool is listed.
#[derive(Debug)]
pub(in crate::rules) struct Call<'t> {
    pub exchange: Exchange<'t>,
    pub answer: &'t Message,
    /// The tool as it was listed, if it was.
    pub tool: Option<&'t Value>,
}

/// Every call that was answered.
pub(in crate::rules) fn calls(t: &Transcript) -> impl Iterator<Item = Call<'_>> {
    t.requests("tools/call").filter_map(|exchange| {
        let answer = exchange.answer()?;
        let name = exchange.params()["name"].as_str();
        let tool = name.and_then(|name| TOOLS.find(t, name, exchange.request));
        Some(Call { exchange, answer, tool })
    })
}

impl<'t> Call<'t> {
    /// The result of the call, where it is one and not a task.
    pub(in crate::rules) fn result(&self) -> Option<&'t Value> {
        self.answer.result().filter(|_| part::result_of(&self.exchange) == Some("CallToolResult"))
    }

    /// Whether the result says that the tool failed.
    pub(in crate::rules) fn is_failure(&self) -> bool {
        self.result().is_some_and(|result| result["isError"] == true)
    }

    /// Whether the tool may only be run as a task.
    pub(in crate::rules) fn needs_a_task(&self) -> bool {
        self.tool.is_some_and(|tool| tool["execution"]["taskSupport"] == "required")
    }
}
