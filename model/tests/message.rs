//! How messages are told apart.

use mcp_model::{
    CallToolResult, JsonRpcMessage, JsonRpcResponse, JsonRpcResultResponse, Message, decode, decode_strict,
};

fn refused(text: &str) -> String {
    let error = decode::<JsonRpcMessage>(text.as_bytes()).unwrap_err();
    format!("{}: {}", error.path(), error.message())
}

#[test]
fn members_in_any_order_make_the_same_message() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1.0}}"#,
        r#"{"params":{"a":1.0},"method":"m","id":1,"jsonrpc":"2.0"}"#,
        r#"{"method":"notifications/m","params":{"a":1.0},"jsonrpc":"2.0"}"#,
        r#"{"method":"odd","params":{"a":1.0},"jsonrpc":"2.0"}"#,
        r#"{"id":1,"error":{"message":"","code":1},"jsonrpc":"2.0"}"#,
        r#"{"result":{"x":[1e400]},"id":"1","jsonrpc":"2.0"}"#,
    ] {
        let message: JsonRpcMessage = decode_strict(text.as_bytes()).unwrap();
        let json: mcp_model::Json = text.parse().unwrap();
        assert_eq!(mcp_model::Json::from_serialize(&message).unwrap(), json);
        let has_id = text.contains("\"id\"");
        let is_call = text.contains("method");
        match message {
            Message::Request(_) => assert!(is_call && has_id),
            Message::Notification(_) => assert!(is_call && !has_id),
            Message::Response(_) => assert!(!is_call),
        }
    }
}

#[test]
fn what_is_no_message_says_why() {
    let both = r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""},"result":{}}"#;
    assert!(refused(both).starts_with("result: a response has"));
    assert!(refused(r#"{"jsonrpc":"2.0","id":1}"#).starts_with(": none of `method`"));
    assert!(refused(r#"{"jsonrpc":"2.0","method":"notifications/x","id":1}"#).starts_with("id: "));
    assert!(refused(r#"{"jsonrpc":"2.0","method":"x","id":null}"#).starts_with("id: expected"));
    assert!(refused(r#"{"jsonrpc":"1.0","method":"x","id":1}"#).starts_with("jsonrpc: expected"));
    assert!(refused(r#"{"method":"x","id":1}"#).starts_with(": member `jsonrpc` is missing"));
    assert!(refused(r#"{"jsonrpc":"2.0","result":{}}"#).starts_with(": member `id` is missing"));
    assert!(refused("[]").contains("expected an object"));
}

#[test]
fn a_call_brings_no_outcome_wherever_its_members_stand() {
    for outcome in [r#""result":{}"#, r#""error":{"code":1,"message":""}"#] {
        let name = &outcome[1..outcome.find(':').unwrap() - 1];
        for text in [
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x",{outcome}}}"#),
            format!(r#"{{"jsonrpc":"2.0","method":"x",{outcome},"id":1}}"#),
            format!(r#"{{"method":"x","id":1,{outcome},"jsonrpc":"2.0"}}"#),
        ] {
            assert_eq!(refused(&text), format!("{name}: a request or notification has neither `result` nor `error`"));
        }
        for text in [
            format!(r#"{{"jsonrpc":"2.0","id":1,{outcome},"method":"x"}}"#),
            format!(r#"{{{outcome},"method":"x","id":1,"jsonrpc":"2.0"}}"#),
        ] {
            assert!(refused(&text).starts_with("method: a response has `result` or `error`"), "{}", refused(&text));
        }
        let tells = format!(r#"{{"jsonrpc":"2.0","method":"notifications/x",{outcome}}}"#);
        assert_eq!(refused(&tells), format!("{name}: a notification has none of `id`, `result` and `error`"));
    }
}

#[test]
fn a_result_is_read_by_its_request() {
    let text = br#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"x":1.0}}"#;
    let opaque: JsonRpcResponse = decode(text).unwrap();
    let typed: JsonRpcResultResponse<CallToolResult> = decode(text).unwrap();
    let JsonRpcResponse::Result(opaque) = opaque else { panic!("a result is there") };
    assert_eq!(opaque.result.read::<CallToolResult>().unwrap(), typed.result);
}
