//! Tools that return each kind of content, and one whose schema uses its whole dialect.

use mcp_model::{
    AudioContent, Base64, ContentBlock, EmbeddedResource, ImageContent, ObjectSchema, TextContent, TextResourceContents,
};
use serde_json::{Map, Value, json};

use crate::{ServerBuilder, ToolError, ToolHandler, catalogue::samples, tool};

pub(super) fn add(server: ServerBuilder) -> ServerBuilder {
    server
        .tool(returning("test_simple_text", "Returns a text.", || {
            vec![TextContent::new("This is a simple text response for testing.").into()]
        }))
        .tool(returning("test_image_content", "Returns an image.", || vec![image().into()]))
        .tool(returning("test_audio_content", "Returns a sound.", || {
            vec![AudioContent::new(Base64::encode(samples::silence_wav()), "audio/wav").into()]
        }))
        .tool(returning("test_embedded_resource", "Returns a resource.", || {
            vec![embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.").into()]
        }))
        .tool(returning("test_multiple_content_types", "Returns a text, an image and a resource.", mixed))
        .tool(failing())
        .tool(whole_dialect())
}

fn returning(name: &str, description: &str, contents: fn() -> Vec<ContentBlock>) -> ToolHandler {
    tool(name).description(description).run(move |_| async move { contents() })
}

pub(super) fn image() -> ImageContent {
    ImageContent::new(Base64::encode(samples::COVER_PNG), "image/png")
}

pub(super) fn embedded(uri: &str, mime_type: &str, text: &str) -> EmbeddedResource {
    EmbeddedResource::new(TextResourceContents::new(uri, text).mime_type(mime_type))
}

fn mixed() -> Vec<ContentBlock> {
    let data = r#"{"test":"data","value":123}"#;
    vec![
        TextContent::new("Multiple content types test:").into(),
        image().into(),
        embedded("test://mixed-content-resource", "application/json", data).into(),
    ]
}

fn failing() -> ToolHandler {
    tool("test_error_handling")
        .description("Always fails.")
        .run(|_| async { ToolError::new("This tool intentionally returns an error for testing") })
}

fn whole_dialect() -> ToolHandler {
    let mut tool = tool("json_schema_2020_12_tool")
        .description("Takes an address, by a schema with definitions.")
        .input::<Map<String, Value>>()
        .run(|given| async move { Value::from(given).to_string() });
    let text = json!({"type": "string"});
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"type": "object", "properties": {"street": text, "city": text}}},
        "properties": {"name": text, "address": {"$ref": "#/$defs/address"}},
        "additionalProperties": false,
    });
    tool.offer.descriptor.input_schema = ObjectSchema::try_from(schema).expect("its root is an object");
    tool
}
