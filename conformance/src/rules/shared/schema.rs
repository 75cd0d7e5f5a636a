//! Values against the schemas that a server gives.

use jsonschema::Validator;
use serde_json::Value;

/// The schema, ready to judge values in its own dialect; none where it cannot be used: it is no valid schema, its dialect is
/// unknown here, or it refers to what is not there. Formats are notes, as the newest dialect has them.
pub(in crate::rules) fn validator(schema: &Value) -> Option<Validator> {
    jsonschema::options().should_validate_formats(false).build(schema).ok()
}

/// What is wrong with a value, with the place inside of it.
pub(in crate::rules) fn fault(validator: &Validator, value: &Value) -> Option<String> {
    let error = validator.iter_errors(value).next()?;
    let place = error.instance_path().to_string();
    let place = if place.is_empty() { "the value".to_owned() } else { place };
    Some(format!("{place}: {}", crate::render::excerpt::cut(&error.to_string())))
}
