//! Completing the arguments of prompts and the variables of resource templates.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion>

use mcp_model::{CompleteRequestParams, CompletionReference, ErrorObject};

use super::Request;
use crate::{
    completion::Completers,
    message::{Answer, answer},
    protocol_error::invalid_params,
    registry::Registry,
};

pub(super) async fn complete<C>(request: Request<C>) -> Answer {
    let params: CompleteRequestParams = request.params()?;
    let argument = params.argument;
    let registry = &request.server.parts().registry;
    let completers = completers(registry, &params.reference, &argument.name)?;
    let context = params.context.and_then(|context| context.arguments);
    let others = context.iter().flat_map(mcp_model::Map::iter);
    let others = others.map(|(name, value)| (name, value.as_str())).collect();
    answer(&completers.complete(&argument.name, argument.value, others).await)
}

/// The completers of the prompt or template meant, which must have the argument meant.
fn completers<C>(
    registry: &Registry<C>,
    reference: &CompletionReference,
    argument: &str,
) -> Result<Completers, ErrorObject> {
    let (completers, declared) = match reference {
        CompletionReference::Prompt(prompt) => registry.prompt_completers(&prompt.name, argument),
        CompletionReference::ResourceTemplate(template) => registry.template_completers(&template.uri, argument),
        _ => None,
    }
    .ok_or_else(|| invalid_params("unknown prompt or resource template"))?;
    if declared {
        return Ok(completers);
    }
    Err(invalid_params(format!("unknown argument: {argument}")))
}
