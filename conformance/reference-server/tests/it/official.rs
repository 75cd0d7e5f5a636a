//! The fixtures for the official suite.

use mcp_reference_server::official::official;
use serde_json::{Value, json};

use crate::support::Talk;

#[tokio::test]
async fn every_tool_returns_what_its_name_says() {
    let mut talk = Talk::open_as(official(), json!({})).await;
    for (name, kinds) in [
        ("test_simple_text", vec!["text"]),
        ("test_image_content", vec!["image"]),
        ("test_audio_content", vec!["audio"]),
        ("test_embedded_resource", vec!["resource"]),
        ("test_multiple_content_types", vec!["text", "image", "resource"]),
    ] {
        let result = talk.request("tools/call", json!({"name": name})).await["result"].clone();
        let blocks = result["content"].as_array().into_iter().flatten();
        let got: Vec<_> = blocks.filter_map(|block| block["type"].as_str()).collect();
        assert_eq!((got, result.get("isError")), (kinds, None), "{name}");
    }
    let result = talk.request("tools/call", json!({"name": "test_error_handling"})).await["result"].clone();
    assert_eq!(result["isError"], true);
}

#[tokio::test]
async fn the_schema_of_the_whole_dialect_is_shown_as_it_is() {
    let mut talk = Talk::open_as(official(), json!({})).await;
    let tools = talk.request("tools/list", json!({})).await["result"]["tools"].clone();
    let tools: Vec<Value> = tools.as_array().cloned().unwrap_or_default();
    let tool = tools.iter().find(|tool| tool["name"] == "json_schema_2020_12_tool").expect("it is listed");
    let schema = &tool["inputSchema"];
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["properties"]["address"]["$ref"], "#/$defs/address");
    let good = json!({"name": "json_schema_2020_12_tool", "arguments": {"address": {"city": "Ghent"}}});
    assert_eq!(talk.request("tools/call", good).await["result"].get("isError"), None);
    let bad = json!({"name": "json_schema_2020_12_tool", "arguments": {"address": {"city": 7}}});
    assert_eq!(talk.request("tools/call", bad).await["result"]["isError"], true);
}
