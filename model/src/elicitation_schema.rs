//! The fields of a form.

use crate::wire::wire;
use crate::{Integer, Map, Number, PrimitiveSchemaDefinition};

wire! {
    /// The fields of a form: a JSON Schema of one flat object.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct RequestedSchema [type "object"] {
        /// The dialect's URI.
        pub schema: Option<String> = "$schema",
        /// The fields.
        pub properties: Map<PrimitiveSchemaDefinition>,
        /// The names of the fields that must be filled in.
        pub required: Option<Vec<String>>,
    }
}

wire! {
    /// What a text must look like.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub enum StringFormat {
        /// A mail address.
        Email = "email",
        /// A URI.
        Uri = "uri",
        /// A date.
        Date = "date",
        /// A date with a time.
        DateTime = "date-time",
    }
}

wire! {
    /// A field for a text.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct StringSchema [type "string"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The fewest characters.
        pub min_length: Option<Integer> = "minLength",
        /// The most characters.
        pub max_length: Option<Integer> = "maxLength",
        /// What it must look like.
        pub format: Option<StringFormat>,
        /// What is filled in at first.
        pub default: Option<String>,
    }
}

wire! {
    /// Which numbers a field takes.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub enum NumberType {
        /// Any.
        Number = "number",
        /// Whole ones.
        Integer = "integer",
    }
}

wire! {
    /// A field for a number.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct NumberSchema {
        /// Which numbers.
        pub number_type: NumberType = "type",
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// The least.
        pub minimum: Option<Number>,
        /// The greatest.
        pub maximum: Option<Number>,
        /// What is filled in at first.
        pub default: Option<Number>,
    }
}

wire! {
    /// A field for yes or no.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    pub struct BooleanSchema [type "boolean"] {
        /// What people see.
        pub title: Option<String>,
        /// What belongs there.
        pub description: Option<String>,
        /// What is filled in at first.
        pub default: Option<bool>,
    }
}
