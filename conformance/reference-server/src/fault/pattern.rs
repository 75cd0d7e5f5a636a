//! Values that look like others.

use regex::Regex;
use serde_json::Value;

/// Whether a value looks like the pattern. Of an object only the members that the pattern names are looked at; null is
/// what is absent or null, `{"$like": "…"}` a text that the regular expression finds something in.
pub(super) fn fits(pattern: &Value, found: Option<&Value>) -> bool {
    if let Some(like) = pattern.get("$like").and_then(Value::as_str) {
        let text = found.and_then(Value::as_str);
        return text.is_some_and(|text| Regex::new(like).is_ok_and(|like| like.is_match(text)));
    }
    match pattern {
        Value::Null => found.is_none_or(Value::is_null),
        Value::Object(members) => {
            let Some(Value::Object(found)) = found else { return false };
            members.iter().all(|(name, pattern)| fits(pattern, found.get(name)))
        }
        pattern => found == Some(pattern),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::fits;

    #[test]
    fn only_what_is_named_is_looked_at() {
        let found = json!({"params": {"name": "a", "arguments": {}}, "id": 1});
        for pattern in [json!({}), json!({"params": {"name": "a"}}), json!({"cursor": null}), json!({"id": 1})] {
            assert!(fits(&pattern, Some(&found)), "{pattern}");
        }
        for pattern in [json!({"params": {"name": "b"}}), json!({"id": null}), json!({"result": {}}), json!([])] {
            assert!(!fits(&pattern, Some(&found)), "{pattern}");
        }
        assert!(fits(&json!({"params": {"name": {"$like": "^[a-c]$"}}}), Some(&found)));
        assert!(!fits(&json!({"id": {"$like": "."}}), Some(&found)));
    }
}
