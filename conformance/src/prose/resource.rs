//! Resources, prompts, completions and roots: what their values hold together.

use super::{Fault, Object, claims};
use crate::transcript::value::parse;

claims! {
    /// Resource contents with both `text` and `blob`, or text that is none.
    TEXT = Must "content/text-only-if-text" "text only where the item is text, else blob" ["content-text-only-if-text"] "schema#textresourcecontents";
    /// `ListResourcesResult.resources`.
    URIS = Must "resources/uris-are-unique" "a URI that no other resource of the list has" ["resources-uri-unique"] "server/resources#resource";
    /// `ListPromptsResult.prompts`.
    PROMPTS = Must "prompts/names-are-unique" "a name that no other prompt of the list has" ["prompts-name-unique"] "server/prompts#prompt";
    /// `ListRootsResult.roots`.
    ROOTS = Must "roots/uris-are-unique" "a URI that no other root of the list has" ["roots-client-uri-unique"] "client/roots#root";
    /// A resource embedded in a prompt.
    EMBEDDED = Must "prompts/embedded-resource-has-mime-type" "mimeType" ["content-embedded-mime"] "server/prompts#embedded-resources";
    /// `CompleteResult.completion.values`.
    COMPLETIONS = Must "completion/at-most-100-values" "at most 100 values" ["completion-max-100"] "server/utilities/completion#completion-results";
    /// `CompleteResult.completion.hasMore`.
    MORE = Must "completion/has-more-is-truthful" "hasMore that agrees with total" ["completion-hasmore-truthful"] "server/utilities/completion#completion-results";
}

/// As many values as one completion may have.
pub const COMPLETIONS_MOST: usize = 100;

/// Contents that have both `text` and `blob`, or a text that holds what no text has.
pub fn text_faults(contents: &Object<'_>) -> Vec<Fault> {
    let Some(text) = contents.get("text").filter(|text| text.starts_with('"')) else { return Vec::new() };
    let why = if contents.has("blob") {
        "stands beside `blob`; a binary item has `blob` alone"
    } else if text.contains("\\u0000") {
        "holds a NUL character, so the item is binary: encode it in `blob`"
    } else {
        return Vec::new();
    };
    vec![Fault::at("/text", why)]
}

/// A resource embedded in a prompt message that does not say what it is.
pub fn embedded_faults(message: &Object<'_>) -> Vec<Fault> {
    let content = message.get("content").and_then(|content| Object::read(content).ok()).unwrap_or_default();
    let resource = content.get("resource").and_then(|resource| Object::read(resource).ok());
    let lacks =
        content.get("type") == Some("\"resource\"") && resource.is_some_and(|resource| !resource.has("mimeType"));
    lacks
        .then(|| Fault::at("/content/resource", "has no `mimeType`, which a resource in a prompt states"))
        .into_iter()
        .collect()
}

/// `hasMore` that contradicts `total`.
pub fn more_faults(completion: &Object<'_>) -> Vec<Fault> {
    let values = completion.get("values").and_then(|values| parse(values.as_bytes()).ok());
    let count = values.as_ref().and_then(|values| values.as_array()).map(Vec::len);
    let total = completion.get("total").and_then(|total| total.parse::<usize>().ok());
    let why = match (completion.get("hasMore"), count, total) {
        (Some("false"), Some(count), Some(total)) if total > count => {
            format!("is false, though {count} of {total} values are here")
        }
        (Some("true"), Some(count), Some(total)) if total <= count => {
            format!("is true, though all {total} values are here")
        }
        _ => return Vec::new(),
    };
    vec![Fault::at("/hasMore", why)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Object<'_> {
        Object::read(text).unwrap()
    }

    #[test]
    fn contents_are_text_or_binary() {
        assert_eq!(text_faults(&object(r#"{"text":"","blob":"QUJD"}"#))[0].pointer, "/text");
        assert_eq!(text_faults(&object("{\"text\":\"a\\u0000\"}")).len(), 1);
        assert!(
            text_faults(&object(r#"{"text":"a"}"#)).is_empty() && text_faults(&object(r#"{"blob":"QUJD"}"#)).is_empty()
        );
    }

    #[test]
    fn a_resource_in_a_prompt_says_what_it_is() {
        let message = |resource: &str| format!(r#"{{"content":{{"type":"resource","resource":{resource}}}}}"#);
        assert_eq!(embedded_faults(&object(&message(r#"{"uri":"a:b"}"#))).len(), 1);
        assert!(embedded_faults(&object(&message(r#"{"mimeType":"text/plain"}"#))).is_empty());
        assert!(embedded_faults(&object(r#"{"content":{"type":"text"}}"#)).is_empty());
    }

    #[test]
    fn has_more_agrees_with_total() {
        assert_eq!(more_faults(&object(r#"{"values":["a"],"total":2,"hasMore":false}"#)).len(), 1);
        assert_eq!(more_faults(&object(r#"{"values":["a"],"total":1,"hasMore":true}"#)).len(), 1);
        assert!(more_faults(&object(r#"{"values":["a"],"total":2,"hasMore":true}"#)).is_empty());
        assert!(more_faults(&object(r#"{"values":["a"],"hasMore":true}"#)).is_empty());
    }
}
