//! The mark of everything that belongs to a task.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#related-task-metadata>

use mcp_model::JsonObject;

const RELATED: &str = "io.modelcontextprotocol/related-task";

/// Params or a result, with the task named in `_meta` beside what is there already.
pub(crate) fn related(object: Option<JsonObject>, task_id: &str) -> JsonObject {
    let object = object.unwrap_or_default();
    let meta = object.get("_meta").and_then(|meta| meta.to::<JsonObject>().ok()).unwrap_or_default();
    let meta = without(&meta, RELATED).with(RELATED, JsonObject::new().with("taskId", task_id));
    without(&object, "_meta").with("_meta", meta)
}

fn without(object: &JsonObject, name: &str) -> JsonObject {
    let others = object.members().filter(|(other, _)| other != name);
    others.fold(JsonObject::new(), |rest, (name, value)| rest.with(name, value.to_json()))
}

#[cfg(test)]
mod tests {
    use super::{JsonObject, related};

    fn marked(text: &str) -> String {
        let object: JsonObject = mcp_model::decode(text.as_bytes()).expect("an object");
        related(Some(object), "1").text().to_owned()
    }

    #[test]
    fn nothing_else_is_lost() {
        let mark = r#""io.modelcontextprotocol/related-task":{"taskId":"1"}"#;
        assert_eq!(related(None, "1").text(), format!("{{\"_meta\":{{{mark}}}}}"));
        assert_eq!(marked(r#"{"a":1.0,"_meta":{"b":1e3}}"#), format!("{{\"a\":1.0,\"_meta\":{{\"b\":1e3,{mark}}}}}"));
        let wrong = r#"{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"2"}}}"#;
        assert_eq!(marked(wrong), format!("{{\"_meta\":{{{mark}}}}}"));
    }
}
