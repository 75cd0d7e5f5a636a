//! Strategies for values that no page of the specification objects to.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A value that has, with a chance of a third, the member.
fn maybe(name: &'static str, value: BoxedStrategy<Value>) -> BoxedStrategy<Vec<(String, Value)>> {
    prop_oneof![2 => Just(vec![]), 1 => value.prop_map(move |value| vec![(name.to_owned(), value)])].boxed()
}

/// An object with its fixed members and any of the optional ones, in any order, with unknown members now and then.
pub(crate) fn object(fixed: &Value, optional: Vec<(&'static str, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let optional: Vec<_> = optional.into_iter().map(|(name, value)| maybe(name, value)).collect();
    let fixed: Vec<_> = fixed.as_object().expect("an object").clone().into_iter().collect();
    (optional, unknown())
        .prop_map(move |(optional, unknown)| {
            let members = fixed.iter().cloned().chain(optional.into_iter().flatten()).chain(unknown);
            Value::Object(members.collect())
        })
        .boxed()
}

/// Members that no definition names; a reader skips them.
fn unknown() -> BoxedStrategy<Vec<(String, Value)>> {
    let value = prop_oneof![Just(json!(null)), Just(json!([{"a": null}])), any::<i64>().prop_map(Value::from), text()];
    prop_oneof![5 => Just(vec![]), 1 => vec(("x[A-Z][a-z]{1,5}", value), 1..3)].boxed()
}

pub(crate) fn text() -> BoxedStrategy<Value> {
    prop_oneof![3 => "[A-Za-z ,.]{0,30}", 1 => "\\PC{0,20}", 1 => Just("tab\there \"quoted\" \\ line\nnext \u{1F980}".to_owned())]
        .prop_map(Value::from)
        .boxed()
}

pub(crate) fn flag() -> BoxedStrategy<Value> {
    any::<bool>().prop_map(Value::from).boxed()
}

pub(crate) fn tool_name() -> BoxedStrategy<String> {
    prop_oneof![4 => "[a-z]{1,8}(_[a-z]{1,8}){0,2}", 1 => "[A-Za-z0-9_.-]{1,128}"].boxed()
}

pub(crate) fn meta() -> BoxedStrategy<Value> {
    let key = prop_oneof![
        "(com|org|io|de)\\.[a-z]{1,6}/[A-Za-z0-9]([A-Za-z0-9._-]{0,8}[A-Za-z0-9])?",
        "[A-Za-z0-9]([A-Za-z0-9._-]{0,8}[A-Za-z0-9])?".prop_filter("reserved", |key| key != "progressToken"),
        "com\\.example\\.[a-z]{1,4}/",
    ];
    let key = key.prop_filter("the second label is reserved", |key| {
        key.split_once('/')
            .is_none_or(|(prefix, _)| !matches!(prefix.split('.').nth(1), Some("mcp" | "modelcontextprotocol")))
    });
    let value = prop_oneof![text(), flag(), Just(json!(null)), Just(json!({"deep": [1, 2.5, null]}))];
    btree_map(key, value, 0..3).prop_map(|map| Value::Object(map.into_iter().collect())).boxed()
}

pub(crate) fn icons() -> BoxedStrategy<Value> {
    let src = prop_oneof![Just("https://example.com/icon.png"), Just("data:image/png;base64,iVBORw0KGgo=")];
    let mime = prop_oneof![Just("image/png"), Just("image/svg+xml"), Just("image/webp")];
    let sizes = prop_oneof![Just(json!(["48x48"])), Just(json!(["any"])), Just(json!(["16x16", "96x96"]))];
    let theme = prop_oneof![Just("light"), Just("dark")];
    let icon = (src, option::of(mime), option::of(sizes), option::of(theme)).prop_map(|(src, mime, sizes, theme)| {
        let mut icon = Map::from_iter([("src".to_owned(), Value::from(src))]);
        let optional = [("mimeType", mime.map(Value::from)), ("sizes", sizes), ("theme", theme.map(Value::from))];
        icon.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        Value::Object(icon)
    });
    vec(icon, 1..3).prop_map(Value::from).boxed()
}

pub(crate) fn annotations() -> BoxedStrategy<Value> {
    let audience = prop_oneof![Just(json!(["user"])), Just(json!(["assistant", "user"]))].boxed();
    let priority = prop_oneof![Just(json!(0)), Just(json!(1)), Just(json!(0.5)), Just(json!(1.0))].boxed();
    let modified = prop_oneof![Just(json!("2025-01-12T15:00:58Z")), Just(json!("2024-02-29T00:00:00+05:30"))].boxed();
    object(&json!({}), vec![("audience", audience), ("priority", priority), ("lastModified", modified)])
}

/// A content block of any kind.
pub(crate) fn block() -> BoxedStrategy<Value> {
    let common = || vec![("annotations", annotations()), ("_meta", meta())];
    let with = move |fixed: Value| object(&fixed, common());
    prop_oneof![
        4 => text().prop_flat_map(move |text| with(json!({"type": "text", "text": text}))),
        1 => with(json!({"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"})),
        1 => with(json!({"type": "audio", "data": "", "mimeType": "audio/wav; codecs=1"})),
        1 => with(json!({"type": "resource_link", "uri": "note:///today", "name": "today"})),
        1 => embedded().prop_flat_map(move |resource| with(json!({"type": "resource", "resource": resource}))),
    ]
    .boxed()
}

/// A resource that stands in a prompt states its MIME type.
fn embedded() -> BoxedStrategy<Value> {
    let stated = |mut contents: Value| {
        contents["mimeType"] = json!("text/plain; charset=utf-8");
        contents
    };
    contents("note:///today".to_owned()).prop_map(stated).boxed()
}

/// The contents of a resource, as text or as bytes.
pub(crate) fn contents(uri: String) -> BoxedStrategy<Value> {
    let mime = || vec![("mimeType", Just(json!("text/plain; charset=utf-8")).boxed()), ("_meta", meta())];
    let of = move |member: &'static str, value: Value| object(&json!({"uri": uri.clone(), member: value}), mime());
    let blob = of.clone();
    prop_oneof![
        text().prop_flat_map(move |text| of("text", text)),
        prop_oneof![Just(json!("")), Just(json!("aGVsbG8+/w=="))].prop_flat_map(move |data| blob("blob", data)),
    ]
    .boxed()
}

/// A schema of arguments: an object with properties of every plain kind.
pub(crate) fn input_schema() -> BoxedStrategy<Value> {
    let property = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "string", "enum": ["red", "green"], "description": "A colour"})),
        Just(json!({"type": "integer", "minimum": -5, "maximum": 5, "default": 0})),
        Just(json!({"type": "number", "exclusiveMinimum": 0})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3})),
        Just(json!({"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"]})),
        Just(json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]})),
        Just(json!({"$ref": "#/$defs/Point"})),
        Just(json!({})),
    ];
    // Another dialect is legal, and against the advice.
    let dialect = option::of(Just("https://json-schema.org/draft/2020-12/schema"));
    (btree_map("[a-z]{1,6}", (property, any::<bool>()), 0..4), dialect, option::of(any::<bool>()))
        .prop_map(|(properties, dialect, closed)| schema(properties, dialect, closed))
        .boxed()
}

fn schema(
    properties: std::collections::BTreeMap<String, (Value, bool)>,
    dialect: Option<&str>,
    closed: Option<bool>,
) -> Value {
    let required: Vec<_> =
        properties.iter().filter(|(_, (_, required))| *required).map(|(name, _)| name.clone()).collect();
    let uses_point = properties.values().any(|(schema, _)| schema.get("$ref").is_some());
    let properties: Map<_, _> = properties.into_iter().map(|(name, (schema, _))| (name, schema)).collect();
    let mut schema = json!({"type": "object"});
    let mut put =
        |name: &str, value: Value| drop(schema.as_object_mut().expect("an object").insert(name.to_owned(), value));
    if !properties.is_empty() {
        put("properties", properties.into());
    }
    if !required.is_empty() {
        put("required", required.into());
    }
    if uses_point {
        put("$defs", json!({"Point": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}}));
    }
    if let Some(dialect) = dialect {
        put("$schema", dialect.into());
    }
    if let Some(closed) = closed {
        put("additionalProperties", (!closed).into());
    }
    schema
}

/// An output schema with structured content that fits it.
pub(crate) fn output() -> BoxedStrategy<(Value, Value)> {
    prop_oneof![
        Just((json!({"type": "object"}), json!({}))),
        any::<i32>().prop_map(|n| {
            let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false});
            (schema, json!({"n": n}))
        }),
        Just((
            json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"rows": {"type": "array", "items": {"type": ["string", "null"]}}}}),
            json!({"rows": ["a", null], "more": true}),
        )),
    ]
    .boxed()
}
