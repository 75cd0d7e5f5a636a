//! The one pass of `validate` and a validator for any JSON Schema give the same verdict: on every fixture, and on many
//! random changes to each.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use mcp_conformance::schema;
use mcp_conformance::validate::Definition;
use serde_json::{Value, json};

/// So many changes to each fixture.
const CHANGES: usize = 12;

/// A small generator of random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

fn validators() -> BTreeMap<String, Validator> {
    let schema: Value = serde_json::from_str(schema::TEXT).expect("the schema is JSON");
    let names = schema["$defs"].as_object().expect("definitions").keys();
    names
        .map(|name| {
            let one = json!({"$ref": format!("#/$defs/{name}"), "$defs": schema["$defs"]});
            (name.clone(), jsonschema::validator_for(&one).expect("the schema is a schema"))
        })
        .collect()
}

fn fixtures() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/2025-11-25");
    let index: Value =
        serde_json::from_str(&fs::read_to_string(root.join("index.json")).expect("the index")).expect("JSON");
    let cases = index["cases"].as_array().expect("cases");
    let read = |case: &Value| {
        let text = fs::read_to_string(root.join(case["path"].as_str()?)).ok()?;
        Some((case["definition"].as_str()?.to_owned(), serde_json::from_str(&text).ok()?))
    };
    cases.iter().filter_map(read).collect()
}

/// Changes one thing somewhere in the value.
fn change(value: &mut Value, random: &mut Random) {
    let children = match value {
        Value::Object(members) => members.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    if children > 0 && random.below(4) > 0 {
        let at = random.below(children);
        match value {
            Value::Object(members) => members.values_mut().nth(at).into_iter().for_each(|child| change(child, random)),
            Value::Array(items) => change(&mut items[at], random),
            _ => {}
        }
    } else {
        alter(value, random);
    }
}

fn alter(value: &mut Value, random: &mut Random) {
    let others =
        [json!(null), json!(true), json!(1), json!(1.5), json!(2.0), json!("x"), json!("2.0"), json!([]), json!({})];
    match (value, random.below(4)) {
        (Value::Object(members), 0) if !members.is_empty() => {
            let name = members.keys().nth(random.below(members.len())).cloned().unwrap_or_default();
            members.remove(&name);
        }
        (Value::Object(members), 1) => {
            let names =
                ["type", "id", "method", "result", "error", "text", "enum", "items", "mode", "params", "content"];
            let other = others[random.below(others.len())].clone();
            members.insert(names[random.below(names.len())].to_owned(), other);
        }
        (Value::Array(items), 0) => items.push(others[random.below(others.len())].clone()),
        (value, 3) if random.below(3) == 0 => *value = json!([value.clone()]),
        (value, _) => *value = others[random.below(others.len())].clone(),
    }
}

#[test]
fn the_walker_agrees_with_a_general_validator() {
    let (validators, mut random) = (validators(), Random(20_251_125));
    let (mut counts, mut wrong) = ([0_usize; 2], Vec::new());
    for (definition, original) in fixtures() {
        let walker = Definition::named(&definition).expect("a definition");
        for round in 0..=CHANGES {
            let mut value = original.clone();
            for _ in 0..round.min(2) {
                change(&mut value, &mut random);
            }
            let text = value.to_string();
            let problems = walker.problems(&text);
            let refused = problems.iter().any(|problem| problem.keyword.is_some());
            let right = validators[&definition].is_valid(&value);
            counts[usize::from(right)] += 1;
            if right == refused {
                wrong.push(format!("{definition} {text}: {problems:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} disagreements, such as {}", wrong.len(), wrong[0]);
    assert!(counts.iter().all(|count| *count > 3_000), "too few of one kind: {counts:?}");
}
