//! Tools that ask the user.

use mcp_model::{ElicitRequestFormParams, ElicitResult, RequestedSchema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Failure, ServerBuilder, ToolCall, ToolHandler, tool};

pub(super) fn add(server: ServerBuilder) -> ServerBuilder {
    server
        .tool(asking())
        .tool(with_form("test_elicitation_sep1034_defaults", "Asks by a form with a default of each kind.", defaults))
        .tool(with_form("test_elicitation_sep1330_enums", "Asks by a form with a choice of each kind.", choices))
}

/// What to say to the user.
#[derive(Deserialize, JsonSchema)]
struct Message {
    /// The message to show.
    message: String,
}

fn asking() -> ToolHandler {
    tool("test_elicitation").description("Asks the user for a name and an address.").input::<Message>().run_with(
        |input, call: ToolCall| async move {
            let answer = call.cx.client.elicit(form(input.message, &contact())).await?;
            Ok::<_, Failure>(format!("User response: {}", told(&answer)))
        },
    )
}

fn with_form(name: &str, description: &str, schema: fn() -> Value) -> ToolHandler {
    tool(name).description(description).run_with(move |_, call: ToolCall| async move {
        let answer = call.cx.client.elicit(form("Please fill in the form.", &schema())).await?;
        Ok::<_, Failure>(format!("Elicitation completed: {}", told(&answer)))
    })
}

fn form(message: impl Into<String>, schema: &Value) -> ElicitRequestFormParams {
    let schema: RequestedSchema = mcp_model::decode(schema.to_string().as_bytes()).expect("the schema of a form");
    ElicitRequestFormParams::new(message, schema)
}

fn told(answer: &ElicitResult) -> String {
    let text = |part: Result<String, _>| part.unwrap_or_default();
    let action = text(serde_json::to_string(&answer.action));
    format!("action={}, content={}", action.trim_matches('"'), text(serde_json::to_string(&answer.content)))
}

fn contact() -> Value {
    let properties = json!({
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    });
    json!({"type": "object", "properties": properties, "required": ["username", "email"]})
}

fn defaults() -> Value {
    let properties = json!({
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": true},
    });
    json!({"type": "object", "properties": properties})
}

fn choices() -> Value {
    let plain = json!(["option1", "option2", "option3"]);
    let titled = json!([
        {"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"},
    ]);
    let (legacy, names) = (json!(["opt1", "opt2", "opt3"]), json!(["Option One", "Option Two", "Option Three"]));
    let properties = json!({
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", "enum": legacy, "enumNames": names},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    });
    json!({"type": "object", "properties": properties})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_one() {
        for schema in [contact(), defaults(), choices()] {
            let fields = schema["properties"].as_object().map(serde_json::Map::len);
            assert_eq!(Some(form("", &schema).requested_schema.properties.len()), fields);
        }
    }
}
