//! What one schema asks, with its references followed and its parts joined.

use serde_json::{Map, Value, json};

use super::compile::{Compiled, Compiler, UnknownKeyword};
use super::node::Types;

/// What a schema may say without asking anything of a value.
const NOTES: [&str; 9] =
    ["$comment", "$id", "$schema", "default", "deprecated", "description", "examples", "format", "title"];

impl Compiler<'_> {
    /// Follows references and joins what must hold together.
    pub(super) fn flatten(
        &self,
        schema: &Value,
        into: &mut Map<String, Value>,
        names: &mut Vec<String>,
    ) -> Compiled<()> {
        let Some(schema) = schema.as_object() else { return Ok(()) };
        for (keyword, value) in schema {
            match keyword.as_str() {
                "$ref" => {
                    let name = value.as_str().and_then(|text| text.strip_prefix("#/$defs/")).unwrap_or_default();
                    names.push(name.to_owned());
                    self.flatten(self.definitions.get(name).unwrap_or(&Value::Null), into, names)?;
                }
                "allOf" => {
                    for part in value.as_array().into_iter().flatten() {
                        self.flatten(part, into, names)?;
                    }
                }
                note if NOTES.contains(&note) => {}
                _ if join(into, keyword, value) => {}
                unknown => {
                    let definition = names.first().cloned().unwrap_or_default();
                    return Err(UnknownKeyword { definition, keyword: unknown.to_owned() });
                }
            }
        }
        Ok(())
    }
}

/// How many keywords ask something of a value.
pub(super) fn asks(schema: &Map<String, Value>) -> usize {
    schema.keys().filter(|keyword| !NOTES.contains(&keyword.as_str())).count()
}

pub(super) fn types(value: &Value) -> Types {
    let one = |value: &Value| value.as_str().and_then(Types::named).unwrap_or(Types::NONE);
    match value {
        Value::Array(list) => list.iter().map(one).fold(Types::NONE, Types::or),
        name => one(name),
    }
}

/// Adds a keyword to what is asked already; false where it is unknown.
fn join(into: &mut Map<String, Value>, keyword: &str, value: &Value) -> bool {
    let known = [
        "type",
        "const",
        "enum",
        "minimum",
        "maximum",
        "items",
        "additionalProperties",
        "properties",
        "required",
        "anyOf",
    ];
    if !known.contains(&keyword) {
        return false;
    }
    let Some(old) = into.get_mut(keyword) else {
        into.insert(keyword.to_owned(), value.clone());
        return true;
    };
    match (keyword, old, value) {
        ("properties", Value::Object(old), Value::Object(new)) => {
            for (name, schema) in new {
                let both = old.get(name).map(|old| json!({ "allOf": [old, schema] }));
                old.insert(name.clone(), both.unwrap_or_else(|| schema.clone()));
            }
        }
        ("required", Value::Array(old), Value::Array(new)) => old.extend(new.iter().cloned()),
        ("items" | "additionalProperties", old, new) => *old = json!({ "allOf": [old.clone(), new] }),
        ("type", old, new) if types(old).and(types(new)) == types(new) => *old = new.clone(),
        ("type", old, new) => return types(old).and(types(new)) == types(old),
        ("minimum" | "maximum" | "const" | "enum", old, new) => return old == new,
        _ => return false,
    }
    true
}
