//! Tools: their names, their schemas, and the text beside structured content.

use mcp_model::Json;
use serde_json::Value;

use super::plain::is_plain;
use super::{Fault, Object, claims};
use crate::transcript::value::parse;

claims! {
    /// `Tool.name`: its characters.
    NAME = Should "tools/name-charset" "ASCII letters, digits, `_`, `-` and `.`" ["tools-name-charset", "tools-name-no-special"] "server/tools#tool-names";
    /// `Tool.name`: its length.
    LENGTH = Should "tools/name-length" "1 to 128 characters" ["tools-name-length"] "server/tools#tool-names";
    /// `ListToolsResult.tools`.
    UNIQUE = Should "tools/names-are-unique" "a name that no other tool of the list has" ["tools-name-unique"] "server/tools#tool-names";
    /// `Tool.inputSchema`.
    INPUT = Must "tools/input-schema-is-valid-schema" "a schema that its own dialect accepts" ["tools-inputschema-valid-dialect", "schema-dialect-schemas-valid"] "server/tools#tool";
    /// `Tool.outputSchema`.
    OUTPUT = Must "tools/output-schema-is-valid-schema" "a schema that its own dialect accepts" ["tools-outputschema-valid-dialect", "schema-dialect-schemas-valid"] "server/tools#tool";
    /// `CallToolResult` with `structuredContent`.
    MIRROR = Should "tools/structured-content-has-text" "a text block with the same JSON" ["tools-structured-text-mirror"] "server/tools#structured-content";
    /// `$schema` in a schema of a tool.
    DIALECT = Should "schema-dialect/is-2020-12" "JSON Schema 2020-12" ["schema-dialect-prefer-2020-12"] "basic/index#schema-dialect";
}

/// What is unusual about the characters of a tool's name.
pub fn name_fault(name: &str) -> Option<String> {
    let found = name.chars().find(|c| !(c.is_ascii_alphanumeric() || "_-.".contains(*c)))?;
    Some(format!("has {found:?}, which some clients and models refuse"))
}

/// What is unusual about the length of a tool's name.
pub fn length_fault(name: &str) -> Option<String> {
    let count = name.chars().count();
    (!(1..=128).contains(&count)).then(|| format!("has {count} characters"))
}

/// What keeps a schema from being valid under the dialect that it declares, or 2020-12; a dialect that is unknown here is
/// not judged.
pub fn schema_faults(text: &str) -> Vec<Fault> {
    if is_plain(text) {
        return Vec::new();
    }
    let Ok(schema) = parse(text.as_bytes()) else { return Vec::new() };
    let Ok(dialect) = jsonschema::meta::validator_for(&schema) else { return Vec::new() };
    let faults = dialect.iter_errors(&schema).take(1);
    faults.map(|error| Fault::at(error.instance_path().to_string(), format!("is no valid schema: {error}"))).collect()
}

/// What is unusual about the dialect that a schema declares.
pub fn dialect_fault(dialect: &str) -> Option<String> {
    let advised = "https://json-schema.org/draft/2020-12/schema";
    (dialect.trim_end_matches('#') != advised)
        .then(|| format!("declares {dialect:?}; fewer parties know dialects other than {advised}"))
}

/// Whether a result with structured content lacks the text block that tells it to older clients.
pub fn mirror_faults(result: &Object<'_>) -> Vec<Fault> {
    let Some(structured) = result.get("structuredContent").filter(|text| text.starts_with('{')) else {
        return Vec::new();
    };
    let structured = serde_json::from_str::<Json>(structured).ok();
    let content = result.get("content").and_then(|text| parse(text.as_bytes()).ok()).unwrap_or_default();
    let read = |text: &str| serde_json::from_str::<Json>(text).ok();
    let is_mirror = |block: &Value| block["text"].as_str().is_some_and(|text| read(text) == structured);
    let is_failure = result.get("isError") == Some("true");
    if is_failure || content.as_array().is_none_or(|blocks| blocks.iter().any(is_mirror)) {
        return Vec::new();
    }
    let why = "has no text block with the structured content, so a client that knows text only sees nothing of it";
    vec![Fault::at("/content", why)]
}

#[cfg(test)]
mod tests {
    use super::{Object, dialect_fault, length_fault, mirror_faults, name_fault, schema_faults};

    #[test]
    fn names_are_short_and_plain() {
        assert!(["a", "get_user", "a.b-c_D9"].iter().all(|name| name_fault(name).or(length_fault(name)).is_none()));
        assert!(["a b", "a/b", "é", "a,b"].iter().all(|name| name_fault(name).is_some()));
        assert!(length_fault("").is_some() && length_fault(&"x".repeat(129)).is_some());
    }

    #[test]
    fn a_schema_follows_its_dialect() {
        assert!(schema_faults(r#"{"type":"object","properties":{"a":true},"x-unknown":1}"#).is_empty());
        assert_eq!(
            schema_faults(r#"{"type":"object","properties":{"a":{"type":"text"}}}"#)[0].pointer,
            "/properties/a/type"
        );
        assert!(schema_faults(r#"{"$schema":"https://example.com/own","type":5}"#).is_empty());
        let list = r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}]}"#;
        assert!(schema_faults(list).is_empty() && !schema_faults(r#"{"items":[{}]}"#).is_empty());
        assert!(dialect_fault("http://json-schema.org/draft-07/schema#").is_some());
        assert_eq!(dialect_fault("https://json-schema.org/draft/2020-12/schema"), None);
    }

    #[test]
    fn structured_content_is_told_as_text_too() {
        let faults = |text: &str| mirror_faults(&Object::read(text).unwrap()).len();
        assert_eq!(faults(r#"{"content":[{"type":"text","text":"{\"a\": 1.0}"}],"structuredContent":{"a":1.0}}"#), 0);
        assert_eq!(faults(r#"{"content":[],"structuredContent":{"a":1}}"#), 1);
        assert_eq!(faults(r#"{"content":[],"structuredContent":{"a":1},"isError":true}"#), 0);
        assert_eq!(faults(r#"{"content":[]}"#), 0);
    }
}
