//! Prompts with and without arguments, with text, a resource and an image.

use iri_string::types::UriStr;
use mcp_model::{PromptArgument, PromptMessage, Role, TextContent};

use super::contents;
use crate::{ProtocolError, ServerBuilder, prompt, protocol_error::invalid_params};

pub(super) fn add(server: ServerBuilder) -> ServerBuilder {
    let required = |name: &str, description: &str| PromptArgument::new(name).description(description).required(true);
    server
        .prompt(
            prompt("test_simple_prompt")
                .description("One message.")
                .get(|_| async { "This is a simple prompt for testing.".to_owned() }),
        )
        .prompt(
            prompt("test_prompt_with_arguments")
                .description("A message with both arguments in it.")
                .argument(required("arg1", "First test argument"))
                .argument(required("arg2", "Second test argument"))
                .complete("arg1", |start, _| async move {
                    let known = ["paris", "park", "party"].into_iter().filter(|word| word.starts_with(&start));
                    known.map(str::to_owned).collect()
                })
                .get(|given| async move {
                    let value = |name| given.get(name).unwrap_or_default();
                    format!("Prompt with arguments: arg1='{}', arg2='{}'", value("arg1"), value("arg2"))
                }),
        )
        .prompt(
            prompt("test_prompt_with_embedded_resource")
                .description("A resource, and what to do with it.")
                .argument(required("resourceUri", "URI of the resource to embed"))
                .get(|given| async move { embedding(given.get("resourceUri").unwrap_or_default()) }),
        )
        .prompt(prompt("test_prompt_with_image").description("An image, and what to do with it.").get(|_| async {
            let request = TextContent::new("Please analyze the image above.");
            vec![PromptMessage::new(Role::User, contents::image()), PromptMessage::new(Role::User, request)]
        }))
}

fn embedding(uri: &str) -> Result<Vec<PromptMessage>, ProtocolError> {
    if UriStr::new(uri).is_err() {
        return Err(ProtocolError(invalid_params("resourceUri: this is no URI")));
    }
    let embedded = contents::embedded(uri, "text/plain", "Embedded resource content for testing.");
    let request = TextContent::new("Please process the embedded resource above.");
    Ok(vec![PromptMessage::new(Role::User, embedded), PromptMessage::new(Role::User, request)])
}
