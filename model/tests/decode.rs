//! What decoding keeps, accepts and says.

use mcp_model::{
    ContentBlock, DecodeErrorKind, ErrorObject, ImageContent, Json, JsonRpcErrorResponse, JsonRpcRequest,
    ListToolsResult, Role, Tool, decode, decode_strict,
};

fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("wire types can be written")
}

const TOOLS: &str =
    r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"array"}}]}"#;

#[test]
fn an_error_names_path_line_and_kind() {
    let error = decode_strict::<ListToolsResult>(TOOLS.as_bytes()).unwrap_err();
    assert_eq!(error.path().to_string(), "tools[1].inputSchema.type");
    assert_eq!(error.path().pointer(), "/tools/1/inputSchema/type");
    assert_eq!(error.kind(), DecodeErrorKind::Value);
    assert_eq!(error.message(), r#"expected "object", found "array""#);

    let error = decode::<Tool>(b"{\n \"name\": 5}").unwrap_err();
    assert_eq!((error.path().to_string().as_str(), error.line()), ("name", 2));
    assert_eq!(error.kind(), DecodeErrorKind::Type);

    let error = decode::<Tool>(b"{}").unwrap_err();
    assert!(error.path().is_root());
    assert_eq!(error.kind(), DecodeErrorKind::Missing);
}

#[test]
fn a_tolerant_reading_is_written_as_it_came() {
    assert_eq!(text(&decode::<ListToolsResult>(TOOLS.as_bytes()).unwrap()), TOOLS);
    let odd = r#"{"name":"x","inputSchema":{"type":"object","a":1.0,"a":1e400},"_meta":{"k":null},"z":"\u0061"}"#;
    assert_eq!(text(&decode::<Tool>(odd.as_bytes()).unwrap()), odd);
}

#[test]
fn null_is_absent_except_where_it_is_data() {
    let tool = br#"{"name":"x","title":null,"inputSchema":{"type":"object"}}"#;
    assert_eq!(decode::<Tool>(tool).unwrap().title, None);
    assert_eq!(decode_strict::<Tool>(tool).unwrap_err().kind(), DecodeErrorKind::Null);
    let error: ErrorObject = decode(br#"{"code":1.0,"message":"","data":null}"#).unwrap();
    assert_eq!(error.data, Some(Json::null()));
    assert_eq!(text(&error), r#"{"code":1.0,"message":"","data":null}"#);
}

#[test]
fn an_id_may_be_null_on_an_error_only() {
    let error = br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}"#;
    assert_eq!(decode::<JsonRpcErrorResponse>(error).unwrap().id, None);
    assert!(decode_strict::<JsonRpcErrorResponse>(error).is_err());
    let request = br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#;
    let error = decode::<JsonRpcRequest>(request).unwrap_err();
    assert_eq!(error.path().to_string(), "id");
}

#[test]
fn a_late_tag_is_found() {
    let late = r#"{"_meta":{"a":[1.0]},"text":"t","type":"text"}"#;
    let early = r#"{"type":"text","text":"t","_meta":{"a":[1.0]}}"#;
    let block: ContentBlock = decode(late.as_bytes()).unwrap();
    assert_eq!(text(&block), early);
    let fault = br#"{"text":"t","annotations":{"audience":[7]},"type":"text"}"#;
    let error = decode::<ContentBlock>(fault).unwrap_err();
    assert_eq!(error.path().to_string(), "annotations.audience[0]");
}

#[test]
fn a_late_tag_is_found_in_a_value_and_from_a_reader() {
    let late = r#"{"_meta":{"a":[1.5]},"text":"a\nb","type":"text"}"#;
    let block: ContentBlock = decode(late.as_bytes()).unwrap();
    let value: serde_json::Value = serde_json::from_str(late).unwrap();
    assert_eq!(serde_json::from_value::<ContentBlock>(value).unwrap(), block);
    assert_eq!(serde_json::from_reader::<_, ContentBlock>(late.as_bytes()).unwrap(), block);
}

#[test]
fn serde_errors_carry_the_path_too() {
    let error = serde_json::from_str::<Tool>("{\"name\":\n5}").unwrap_err();
    assert!(error.to_string().starts_with("name: "), "{error}");
    assert_eq!(error.line(), 2);
}

#[test]
fn open_values_are_kept_and_refused_by_the_strict_pass() {
    let role: Role = decode(br#""referee""#).unwrap();
    assert_eq!(text(&role), r#""referee""#);
    assert!(decode_strict::<Role>(br#""referee""#).is_err());
}

#[test]
fn duplicates_are_refused_among_known_members_only() {
    let error = decode::<Tool>(br#"{"name":"a","name":"b","inputSchema":{}}"#).unwrap_err();
    assert_eq!((error.kind(), error.path().to_string().as_str()), (DecodeErrorKind::Duplicate, "name"));
    assert!(decode::<Tool>(br#"{"name":"a","inputSchema":{},"x":1,"x":2}"#).is_ok());
}

#[test]
fn bytes_that_are_no_text_and_texts_that_are_no_json_say_so() {
    assert_eq!(decode::<Json>(b"[\n\xff]").unwrap_err().kind(), DecodeErrorKind::Utf8);
    assert_eq!(decode::<Json>(b"[1,").unwrap_err().kind(), DecodeErrorKind::Syntax);
    assert_eq!(decode::<Json>(b"1 2").unwrap_err().kind(), DecodeErrorKind::Syntax);
}

#[test]
fn base64_is_kept_as_it_came_and_must_be_a_string() {
    let image = |data: &str| format!(r#"{{"type":"image","data":{data},"mimeType":"image/png"}}"#);
    for data in ["\"aGk=\"", r#""a\/b=""#, r#""a\nb""#, r#""\ud800""#, "\"né\"", "\"\""] {
        let message = image(data);
        let read: ContentBlock = decode(message.as_bytes()).unwrap();
        assert_eq!(text(&read), message);
        assert_eq!(decode_strict::<ContentBlock>(message.as_bytes()).is_ok(), data != r#""\ud800""#, "{data}");
    }
    for data in ["\"a\tb\"", "\"a\\/b\t\"", "\"ab"] {
        let message = image(data);
        let error = decode::<ImageContent>(message.as_bytes()).unwrap_err();
        let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&message).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::Syntax, "{data}");
        assert_eq!((error.line(), error.column()), (theirs.line(), theirs.column()), "{data}");
    }
    for data in ["5", "[1]", "{}", "true", "null"] {
        let error = decode::<ImageContent>(image(data).as_bytes()).unwrap_err();
        assert_eq!((error.path().to_string().as_str(), error.kind()), ("data", DecodeErrorKind::Type), "{data}");
        assert_eq!(error.message(), "expected a base64 string");
    }
}

#[test]
fn depth_costs_no_stack() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let json: Json = decode(deep.as_bytes()).unwrap();
    let spaced: Json = decode(deep.replace("[]", "[\n]").as_bytes()).unwrap();
    assert_eq!(json, spaced);
    assert_eq!(json.view().at(0).unwrap().text().len(), 199_998);
}

#[test]
fn json_compares_by_value_and_holds_no_raw_newline() {
    let spaced: Json = decode("{\"b\": [1.0, \"\\n x\"],\r\n \"a\": 10e1}".as_bytes()).unwrap();
    assert_eq!(spaced.text(), r#"{"b":[1.0,"\n x"],"a":10e1}"#);
    assert_eq!(spaced, r#"{"a":100,"b":[1,"\u000a x"]}"#.parse::<Json>().unwrap());
    assert_ne!(spaced, r#"{"a":100,"b":[1,"\u000a y"]}"#.parse::<Json>().unwrap());
}

#[test]
fn a_field_is_told_by_its_type_and_its_choices() {
    use mcp_model::PrimitiveSchemaDefinition as Field;
    let field = |text: &str| decode_strict::<Field>(text.as_bytes()).unwrap();
    assert!(matches!(field(r#"{"type":"string","minLength":1}"#), Field::String(_)));
    assert!(matches!(field(r#"{"type":"integer"}"#), Field::Number(_)));
    assert!(matches!(field(r#"{"enum":["a"],"type":"string"}"#), Field::UntitledSingleSelect(_)));
    assert!(matches!(field(r#"{"enum":["a"],"enumNames":["A"],"type":"string"}"#), Field::Legacy(_)));
    assert!(matches!(field(r#"{"type":"array","items":{"anyOf":[]}}"#), Field::TitledMultiSelect(_)));
    let error = decode_strict::<Field>(br#"{"oneOf":[]}"#).unwrap_err();
    assert_eq!((error.kind(), error.path().is_root()), (DecodeErrorKind::Missing, true));
    let error = decode_strict::<Field>(br#"{"type":"object"}"#).unwrap_err();
    assert_eq!(error.path().to_string(), "type");
}
