//! The generated schema: up to date, and the same as the published one but for what `errata.md` lists.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

mod upstream;

/// Set to write the generated file anew instead of comparing with it.
const UPDATE: &str = "UPDATE_SCHEMA";

/// The definitions where another schema than the published one is held, on purpose.
const ERRATA: &[&str] = &["ClientResult", "ElicitResult", "ServerResult"];

fn file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec-snapshots/2025-11-25/schema.json")
}

/// Members in alphabetical order, whatever order serde_json keeps.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut names: Vec<_> = members.keys().collect();
            names.sort();
            let members: Map<_, _> = names.into_iter().map(|name| (name.clone(), sorted(&members[name]))).collect();
            Value::Object(members)
        }
        Value::Array(elements) => elements.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[test]
fn the_generated_file_is_up_to_date() {
    let text = serde_json::to_string_pretty(&sorted(&mcp_model::schema())).unwrap() + "\n";
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(file(), &text).unwrap();
    }
    let found = std::fs::read_to_string(file()).unwrap_or_default();
    assert!(found == text, "schema.json is stale: run this test with {UPDATE}=1 and review the difference");
}

#[test]
fn the_schema_is_the_published_one_but_for_the_errata() {
    let Some(theirs) = upstream::schema() else { return };
    let ours = mcp_model::schema();
    let names = ours["$defs"].as_object().unwrap().keys();
    let differing: BTreeSet<&str> = names
        .filter(|name| plain(&ours["$defs"][*name], &ours) != plain(&theirs["$defs"][*name], &theirs))
        .map(String::as_str)
        .collect();
    assert_eq!(differing, ERRATA.iter().copied().collect());
    let errata = include_str!("../../spec-snapshots/2025-11-25/errata.md");
    for name in ERRATA {
        assert!(errata.contains(&format!("`{name}`")), "{name} is missing in errata.md");
    }
}

/// A schema without names, descriptions and the choice between equivalent spellings.
fn plain(schema: &Value, root: &Value) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    if let Some(reference) = members.get("$ref") {
        let pointer = reference.as_str().unwrap().trim_start_matches('#');
        return plain(root.pointer(pointer).unwrap(), root);
    }
    if let Some(all) = members.get("allOf") {
        return both(all.as_array().unwrap().iter().map(|schema| plain(schema, root)));
    }
    let members = members.iter().filter_map(|(name, value)| plain_member(name, value, root));
    Value::Object(members.collect())
}

fn plain_member(name: &str, value: &Value, root: &Value) -> Option<(String, Value)> {
    let is_empty = value.as_object().is_some_and(Map::is_empty);
    let value = match name {
        "description" | "$comment" => return None,
        "properties" | "additionalProperties" if is_empty => return None,
        "additionalProperties" if value == &json!(true) => return None,
        "properties" => {
            let properties = value.as_object().unwrap().iter();
            Value::Object(properties.map(|(name, schema)| (name.clone(), plain(schema, root))).collect())
        }
        "items" | "additionalProperties" => plain(value, root),
        "anyOf" => set(&flat(value, root)),
        "required" | "enum" => set(value.as_array().unwrap()),
        "type" if value.is_array() => set(value.as_array().unwrap()),
        "const" => return Some(("enum".to_owned(), json!([value]))),
        _ => value.clone(),
    };
    Some((name.to_owned(), value))
}

/// The alternatives of an `anyOf`, with those of alternatives that are an `anyOf` themselves.
fn flat(alternatives: &Value, root: &Value) -> Vec<Value> {
    let alternatives = alternatives.as_array().unwrap().iter().map(|schema| plain(schema, root));
    let flat = alternatives.flat_map(|schema| match schema.get("anyOf") {
        Some(Value::Array(inner)) => inner.clone(),
        _ => vec![schema],
    });
    flat.collect()
}

fn set(values: &[Value]) -> Value {
    let mut values: Vec<_> = values.iter().map(sorted).collect();
    values.sort_by_key(Value::to_string);
    values.dedup();
    values.into()
}

/// Object schemas that all hold, as one.
fn both(all: impl Iterator<Item = Value>) -> Value {
    let mut one = json!({"properties": {}, "required": []});
    for schema in all {
        for (name, value) in schema.as_object().unwrap() {
            match name.as_str() {
                "properties" => merge_properties(&mut one, value),
                "required" => one["required"].as_array_mut().unwrap().extend(value.as_array().unwrap().clone()),
                _ => one[name] = value.clone(),
            }
        }
    }
    let required = one["required"].take();
    one["required"] = set(required.as_array().unwrap());
    one
}

fn merge_properties(one: &mut Value, more: &Value) {
    for (name, schema) in more.as_object().unwrap() {
        let narrowed = one["properties"].get(name).filter(|_| !schema.as_object().unwrap().is_empty());
        let merged = match narrowed {
            Some(old) if !old.as_object().unwrap().is_empty() => both_leaves(old, schema),
            _ => schema.clone(),
        };
        one["properties"][name] = merged;
    }
}

fn both_leaves(old: &Value, new: &Value) -> Value {
    let mut merged = old.clone();
    for (name, value) in new.as_object().unwrap() {
        merged[name] = value.clone();
    }
    merged
}
