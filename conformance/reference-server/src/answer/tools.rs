//! Calling tools: find the tool, then middleware, then the handler; at once, or in a task.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools>

use std::sync::Arc;

use mcp_model::{
    CallToolRequestParams, CallToolResult, CreateTaskResult, ErrorObject, METHOD_NOT_FOUND, TaskMetadata, TaskSupport,
};
use tower::Service;

use super::Request;
use crate::{
    ToolCall, ToolService,
    capabilities::support,
    message::{Answer, answer},
    protocol_error::{invalid_params, revealed},
    task::Ending,
};

/// The key of what the model may be told at once.
const IMMEDIATE_RESPONSE: &str = "io.modelcontextprotocol/model-immediate-response";

pub(super) async fn call<C: Send + Sync + 'static>(request: Request<C>) -> Answer {
    let call = found(&request)?;
    let stack = request.server.parts().stack.clone();
    match task(&call)? {
        Some(wish) => answer(&begun(&request, &wish, stack, call)?),
        None => answer(&outcome(stack, call).await?),
    }
}

fn found<C>(request: &Request<C>) -> Result<ToolCall<C>, ErrorObject> {
    let params: CallToolRequestParams = request.params()?;
    let tools = &request.server.parts().registry.tools;
    let unknown = || invalid_params(format!("unknown tool: {}", params.name));
    let entry = tools.find(&params.name).ok_or_else(unknown)?;
    Ok(ToolCall {
        tool: Arc::clone(&entry.descriptor),
        service: entry.service.clone(),
        cx: request.cx.clone(),
        request: params,
    })
}

/// The wish for a task, if one is to be made. Where none are declared, there is no such wish.
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation>
fn task<C>(call: &ToolCall<C>) -> Result<Option<TaskMetadata>, ErrorObject> {
    let requests = call.cx.client.peer().tasks().and_then(|tasks| tasks.requests.as_ref()?.tools.as_ref());
    if requests.is_none_or(|tools| tools.call.is_none()) {
        return Ok(None);
    }
    let name = &call.tool.name;
    let refused = |how: &str| Err(ErrorObject::new(METHOD_NOT_FOUND, format!("{name} is called {how} a task")));
    match (support(&call.tool), &call.request.task) {
        (TaskSupport::Forbidden, Some(_)) => refused("without"),
        (TaskSupport::Required, None) => refused("only as"),
        (_, wish) => Ok(wish.clone()),
    }
}

/// Begins a task, inside of which everything is as in a plain call.
fn begun<C: Send + Sync + 'static>(
    request: &Request<C>,
    wish: &TaskMetadata,
    stack: ToolService<C>,
    mut call: ToolCall<C>,
) -> Result<CreateTaskResult, ErrorObject> {
    let entry = request.server.parts().registry.tools.find(&call.request.name);
    let text = entry.and_then(|entry| entry.immediate_response.clone());
    let client = call.cx.client.clone();
    let task = client.peer().jobs.begin(wish, client.answered(), |job| {
        call.cx.client = client.of_task(job);
        async move { Ending::of(outcome(stack, call).await) }
    })?;
    let mut created = CreateTaskResult::new(task);
    created.meta = text.map(|text| [(IMMEDIATE_RESPONSE, text)].into());
    Ok(created)
}

async fn outcome<C: Send + Sync + 'static>(
    mut stack: ToolService<C>,
    call: ToolCall<C>,
) -> Result<CallToolResult, ErrorObject> {
    stack.call(call).await.map_err(|error| revealed(&error))
}
