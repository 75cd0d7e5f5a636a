//! Malformed input: the right error each time, no panic, and the session goes on.

use mcp_reference_server::catalogue::catalogue;
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::support::Talk;

const LINES: usize = 10_000;

/// What a line deserves.
#[derive(Debug, Clone, PartialEq)]
enum Due {
    /// An error without an id.
    Complaint(i64),
    /// An answer to this id: one of these error codes, or a result where there are none.
    Answer(Value, &'static [i64]),
    /// Nothing at all.
    Silence,
}

/// A line that is not JSON, a member of which may be.
fn noise() -> impl Strategy<Value = (Vec<u8>, Due)> {
    let bytes = prop::collection::vec(any::<u8>().prop_filter("no newline", |b| *b != b'\n'), 0..60);
    let text = "[^\n]{0,60}".prop_map(String::into_bytes);
    let cut = message().prop_map(|(line, _)| line[..line.len() - 1].to_vec());
    let lines = prop_oneof![bytes, text, cut];
    let noise = lines.prop_filter("no JSON", |line| serde_json::from_slice::<Value>(line).is_err());
    noise.prop_map(|line| (line, Due::Complaint(-32700)))
}

/// JSON that is no message.
fn stray() -> impl Strategy<Value = (Vec<u8>, Due)> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,9}".prop_map(Value::from),
        Just(json!({})),
    ];
    let stray = leaf.prop_recursive(3, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::from));
    stray.prop_map(|value| (value.to_string().into_bytes(), Due::Complaint(-32600)))
}

/// An object that looks like a request and is not quite one.
fn almost() -> impl Strategy<Value = (Vec<u8>, Due)> {
    let id = 1_000_000..i64::MAX;
    prop_oneof![
        id.clone().prop_map(|id| (json!({"id": id, "method": "ping"}), Due::Answer(json!(id), &[-32600]))),
        id.clone().prop_map(|id| (json!({"jsonrpc": "2.0", "id": id}), Due::Answer(json!(id), &[-32600]))),
        id.clone().prop_map(|id| {
            (json!({"jsonrpc": "2.0", "id": id, "method": "ping", "params": [1]}), Due::Answer(json!(id), &[-32602]))
        }),
        (id.clone(), "[a-z]{1,8}/[a-z]{1,8}").prop_map(|(id, method)| {
            (json!({"jsonrpc": "2.0", "id": id, "method": format!("x{method}")}), Due::Answer(json!(id), &[-32601]))
        }),
        id.clone().prop_map(|id| {
            (
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": id}}),
                Due::Answer(json!(id), &[-32602]),
            )
        }),
        Just((json!({"jsonrpc": "2.0", "id": null, "method": "ping"}), Due::Complaint(-32600))),
        Just((json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}), Due::Complaint(-32600))),
        Just((json!({"jsonrpc": "2.0", "method": "tools/list"}), Due::Silence)),
        Just((
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {}}}),
            Due::Silence
        )),
        id.prop_map(|id| (json!({"jsonrpc": "2.0", "id": id, "result": {}}), Due::Silence)),
    ]
    .prop_map(|(value, due)| (value.to_string().into_bytes(), due))
}

/// A good request under an id that is a text.
fn message() -> impl Strategy<Value = (Vec<u8>, Due)> {
    ("[^\n]{1,12}", "[a-z]{0,4}").prop_map(|(id, member)| {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "ping", "params": {member: [1.0e300]}});
        (message.to_string().into_bytes(), Due::Answer(json!(id), &[]))
    })
}

/// What an answer is to its line.
fn judge(due: &Due, answer: &Value) -> bool {
    let code = answer["error"]["code"].as_i64();
    match due {
        Due::Complaint(expected) => answer.get("id").is_none() && code == Some(*expected),
        Due::Answer(id, []) => answer["id"] == *id && answer["result"] == json!({}),
        Due::Answer(id, codes) => answer["id"] == *id && code.is_some_and(|code| codes.contains(&code)),
        Due::Silence => false,
    }
}

#[tokio::test]
async fn ten_thousand_lines_each_get_what_they_deserve() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let lines = prop_oneof![noise(), stray(), almost(), message()];
    let mut talk = Talk::open(catalogue()).await;
    for _ in 0..LINES {
        let (line, due) = lines.new_tree(&mut runner).expect("a line").current();
        talk.say_bytes(&line).await;
        if due == Due::Silence {
            continue;
        }
        let answer = talk.hear().await;
        let shown = String::from_utf8_lossy(&line);
        assert!(judge(&due, &answer), "{shown} deserves {due:?} and got {answer}");
    }
    let tools = talk.request("tools/list", json!({})).await;
    assert!(tools["result"]["tools"].is_array());
    assert!(talk.heard.is_empty(), "what deserved silence was answered: {:?}", talk.heard);
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_the_next_one_answered() {
    let server = mcp_reference_server::catalogue::builder().message_limit(1000).build().expect("sound");
    let mut talk = Talk::open(server).await;
    talk.say(&"x".repeat(100_000)).await;
    let refusal = talk.hear().await;
    assert_eq!(refusal["error"]["code"], -32600);
    assert!(refusal.get("id").is_none());
    assert_eq!(talk.request("ping", json!({})).await["result"], json!({}));
}
