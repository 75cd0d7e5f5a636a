//! Getting prompts.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt>

use mcp_model::{ErrorObject, GetPromptRequestParams, Prompt};

use super::Request;
use crate::{
    Arguments,
    message::{Answer, answer},
    protocol_error::{invalid_params, revealed},
};

pub(super) async fn get<C>(request: Request<C>) -> Answer {
    let params: GetPromptRequestParams = request.params()?;
    let prompts = &request.server.parts().registry.prompts;
    let unknown = || invalid_params(format!("unknown prompt: {}", params.name));
    let entry = prompts.find(&params.name).ok_or_else(unknown)?;
    let given = params.arguments.iter().flat_map(mcp_model::Map::iter);
    let arguments = given.map(|(name, value)| (name, value.as_str())).collect();
    complete(&entry.descriptor, &arguments)?;
    match (entry.get)(arguments, request.cx.clone()).await {
        Ok(result) => answer(&result),
        Err(error) => Err(revealed(&error)),
    }
}

/// Refuses a request that lacks a required argument.
fn complete(prompt: &Prompt, given: &Arguments) -> Result<(), ErrorObject> {
    let mut declared = prompt.arguments.iter().flatten();
    let missing = declared.find(|argument| argument.required == Some(true) && given.get(&argument.name).is_none());
    match missing {
        None => Ok(()),
        Some(argument) => Err(invalid_params(format!("missing argument: {}", argument.name))),
    }
}
