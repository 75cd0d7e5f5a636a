//! Elicitation: what forms ask and what people answer.

use super::{Fault, Object, claims};

claims! {
    /// `format` in the schema of a choice, where the published schema does not look.
    FORMAT = Must "elicitation/string-format-is-known" "email, uri, date or date-time" ["elicitation-schema-formats"] "client/elicitation#requested-schema";
    /// `LegacyTitledEnumSchema.enumNames`.
    TITLES = Should "elicitation/titles-use-one-of" "oneOf with const and title" ["elicitation-schema-legacy-enumnames"] "schema#legacytitledenumschema";
    /// `ElicitResult.content`.
    CONTENT = Should "elicitation/content-only-on-accept" "content on accept only" ["elicitation-client-no-content-otherwise"] "client/elicitation#response-actions";
    /// The error -32042.
    REQUIRED = Must "elicitation/required-error-lists-elicitations" "data.elicitations" ["elicitation-required-error-list"] "client/elicitation#url-elicitation-required-error";
}

/// What keeps the text from being the format of a string that is asked for.
pub fn format_fault(format: &str) -> Option<String> {
    let known = matches!(format, "email" | "uri" | "date" | "date-time");
    (!known).then(|| format!("is {format:?}"))
}

/// Choices of a form that title their values in the old way.
pub fn titles_faults(params: &Object<'_>) -> Vec<Fault> {
    let schema = params.get("requestedSchema").and_then(|schema| Object::read(schema).ok()).unwrap_or_default();
    let properties = schema.get("properties").and_then(|properties| Object::read(properties).ok()).unwrap_or_default();
    let is_old = |name: &&str| {
        properties.get(name).and_then(|text| Object::read(text).ok()).is_some_and(|choice| choice.has("enumNames"))
    };
    let pointer = |name: &str| format!("/requestedSchema/properties{}/enumNames", super::place::step(name));
    properties.keys().filter(is_old).map(|name| Fault::at(pointer(name), "is the old way to title choices")).collect()
}

/// Content beside an answer that gives none.
pub fn content_faults(result: &Object<'_>) -> Vec<Fault> {
    let Some(action) = result.get("action").filter(|action| matches!(*action, "\"decline\"" | "\"cancel\"")) else {
        return Vec::new();
    };
    let beside = result.has("content");
    beside.then(|| Fault::at("/content", format!("stands beside the action {action}"))).into_iter().collect()
}

/// The error that asks for an elicitation, without one.
pub fn required_faults(response: &Object<'_>) -> Vec<Fault> {
    let error = response.get("error").and_then(|error| Object::read(error).ok()).unwrap_or_default();
    let data = error.get("data").and_then(|data| Object::read(data).ok()).unwrap_or_default();
    let lists = data.get("elicitations").is_some_and(|list| list.starts_with('['));
    let lacks = error.get("code") == Some("-32042") && !lists;
    let fault = || Fault::at("/error", "has the code -32042 and does not list the elicitations in data.elicitations");
    lacks.then(fault).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Object<'_> {
        Object::read(text).unwrap()
    }

    #[test]
    fn forms_are_plain() {
        assert!(["email", "uri", "date", "date-time"].iter().all(|format| format_fault(format).is_none()));
        assert!(format_fault("color").is_some() && format_fault("").is_some());
        let form = r#"{"requestedSchema":{"properties":{"a/b":{"enumNames":[]},"c":{}}}}"#;
        assert_eq!(titles_faults(&object(form))[0].pointer, "/requestedSchema/properties/a~1b/enumNames");
    }

    #[test]
    fn a_refusal_has_no_content() {
        assert_eq!(content_faults(&object(r#"{"action":"decline","content":{}}"#)).len(), 1);
        assert!(content_faults(&object(r#"{"action":"accept","content":{}}"#)).is_empty());
        assert!(content_faults(&object(r#"{"action":"cancel"}"#)).is_empty());
    }

    #[test]
    fn the_error_that_asks_lists_what_it_asks() {
        assert_eq!(required_faults(&object(r#"{"error":{"code":-32042,"data":{}}}"#)).len(), 1);
        assert!(required_faults(&object(r#"{"error":{"code":-32042,"data":{"elicitations":[]}}}"#)).is_empty());
        assert!(required_faults(&object(r#"{"error":{"code":-32601}}"#)).is_empty());
    }
}
