//! JSON Schemas of the usual kind, told apart at a glance: what passes here is valid under 2020-12, so that only the rest
//! needs a validator and a tree.

use crate::validate::text::{Kind, Text};

/// Deeper schemas are left to the validator.
const DEPTH: usize = 40;

/// Whether the text is a schema that the dialect 2020-12 surely accepts.
pub(super) fn is_plain(text: &str) -> bool {
    schema(&mut Text::new(text), DEPTH).is_some()
}

fn schema(text: &mut Text<'_>, depth: usize) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match text.kind().ok()? {
        Kind::Boolean => text.word().ok().map(drop),
        Kind::Object => members(text, |text, name| keyword(text, name, depth)),
        _ => None,
    }
}

fn keyword(text: &mut Text<'_>, name: &str, depth: usize) -> Option<()> {
    match name {
        "$schema" => (string(text)? == "https://json-schema.org/draft/2020-12/schema").then_some(()),
        "type" => {
            let known = ["array", "boolean", "integer", "null", "number", "object", "string"];
            known.contains(&string(text)?).then_some(())
        }
        "title" | "description" | "$comment" | "format" => string(text).map(drop),
        "default" | "const" => text.skip().ok(),
        "enum" | "examples" => items(text, |text| text.skip().ok()).map(drop),
        "required" => required(text),
        "properties" | "$defs" => match text.kind().ok()? {
            Kind::Object => members(text, |text, _| schema(text, depth)),
            _ => None,
        },
        "items" | "additionalProperties" | "not" => schema(text, depth),
        "anyOf" | "oneOf" | "allOf" => items(text, |text| schema(text, depth)).filter(|count| *count > 0).map(drop),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => number(text).map(drop),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            number(text)?.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
        }
        "deprecated" | "readOnly" | "writeOnly" | "uniqueItems" => match text.kind().ok()? {
            Kind::Boolean => text.word().ok().map(drop),
            _ => None,
        },
        // What begins otherwise, such as `x-order`, is nobody's keyword.
        own if own.starts_with("x-") => text.skip().ok(),
        _ => None,
    }
}

fn required(text: &mut Text<'_>) -> Option<()> {
    let mut names = Vec::new();
    items(text, |text| {
        let name = string(text).filter(|name| !name.contains('\\'))?;
        (!names.contains(&name) && names.len() < DEPTH).then(|| names.push(name))
    })
    .map(drop)
}

/// The string that comes next, as it is written.
fn string<'t>(text: &mut Text<'t>) -> Option<&'t str> {
    let quoted = (text.kind().ok()? == Kind::String).then(|| text.string().ok()).flatten()?;
    Some(text.inner(quoted))
}

fn number<'t>(text: &mut Text<'t>) -> Option<&'t str> {
    (text.kind().ok()? == Kind::Number).then(|| text.number().ok()).flatten()
}

fn members<'t>(text: &mut Text<'t>, mut value: impl FnMut(&mut Text<'t>, &'t str) -> Option<()>) -> Option<()> {
    text.at += 1;
    if text.take(b'}') {
        return Some(());
    }
    loop {
        let key = text.key().ok().filter(|key| !key.escaped)?;
        let name = text.inner(key);
        value(text, name)?;
        if !text.another(b'}', "").ok()? {
            return Some(());
        }
    }
}

/// How many items the array has that comes next, if it is one and each is as it should be.
fn items<'t>(text: &mut Text<'t>, mut item: impl FnMut(&mut Text<'t>) -> Option<()>) -> Option<usize> {
    let mut count = 0;
    if text.kind().ok()? != Kind::Array {
        return None;
    }
    text.at += 1;
    if text.take(b']') {
        return Some(count);
    }
    loop {
        item(text)?;
        count += 1;
        if !text.another(b']', "").ok()? {
            return Some(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::is_plain;

    #[test]
    fn usual_schemas_are_plain() {
        for schema in [
            json!({"type": "object", "properties": {"a": {"type": "string", "minLength": 1}, "b": true}, "required": ["a"]}),
            json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "anyOf": [{"enum": [1, null]}], "x-order": 3}),
        ] {
            assert!(is_plain(&schema.to_string()), "{schema}");
        }
        assert!(!is_plain(r#"{"type":"object","$schema":"http://json-schema.org/draft-07/schema#"}"#));
    }

    fn schemas() -> impl Strategy<Value = Value> {
        let leaf = prop::sample::select(vec![
            json!(null),
            json!(true),
            json!(1),
            json!(-1),
            json!(1.5),
            json!("string"),
            json!("a"),
            json!(["a", "b"]),
            json!(["a", "a"]),
            json!([]),
            json!({}),
            json!("https://json-schema.org/draft/2020-12/schema"),
        ]);
        let names = [
            "type",
            "title",
            "enum",
            "required",
            "properties",
            "items",
            "anyOf",
            "minimum",
            "minLength",
            "uniqueItems",
            "$schema",
            "$defs",
            "additionalProperties",
            "const",
            "pattern",
            "$ref",
            "x-a",
            "contains",
            "dependentRequired",
            "$id",
            "examples",
            "$comment",
        ];
        leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map(prop::sample::select(names.map(str::to_owned).to_vec()), inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn what_is_plain_is_valid(schema in schemas()) {
            if is_plain(&schema.to_string()) {
                prop_assert!(jsonschema::draft202012::meta::is_valid(&schema), "{}", schema);
            }
        }
    }
}
