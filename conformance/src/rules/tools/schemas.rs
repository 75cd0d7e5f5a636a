//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::rules::shared::claimed::claimed;
use crate::rules::shared::part;
use crate::rules::shared::shape::Shape;
use crate::transcript::Transcript;

rules! { "tools";
    /// The input schema of a tool is the schema of an object.
    ///
    /// It is there, and its `type` is `object`, also where the tool takes no parameters. `null`, `{}`, a `type` that is a
    /// list, or an `anyOf` or `$ref` at the root are refused by clients that check. In this revision each property is an
    /// object, too, not `true`.
    Must input_schema_is_of_an_object since V2024_11_05
    cites ["tools-inputschema-object", "tools-inputschema-root-object", "tools-noparams-valid-schema"] = "schema#tool";

    /// The output schema of a tool is the schema of an object.
    ///
    /// Structured content is an object, so its schema says `"type": "object"`. Schemas generated from a list or a text do not.
    Must output_schema_is_of_an_object since V2025_06_18
    cites ["tools-outputschema-root-object"] = "schema#tool";

    /// The input schema of a tool is a valid JSON Schema.
    ///
    /// It is judged under the dialect that its `$schema` names, or under 2020-12 where it names none. Violations: a `type`
    /// that does not exist, `required: true` inside of a property, and the older ways of other dialects (a list of
    /// `items`, `exclusiveMinimum: true`) without saying so.
    Must input_schema_is_valid_schema since V2025_11_25
    cites ["tools-inputschema-valid-dialect", "tools-inputschema-default-dialect", "schema-dialect-schemas-valid", "schema-dialect-default-2020-12"] = "server/tools#tool";

    /// The output schema of a tool is a valid JSON Schema.
    ///
    /// The same as for the input schema.
    Must output_schema_is_valid_schema since V2025_11_25
    cites ["tools-outputschema-valid-dialect", "tools-outputschema-default-dialect", "schema-dialect-schemas-valid", "schema-dialect-default-2020-12"] = "server/tools#tool";

    /// A tool without parameters says that it takes none.
    ///
    /// `{"type":"object","additionalProperties":false}` is the recommended way; without the second member, which is called
    /// valid too, the schema lets anything pass, and models make arguments up.
    Robustness schema_without_parameters_is_closed since V2025_11_25
    cites ["tools-noparams-closed-schema"] = "server/tools#tool";
}

fn input_schema_is_valid_schema(t: &Transcript) -> Observations {
    claimed(t, "tools/input-schema-is-valid-schema", "no tool was listed")
}

fn output_schema_is_valid_schema(t: &Transcript) -> Observations {
    claimed(t, "tools/output-schema-is-valid-schema", "no tool with an output schema was listed")
}

fn schema_without_parameters_is_closed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool without parameters was listed");
    for part in part::of(t, "Tool/inputSchema").filter(|part| takes_nothing(part.value)) {
        let is_open = part.value["additionalProperties"] != false;
        seen.judge([part.message], is_open.then(|| format!("{} has no `additionalProperties: false`", part.pointer)));
    }
    seen
}

/// Whether the schema names no parameter, in whatever way.
fn takes_nothing(schema: &Value) -> bool {
    let is_nothing = |(name, value): (&String, &Value)| match &**name {
        "properties" => value.as_object().is_some_and(serde_json::Map::is_empty),
        "required" => value.as_array().is_some_and(Vec::is_empty),
        "additionalProperties" => value.is_boolean(),
        name => {
            matches!(name, "type" | "$schema" | "$id" | "title" | "description" | "$comment" | "$defs" | "definitions")
        }
    };
    schema.as_object().is_some_and(|members| members.iter().all(is_nothing)) && schema["type"] == "object"
}

fn input_schema_is_of_an_object(t: &Transcript) -> Observations {
    Shape::of(&["Tool/inputSchema"], "no tool was listed").judge(t)
}

fn output_schema_is_of_an_object(t: &Transcript) -> Observations {
    Shape::of(&["Tool/outputSchema"], "no tool with an output schema was listed").judge(t)
}
