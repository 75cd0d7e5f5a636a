//! Typed handlers: what becomes of arguments, results, errors and completions.

use mcp_model::{CallToolResult, ContentBlock, ErrorObject, Implementation, PromptArgument, TextContent};
use mcp_reference_server::{
    BuildError, Failure, ProtocolError, Server, ServerBuilder, ToolError, prompt, resource, resource_template, tool,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::support::Talk;

#[derive(Deserialize, JsonSchema)]
struct Sum {
    a: i64,
    #[schemars(range(max = 10))]
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Total {
    total: i64,
}

fn server() -> ServerBuilder {
    Server::builder(Implementation::new("test", "1"))
}

async fn open(server: ServerBuilder) -> Talk {
    Talk::open(server.build().expect("sound")).await
}

#[tokio::test]
async fn a_typed_success_is_text_and_structured_content() {
    let sum = tool("sum").input::<Sum>().output::<Total>().run(|sum| async move { Total { total: sum.a + sum.b } });
    let mut talk = open(server().tool(sum)).await;
    let result = talk.call("sum", json!({"a": 1, "b": 2})).await;
    let text = json!([{"type": "text", "text": r#"{"total":3}"#}]);
    assert_eq!(result, json!({"content": text, "structuredContent": {"total": 3}}));
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_a_tool_error_that_says_why() {
    let sum = tool("sum").input::<Sum>().output::<Total>().run(|sum| async move { Total { total: sum.a + sum.b } });
    let mut talk = open(server().tool(sum)).await;
    for (arguments, words) in [
        (json!({"a": 1}), "\"b\" is a required property"),
        (json!({"a": "x", "b": 1}), "/a: "),
        (json!({"a": 1, "b": 11}), "/b: 11 is greater than the maximum of 10"),
    ] {
        let result = talk.call("sum", arguments).await;
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().expect("text");
        assert!(text.starts_with("The arguments do not fit: ") && text.contains(words), "{text}");
        assert!(result.get("structuredContent").is_none());
    }
    talk.say(
        r#"{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"name":"sum","arguments":{"a":1e400,"b":1}}}"#,
    )
    .await;
    assert_eq!(talk.hear().await["result"]["isError"], true);
    let array = talk.request("tools/call", json!({"name": "sum", "arguments": []})).await;
    assert_eq!(array["error"]["code"], -32602);
}

#[tokio::test]
async fn handlers_return_what_suits_them() {
    let handlers = server()
        .tool(tool("text").run(|_| async { "plain".to_owned() }))
        .tool(tool("blocks").run(|_| async { vec![ContentBlock::from(TextContent::new("block"))] }))
        .tool(tool("raw").run(|_| async { CallToolResult::new(["raw"]).meta("com.example/raw", 1) }))
        .tool(tool("failed").run(|_| async { ToolError::new("out of paper") }))
        .tool(tool("fails").run(|_| async { Err::<String, _>("no ink") }))
        .tool(tool("protocol").run(|_| async { Err::<String, Failure>(ErrorObject::new(-32042, "first pay").into()) }))
        .tool(tool("mixed").output::<Total>().run(|_| async { Err::<Total, _>(ToolError::new("no total")) }));
    let mut talk = open(handlers).await;
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    for (name, expected) in [
        ("text", json!({"content": text("plain")})),
        ("blocks", json!({"content": text("block")})),
        ("raw", json!({"content": text("raw"), "_meta": {"com.example/raw": 1}})),
        ("failed", json!({"content": text("out of paper"), "isError": true})),
        ("fails", json!({"content": text("no ink"), "isError": true})),
        ("mixed", json!({"content": text("no total"), "isError": true})),
    ] {
        assert_eq!(talk.call(name, json!({})).await, expected, "{name}");
    }
    let refused = talk.request("tools/call", json!({"name": "protocol"})).await;
    assert_eq!(refused["error"], json!({"code": -32042, "message": "first pay"}));
}

#[tokio::test]
async fn a_result_that_breaks_its_own_output_schema_never_leaves_the_server() {
    let bare = tool("bare").output::<Total>().run(|_| async { CallToolResult::new(["3"]) });
    let wrong = tool("wrong").output::<Total>().run(|_| async {
        let structured = mcp_model::JsonObject::new().with("total", "three");
        CallToolResult::new(["3"]).structured_content(structured)
    });
    let mut talk = open(server().tool(bare).tool(wrong)).await;
    for name in ["bare", "wrong"] {
        let response = talk.request("tools/call", json!({"name": name})).await;
        assert_eq!(response["error"], json!({"code": -32603, "message": "internal error"}), "{name}");
    }
}

#[test]
fn what_cannot_be_served_is_a_build_error_that_names_it() {
    let errors = [
        (server().tool(tool("t").input::<Vec<u8>>().run(|_| async { "" })), "alloc::vec::Vec<u8>"),
        (server().tool(tool("t").output::<String>().run(|_| async { String::new() })), "alloc::string::String"),
        (server().resource(resource("r", "no uri").read(|| async { "" })), "no uri"),
        (server().resource_template(resource_template("t", "x://{a*}").read(|_| async { "" })), "{a*}"),
        (server().prompt(prompt("p").complete("x", |_, _| async { vec![] }).get(|_| async { String::new() })), "\"x\""),
    ];
    for (builder, named) in errors {
        let error: BuildError = builder.build().err().expect(named);
        assert!(error.to_string().contains(named), "{error}");
    }
}

#[tokio::test]
async fn resources_are_text_bytes_or_not_there() {
    let server = server()
        .resource(resource("text", "test://text").mime_type("text/plain").read(|| async { "text" }))
        .resource(resource("bytes", "test://bytes").read(|| async { vec![0_u8, 255] }))
        .resource(resource("broken", "test://broken").read(|| async { Err::<String, _>("the disk is on fire") }))
        .resource(resource("gone", "test://gone").read(|| async { None::<String> }))
        .resource_template(
            resource_template("t", "test://t/{a}{?b}")
                .mime_type("text/x-t")
                .read(|variables| async move { format!("{:?} {:?}", variables.get("a"), variables.get("b")) }),
        );
    let mut talk = open(server).await;
    for (uri, contents) in [
        ("test://text", json!({"uri": "test://text", "mimeType": "text/plain", "text": "text"})),
        ("test://bytes", json!({"uri": "test://bytes", "blob": "AP8="})),
        ("test://t/x%20y", json!({"uri": "test://t/x%20y", "mimeType": "text/x-t", "text": "Some(\"x y\") None"})),
        ("test://t/1?b=2", json!({"uri": "test://t/1?b=2", "mimeType": "text/x-t", "text": "Some(\"1\") Some(\"2\")"})),
    ] {
        let read = talk.request("resources/read", json!({"uri": uri})).await;
        assert_eq!(read["result"]["contents"], json!([contents]), "{uri}");
    }
    let broken = talk.request("resources/read", json!({"uri": "test://broken"})).await;
    assert_eq!(broken["error"], json!({"code": -32603, "message": "internal error"}));
    for uri in ["test://gone", "test://unknown", ""] {
        let gone = talk.request("resources/read", json!({"uri": uri})).await;
        assert_eq!(gone["error"], json!({"code": -32002, "message": "resource not found", "data": {"uri": uri}}));
    }
}

#[tokio::test]
async fn a_prompt_gets_its_required_arguments_or_is_refused() {
    let greet = prompt("greet")
        .argument(PromptArgument::new("name").required(true))
        .argument(PromptArgument::new("title"))
        .get(|arguments| async move {
            let name = arguments.get("name").unwrap_or_default().to_owned();
            if name == "nobody" { Err(ProtocolError(ErrorObject::new(-32602, "somebody, please"))) } else { Ok(name) }
        });
    let mut talk = open(server().prompt(greet)).await;
    let got = talk.request("prompts/get", json!({"name": "greet", "arguments": {"name": "Ada", "other": "x"}})).await;
    assert_eq!(got["result"]["messages"], json!([{"role": "user", "content": {"type": "text", "text": "Ada"}}]));
    for (params, told) in [
        (json!({"name": "greet"}), "missing argument: name"),
        (json!({"name": "greet", "arguments": {"title": "Dr"}}), "missing argument: name"),
        (json!({"name": "greet", "arguments": {"name": "nobody"}}), "somebody, please"),
        (json!({"name": "other"}), "unknown prompt: other"),
    ] {
        let refused = talk.request("prompts/get", params).await;
        assert_eq!(refused["error"], json!({"code": -32602, "message": told}));
    }
    let number = talk.request("prompts/get", json!({"name": "greet", "arguments": {"name": 7}})).await;
    assert_eq!(number["error"]["code"], -32602);
}

#[tokio::test]
async fn completions_hold_a_hundred_at_most_and_know_what_is_unknown() {
    let many = prompt("many")
        .argument(PromptArgument::new("n"))
        .argument(PromptArgument::new("free"))
        .complete("n", |start: String, others| async move {
            let limit: u32 = others.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(250);
            (0..limit).map(|n| n.to_string()).filter(|n| n.starts_with(&start)).collect()
        })
        .get(|_| async { String::new() });
    let mut talk = open(server().prompt(many).resource(resource("r", "test://r").read(|| async { "" }))).await;
    let ask = |name: &str, value: &str| json!({"ref": {"type": "ref/prompt", "name": "many"}, "argument": {"name": name, "value": value}});
    let all = talk.request("completion/complete", ask("n", "")).await["result"]["completion"].clone();
    assert_eq!(all["values"].as_array().map(Vec::len), Some(100));
    assert_eq!((&all["total"], &all["hasMore"]), (&json!(250), &json!(true)));
    let mut few = ask("n", "1");
    few["context"] = json!({"arguments": {"limit": "12"}});
    let few = talk.request("completion/complete", few).await["result"]["completion"].clone();
    assert_eq!(few, json!({"values": ["1", "10", "11"], "total": 3, "hasMore": false}));
    let none = talk.request("completion/complete", ask("free", "")).await["result"]["completion"].clone();
    assert_eq!(none["values"], json!([]));
    let unknown: [(Value, &str); 4] = [
        (json!({"type": "ref/prompt", "name": "other"}), "n"),
        (json!({"type": "ref/prompt", "name": "many"}), "other"),
        (json!({"type": "ref/resource", "uri": "test://nowhere"}), "n"),
        (json!({"type": "ref/strange", "name": "many"}), "n"),
    ];
    for (reference, argument) in unknown {
        let params = json!({"ref": reference, "argument": {"name": argument, "value": ""}});
        let refused = talk.request("completion/complete", params).await;
        assert_eq!(refused["error"]["code"], -32602, "{reference} {argument}");
    }
}
