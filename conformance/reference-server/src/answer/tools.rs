//! Calling tools: find the tool, then middleware, then the handler.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools>

use std::sync::Arc;

use mcp_model::{CallToolRequestParams, ErrorObject};
use tower::Service;

use super::Request;
use crate::{
    ToolCall,
    message::{Answer, answer},
    protocol_error::{invalid_params, revealed},
};

pub(super) async fn call<C: Send + Sync + 'static>(request: Request<C>) -> Answer {
    let call = found(&request)?;
    let mut stack = request.server.parts().stack.clone();
    match stack.call(call).await {
        Ok(result) => answer(&result),
        Err(error) => Err(revealed(&error)),
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
