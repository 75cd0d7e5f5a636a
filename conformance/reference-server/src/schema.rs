//! JSON Schemas of Rust types, in the shape that this revision wants.

use std::any::type_name;

use mcp_model::{JsonObject, ObjectSchema};
use schemars::{
    JsonSchema,
    generate::{Contract, SchemaSettings},
    transform::{ReplaceBoolSchemas, RestrictFormats},
};

/// The schema of what is read as `T`, or why it cannot be a tool's.
pub(crate) fn of_input<T: JsonSchema>() -> Result<ObjectSchema, String> {
    object_schema::<T>(Contract::Deserialize)
}

/// The schema of what `T` is written as, or why it cannot be a tool's.
pub(crate) fn of_output<T: JsonSchema>() -> Result<ObjectSchema, String> {
    object_schema::<T>(Contract::Serialize)
}

/// The schema of a tool that takes nothing.
pub(crate) fn empty() -> ObjectSchema {
    let closed = JsonObject::new().with("type", "object").with("additionalProperties", false);
    ObjectSchema::try_from(closed).unwrap_or_default()
}

fn object_schema<T: JsonSchema>(contract: Contract) -> Result<ObjectSchema, String> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.contract = contract);
    // A property's schema is an object here, so `true` becomes `{}`.
    let mut bools = ReplaceBoolSchemas::default();
    bools.skip_additional_properties = true;
    // Formats of Rust's own, such as "uint32", are unknown to everybody else.
    let settings = settings.with_transform(bools).with_transform(RestrictFormats::default());
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The dialect is the default one, which needs no name.
    schema.remove("$schema");
    ObjectSchema::try_from(schema.to_value()).map_err(|fault| {
        let name = type_name::<T>();
        format!("the schema of {name} is no object schema ({fault}); use a struct with named fields or a map")
    })
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde_json::{Value, json};

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Free {
        any: Value,
        inner: Vec<Value>,
        count: u32,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    enum Choice {
        One { a: u8 },
        Two { b: u8 },
    }

    #[test]
    fn a_boolean_schema_becomes_an_object() {
        let schema = super::of_input::<Free>().expect("an object");
        let schema: Value = serde_json::from_str(schema.text()).expect("JSON");
        assert_eq!(schema["properties"]["any"], json!({}));
        assert_eq!(schema["properties"]["inner"]["items"], json!({}));
        assert_eq!(schema["properties"]["count"], json!({"type": "integer", "minimum": 0}));
        assert!(schema.get("$schema").is_none());
    }

    #[test]
    fn a_root_that_is_no_object_names_the_type() {
        for (fault, name) in [
            (super::of_input::<String>(), "String"),
            (super::of_output::<Vec<Free>>(), "Vec<"),
            (super::of_input::<Option<Free>>(), "Option<"),
            (super::of_input::<Choice>(), "Choice"),
        ] {
            let fault = fault.expect_err(name);
            assert!(fault.contains(name), "{fault}");
        }
    }

    #[test]
    fn no_arguments_means_an_empty_object() {
        assert_eq!(super::empty().text(), r#"{"type":"object","additionalProperties":false}"#);
    }
}
