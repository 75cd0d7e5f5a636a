//! JSON Schemas of the types, in the dialect 2020-12.

use serde_json::{Map, Value, json};

/// A reference to the definition whose home is the type.
pub(crate) fn reference(type_name: &str) -> Option<Value> {
    let name = crate::definition::named(type_name)?;
    Some(json!({"$ref": format!("#/$defs/{name}")}))
}

/// An object with some constant members and some others: name, whether required, schema.
pub(crate) fn object(
    docs: &str,
    constants: &[(&'static str, &'static str)],
    members: Vec<(&'static str, bool, Value)>,
) -> Value {
    let constants = constants.iter().map(|(name, value)| {
        let schema = json!({"type": "string", "const": value});
        (*name, true, schema)
    });
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, is_required, schema) in constants.chain(members) {
        properties.insert(name.to_owned(), schema);
        if is_required {
            required.push(name);
        }
    }
    let mut object = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    described(object, docs)
}

/// A schema with the first paragraph of the docs as its description.
pub(crate) fn described(mut schema: Value, docs: &str) -> Value {
    let lines = docs.lines().map(str::trim);
    let first: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    schema["description"] = json!(first.join(" ").replace("[`", "`").replace("`]", "`"));
    schema
}

/// A schema that names the format of its texts, which nothing here checks.
pub(crate) fn with_format(mut schema: Value, format: &[&str]) -> Value {
    if let [format] = format {
        schema["format"] = json!(format);
    }
    schema
}

/// A schema with one `type`, or null.
pub(crate) fn nullable(mut schema: Value) -> Value {
    let one = schema["type"].take();
    schema["type"] = json!([one, "null"]);
    schema
}

/// The whole schema: every definition under its name.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub fn schema() -> Value {
    let all = crate::DEFINITIONS.iter();
    let definitions: Map<_, _> = all.map(|definition| (definition.name.to_owned(), definition.schema())).collect();
    json!({
        "$comment": "Generated from the types of mcp-model; not to be edited by hand.",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": definitions,
    })
}
