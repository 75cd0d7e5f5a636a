//! The tables against the published schema, in both directions.

use mcp_model::{DEFINITIONS, Definition, Direction, METHODS};
use serde_json::Value;
use std::collections::BTreeSet;

mod upstream;

#[test]
fn every_definition_has_one_home_and_no_other_has() {
    let Some(schema) = upstream::schema() else { return };
    let theirs: BTreeSet<&str> = schema["$defs"].as_object().unwrap().keys().map(String::as_str).collect();
    let ours: BTreeSet<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
    assert_eq!(ours, theirs);
    assert_eq!(ours.len(), DEFINITIONS.len(), "a name is there twice");
}

#[test]
fn definitions_are_found_by_name() {
    for definition in DEFINITIONS {
        assert_eq!(Definition::find(definition.name).unwrap().name, definition.name);
    }
    assert!(Definition::find("Nonsense").is_none());
}

#[test]
fn methods_agree_with_the_schema_in_name_and_direction() {
    let Some(schema) = upstream::schema() else { return };
    let mut theirs = BTreeSet::new();
    for (union, is_client) in
        [("ClientRequest", true), ("ClientNotification", true), ("ServerRequest", false), ("ServerNotification", false)]
    {
        for variant in schema["$defs"][union]["anyOf"].as_array().unwrap() {
            let name = variant["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            let method = &schema["$defs"][name]["properties"]["method"]["const"];
            theirs.insert((method.as_str().unwrap(), name, is_client));
        }
    }
    let mut ours = BTreeSet::new();
    for method in METHODS {
        if method.direction != Direction::ServerToClient {
            ours.insert((method.name, method.definition, true));
        }
        if method.direction != Direction::ClientToServer {
            ours.insert((method.name, method.definition, false));
        }
    }
    assert_eq!(ours, theirs);
}

#[test]
fn every_result_is_asked_for_by_a_method() {
    let Some(schema) = upstream::schema() else { return };
    let asked: BTreeSet<&str> = METHODS.iter().filter_map(|method| method.result).collect();
    let unasked = ["Result", "PaginatedResult", "ClientResult", "ServerResult", "CreateTaskResult"];
    let names = schema["$defs"].as_object().unwrap().keys().map(String::as_str);
    let results: BTreeSet<&str> = names.filter(|name| name.ends_with("Result") && !unasked.contains(name)).collect();
    assert_eq!(asked, results);
}

#[test]
fn a_result_knows_its_request() {
    for method in METHODS.iter().filter(|method| !method.is_notification()) {
        let request = Definition::find(method.definition).unwrap();
        let mut source = mcp_model::strategy::Source::fullest();
        let value: Value = request.generate(&mut source).to_value().unwrap();
        assert_eq!(value["method"], method.name);
    }
}
