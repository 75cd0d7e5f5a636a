use mcp_model::{INVALID_PARAMS, INVALID_REQUEST, RequestId};

use super::*;

fn code_and_id(line: &str) -> (i64, Option<RequestId>) {
    match Incoming::read(line.as_bytes()) {
        Incoming::Malformed { id, error } => (error.code.as_i64().expect("small"), id),
        other => panic!("{line} was taken for {other:?}"),
    }
}

#[test]
fn what_is_not_json_is_a_parse_error_without_an_id() {
    for line in [
        "",
        " ",
        "nope",
        "{",
        r#"{"jsonrpc":"2.0","id":1,"#,
        "\u{feff}{}",
        "{} {}",
        "[1,",
        r#"{"jsonrpc":"2.0","id":1,"result":{"x":Infinity}}"#,
    ] {
        assert_eq!(code_and_id(line), (PARSE_ERROR, None), "{line}");
    }
    let Incoming::Malformed { error, .. } = Incoming::read(b"{\"a\":\"\xff\"}") else {
        panic!("bytes that are not UTF-8 were taken for a message");
    };
    assert_eq!(error.code, PARSE_ERROR);
}

#[test]
fn what_is_no_message_is_an_invalid_request_without_an_id() {
    for line in [
        "1",
        "null",
        "\"text\"",
        "[]",
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        "{}",
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":7}"#,
        r#"{"method":"ping"}"#,
    ] {
        assert_eq!(code_and_id(line), (INVALID_REQUEST, None), "{line}");
    }
}

#[test]
fn a_readable_id_is_echoed_whatever_else_is_wrong() {
    let one = Some(RequestId::from(1));
    for (line, code) in [
        (r#"{"id":1,"method":"ping"}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"2.0","id":1}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"2.0","id":1,"method":null}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"2.0","id":1,"method":["ping"]}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, INVALID_PARAMS),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, INVALID_REQUEST),
    ] {
        assert_eq!(code_and_id(line), (code, one.clone()), "{line}");
    }
}

#[test]
fn answers_and_notifications_are_never_answered() {
    for line in [
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":[]}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":"x"}"#,
        r#"{"id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/x","params":[]}"#,
    ] {
        assert_eq!(Incoming::read(line.as_bytes()), Incoming::Ignored, "{line}");
    }
}

#[test]
fn messages_are_told_apart() {
    let request = Incoming::read(b"{\"id\":\"a\",\"jsonrpc\":\"2.0\",\"method\":\"\\u0070ing\",\"more\":1}\r");
    let id = RequestId::from("a");
    let method = "ping".to_owned();
    assert_eq!(request, Incoming::Request { id, method, params: None });
    let notification = Incoming::read(br#"{"jsonrpc":"2.0","method":"n","params":null}"#);
    let method = "n".to_owned();
    assert_eq!(notification, Incoming::Notification { method, params: None });
    let response = Incoming::read(br#"{"jsonrpc":"2.0","id":7.0,"result":{}}"#);
    let id = RequestId::from(7);
    let outcome = Ok(JsonObject::new());
    assert_eq!(response, Incoming::Response { id, outcome });
}

#[test]
fn depth_does_no_harm() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":{deep}}}}}"#);
    assert!(matches!(Incoming::read(line.as_bytes()), Incoming::Request { .. }));
}
