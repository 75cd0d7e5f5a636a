//! JSON Schemas whose root is an object.

use crate::wire::{Cx, Trail, Wire, wire};
use crate::{DecodeError, Json, JsonObject, Map};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

wire! {
    /// What this revision says about the schemas of tools; the rest of them is JSON Schema's.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool>.
    pub struct ObjectSchemaShape [type "object"] {
        /// The dialect's URI.
        pub schema: Option<String> = "$schema",
        /// A schema for each property.
        pub properties: Option<Map<JsonObject>>,
        /// The names that must be there.
        pub required: Option<Vec<String>>,
    }
}

/// A JSON Schema with an object at its root, as it came: what a tool takes or gives.
///
/// [`new`](Self::new) and `try_from` make only such schemas. Any other object that a peer sends in its place is kept,
/// and refused by the strict pass only.
///
/// ```
/// use mcp_model::{JsonObject, ObjectSchema};
/// let schema = ObjectSchema::new()
///     .property("city", JsonObject::new().with("type", "string"))
///     .required(["city"]);
/// assert_eq!(
///     schema.text(),
///     r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#,
/// );
/// assert!(ObjectSchema::try_from(serde_json::json!({"type": "array"})).is_err());
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool>.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectSchema(JsonObject);

impl ObjectSchema {
    /// The schema of any object: `{"type":"object"}`.
    pub fn new() -> Self {
        Self(JsonObject::new().with("type", "object"))
    }

    /// Adds a property, or replaces its schema.
    pub fn property(self, name: impl Into<Box<str>>, schema: impl Into<JsonObject>) -> Self {
        let old = self.get("properties").map(crate::JsonRef::to::<Map<JsonObject>>);
        let mut properties = old.and_then(Result::ok).unwrap_or_default();
        properties.insert(name, schema.into());
        self.set("properties", &properties)
    }

    /// Replaces the names of the properties that must be there.
    pub fn required(self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.set("required", &names)
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// As an object without claims.
    pub fn as_object(&self) -> &JsonObject {
        &self.0
    }

    /// The first member called `name`.
    pub fn get(&self, name: &str) -> Option<crate::JsonRef<'_>> {
        self.0.get(name)
    }

    /// The members that this revision speaks of.
    ///
    /// # Errors
    ///
    /// Where the schema is not what this revision asks for: `type` is not `object`, a property's schema is no object,
    /// `required` holds anything but strings, or `$schema` is no string.
    pub fn shape(&self) -> Result<ObjectSchemaShape, DecodeError> {
        crate::decode_strict(self.text().as_bytes())
    }

    fn set<T: Serialize>(self, name: &str, value: &T) -> Self {
        let value = Json::from_serialize(value).expect("names and JSON can be written");
        Self(self.0.with_set(name, value))
    }
}

impl Default for ObjectSchema {
    fn default() -> Self {
        Self::new()
    }
}

impl Wire for ObjectSchema {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let schema = Self(JsonObject::read(deserializer, cx)?);
        if cx.is_strict() {
            crate::wire::recheck::<ObjectSchemaShape, _>(schema.text(), cx)?;
        }
        Ok(schema)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        ObjectSchemaShape::definition()
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        let shape = ObjectSchemaShape::generate(source);
        let json = Json::from_serialize(&shape).expect("a shape can be written");
        Self::try_from(json).expect("a shape is an object schema")
    }
}

impl<'de> Deserialize<'de> for ObjectSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for ObjectSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl TryFrom<JsonObject> for ObjectSchema {
    type Error = DecodeError;

    fn try_from(object: JsonObject) -> Result<Self, DecodeError> {
        let schema = Self(object);
        schema.shape().map(|_| schema)
    }
}

impl TryFrom<Json> for ObjectSchema {
    type Error = DecodeError;

    fn try_from(json: Json) -> Result<Self, DecodeError> {
        let trail = Trail::strict();
        let mut text = serde_json::Deserializer::from_str(json.text());
        Self::read(&mut text, trail.cx()).map_err(|error| crate::decode::locate(&error, &trail))
    }
}

impl TryFrom<serde_json::Value> for ObjectSchema {
    type Error = DecodeError;

    fn try_from(value: serde_json::Value) -> Result<Self, DecodeError> {
        Self::try_from(Json::from(value))
    }
}
