//! Arguments that fit an input schema: always the same for the same schema, small, and harmless.

mod scalar;

use serde_json::{Map, Value};

/// How many levels are filled; deeper ones only where they are required.
const DEPTH: usize = 8;

/// How many items a list gets at most.
const ITEMS: u64 = 5;

/// How much is filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// What is required.
    Smallest,
    /// Everything that has a name.
    Fullest,
}

/// Arguments for that schema, checked against it.
///
/// # Errors
/// Why there are none: the schema is none, or nothing that this function can think of fits it.
pub(crate) fn generate(schema: &Value, fill: Fill) -> Result<Value, String> {
    let validator =
        jsonschema::validator_for(schema).map_err(|error| format!("its input schema cannot be used: {error}"))?;
    let value = Maker { root: schema, fill }.value(schema, 0, DEPTH).unwrap_or_else(|| Value::Object(Map::new()));
    match validator.validate(&value) {
        Ok(()) if value.is_object() => Ok(value),
        Ok(()) => Err("its input schema is for no object".to_owned()),
        Err(error) => Err(format!("no arguments were found that fit its input schema: {error}")),
    }
}

struct Maker<'s> {
    root: &'s Value,
    fill: Fill,
}

impl Maker<'_> {
    /// A value for the schema; `at` sets apart the items of one list.
    fn value(&self, schema: &Value, at: u64, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let Value::Object(schema) = schema else {
            return (*schema != Value::Bool(false)).then(|| Value::from("text"));
        };
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let found = self.root.pointer(target.strip_prefix('#')?)?;
            return self.value(found, at, depth);
        }
        if let Some(given) = given(schema, self.fill, at) {
            return Some(given);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = schema.get(key) {
                let mut rest = schema.clone();
                rest.remove(key);
                return self.first(branches, &rest, at, depth);
            }
        }
        if let Some(Value::Array(parts)) = schema.get("allOf") {
            let mut whole = schema.clone();
            whole.remove("allOf");
            parts.iter().filter_map(Value::as_object).for_each(|part| merge(&mut whole, part));
            return self.value(&Value::Object(whole), at, depth);
        }
        self.typed(schema, at, depth)
    }

    /// A value of the first branch that has one, null last.
    fn first(&self, branches: &[Value], rest: &Map<String, Value>, at: u64, depth: usize) -> Option<Value> {
        let whole = |branch: &Value| {
            let mut whole = rest.clone();
            merge(&mut whole, branch.as_object()?);
            self.value(&Value::Object(whole), at, depth)
        };
        let values: Vec<_> = branches.iter().take(8).filter_map(whole).collect();
        values.iter().find(|value| !value.is_null()).or(values.first()).cloned()
    }

    fn typed(&self, schema: &Map<String, Value>, at: u64, depth: usize) -> Option<Value> {
        match kind(schema) {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, depth),
            "string" => Some(scalar::text(schema, at)),
            "integer" | "number" => scalar::number(schema, at),
            "boolean" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            _ => None,
        }
    }

    fn object(&self, schema: &Map<String, Value>, depth: usize) -> Option<Value> {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        for (name, schema) in properties {
            if required.contains(&name.as_str()) {
                object.insert(name.clone(), self.value(schema, 0, depth)?);
            } else if self.fill == Fill::Fullest {
                object.extend(self.value(schema, 0, depth).map(|value| (name.clone(), value)));
            }
        }
        for name in required {
            object.entry(name).or_insert_with(|| Value::from("text"));
        }
        Some(Value::Object(object))
    }

    fn array(&self, schema: &Map<String, Value>, depth: usize) -> Option<Value> {
        let number = |key: &str| schema.get(key).and_then(Value::as_u64);
        let wanted = u64::from(self.fill == Fill::Fullest);
        let count = number("minItems").unwrap_or(wanted).min(number("maxItems").unwrap_or(ITEMS)).min(ITEMS);
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        let item = |at: u64| {
            let own = prefix.and_then(|prefix| prefix.get(usize::try_from(at).ok()?));
            let items = own.or_else(|| schema.get("items")).unwrap_or(&Value::Bool(true));
            self.value(items, at, depth)
        };
        (0..count).map(item).collect()
    }
}

/// A value that the schema names itself.
fn given(schema: &Map<String, Value>, fill: Fill, at: u64) -> Option<Value> {
    if let Some(fixed) = schema.get("const") {
        return Some(fixed.clone());
    }
    let at = usize::try_from(at).ok()?;
    let listed = |key: &str| Some(schema.get(key)?.as_array()?.get(at).cloned());
    let (default, example) = (schema.get("default").filter(|_| at == 0).cloned(), listed("examples").flatten());
    listed("enum").flatten().or(match fill {
        Fill::Smallest => default.or(example),
        Fill::Fullest => example.or(default),
    })
}

/// The first type that is not null; where none is named, what the other keywords suggest.
fn kind(schema: &Map<String, Value>) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            kinds.find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.contains_key("properties") || schema.contains_key("required") => "object",
        _ if schema.contains_key("items") || schema.contains_key("prefixItems") => "array",
        _ if schema.contains_key("minimum") || schema.contains_key("maximum") => "number",
        _ => "string",
    }
}

/// Adds a part to a schema: members of `properties` and `required` are joined, any other keyword is replaced.
fn merge(whole: &mut Map<String, Value>, part: &Map<String, Value>) {
    for (key, value) in part {
        match (whole.get_mut(key), value) {
            (Some(Value::Object(old)), Value::Object(new)) if key == "properties" => old.extend(new.clone()),
            (Some(Value::Array(old)), Value::Array(new)) if key == "required" => old.extend(new.clone()),
            _ => drop(whole.insert(key.clone(), value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Fill, generate};

    fn both(schema: &Value) -> (Value, Value) {
        (generate(schema, Fill::Smallest).unwrap(), generate(schema, Fill::Fullest).unwrap())
    }

    #[test]
    fn the_smallest_has_what_is_required_and_the_fullest_what_is_named() {
        let schema = json!({
            "type": "object",
            "properties": {
                "city": {"type": "string"},
                "days": {"type": "integer", "minimum": 3, "maximum": 9},
                "unit": {"enum": ["C", "F"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "when": {"type": "string", "format": "date-time"},
                "limit": {"anyOf": [{"type": "null"}, {"type": "integer", "exclusiveMinimum": 10}]},
                "kind": {"const": "now"},
                "deep": {"$ref": "#/$defs/node"},
            },
            "required": ["city"],
            "additionalProperties": false,
            "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "value": {"type": "number"}}}},
        });
        let (smallest, fullest) = both(&schema);
        assert_eq!(smallest, json!({"city": "text"}));
        assert_eq!(fullest["days"], 3);
        assert_eq!(fullest["limit"], 11);
        assert_eq!(fullest["tags"], json!(["text"]));
        assert_eq!(fullest["deep"]["next"]["next"]["value"], 1);
        assert_eq!(fullest.as_object().unwrap().len(), 8);
    }

    #[test]
    fn constraints_are_met_where_they_can_be() {
        let schema = json!({
            "type": "object",
            "properties": {
                "code": {"type": "string", "minLength": 12, "maxLength": 12},
                "zip": {"type": "string", "pattern": "^[0-9]{5}$"},
                "pairs": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "integer", "minimum": 0}},
                "step": {"type": "number", "multipleOf": 0.5, "minimum": 0.2},
                "below": {"type": "integer", "maximum": -4},
                "all": {"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"type": "boolean"}}}]},
                "draft": {"type": ["null", "string"], "examples": ["an example"], "default": "a default"},
            },
            "required": ["code", "zip", "pairs", "step", "below", "all", "draft"],
        });
        let (smallest, fullest) = both(&schema);
        assert_eq!(smallest["pairs"], json!([1, 2]));
        assert_eq!(smallest["below"], -4);
        assert_eq!((&smallest["draft"], &fullest["draft"]), (&json!("a default"), &json!("an example")));
    }

    #[test]
    fn what_cannot_be_met_is_said() {
        for schema in [
            json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "^zq{77}$"}}, "required": ["a"]}),
            json!({"type": "string"}),
            json!({"type": "nothing"}),
            json!({"type": "object", "not": {}}),
            json!({"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}, "required": ["a"]}),
        ] {
            assert!(generate(&schema, Fill::Smallest).is_err(), "{schema}");
        }
    }

    #[test]
    fn other_dialects_are_understood() {
        let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
            "definitions": {"n": {"type": "integer"}}, "properties": {"a": {"$ref": "#/definitions/n"}}, "required": ["a"]});
        assert_eq!(generate(&schema, Fill::Smallest).unwrap(), json!({"a": 1}));
    }
}
