use super::{Json, JsonKind, JsonRef};
use crate::wire::{Cx, Members, Object, Wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A JSON object kept as the text it came as: arguments, structured content, a capability's settings.
///
/// ```
/// let arguments = mcp_model::JsonObject::new().with("city", "Zurich").with("days", 3);
/// assert_eq!(arguments.text(), r#"{"city":"Zurich","days":3}"#);
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools>.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonObject(Json);

impl JsonObject {
    /// The object without members.
    pub fn new() -> Self {
        Self(Json::from_valid("{}"))
    }

    /// The object with one more member at its end.
    pub fn with(self, name: impl AsRef<str>, value: impl Into<Json>) -> Self {
        let value = value.into();
        let members = self.0.view().member_list().unwrap_or_default();
        let old = members.iter().map(|(name, value)| (&**name, value.text()));
        Self::join(old.chain([(name.as_ref(), value.text())]))
    }

    /// The object with `name` set to `value`, where it stands or else at the end.
    pub(crate) fn with_set(&self, name: &str, value: Json) -> Self {
        let mut members: crate::Map<Json> = self.0.to().unwrap_or_default();
        members.insert(name, value);
        let members = members.iter().map(|(name, value)| (name, value.text()));
        Self::join(members)
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// The first member called `name`.
    pub fn get(&self, name: &str) -> Option<JsonRef<'_>> {
        self.0.get(name)
    }

    /// The members in their order, duplicates and all.
    pub fn members(&self) -> impl Iterator<Item = (Cow<'_, str>, JsonRef<'_>)> {
        self.0.view().member_list().unwrap_or_default().into_iter()
    }

    /// As opaque JSON.
    pub fn as_json(&self) -> &Json {
        &self.0
    }

    /// As opaque JSON, owned.
    pub fn into_json(self) -> Json {
        self.0
    }

    pub(crate) fn join<'a>(members: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut text = String::from("{");
        for (name, value) in members {
            let comma = if text.len() > 1 { "," } else { "" };
            let name = Json::from(name);
            write!(text, "{comma}{name}:{value}").expect("a string takes any text");
        }
        text.push('}');
        Self(Json::from_valid(text))
    }
}

impl Default for JsonObject {
    fn default() -> Self {
        Self::new()
    }
}

impl Wire for JsonObject {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let json = Json::read(deserializer, cx)?;
        Self::try_from(json).map_err(|NotAnObject| cx.error(crate::DecodeErrorKind::Type, "expected an object"))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "object"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.json_object()
    }
}

impl Object for JsonObject {
    const EXPECTED: &'static str = "an object";

    fn read_members<'de, A: serde::de::MapAccess<'de>>(
        members: &mut Members<'de, A>,
        _: Option<&'static str>,
        cx: Cx<'_>,
    ) -> Result<Self, A::Error> {
        let mut all = Vec::new();
        while let Some(key) = members.next_key(cx)? {
            let text = cx.under_key(key.as_str(), members.next_json())?;
            all.push((key, text));
        }
        let all = all.iter();
        Ok(Self::join(all.map(|(key, text)| (key.as_str(), &**text))))
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for JsonObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The JSON is not an object.
///
/// See <https://www.rfc-editor.org/rfc/rfc8259>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnObject;

impl std::fmt::Display for NotAnObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the JSON is not an object: give one in braces")
    }
}

impl std::error::Error for NotAnObject {}

impl TryFrom<Json> for JsonObject {
    type Error = NotAnObject;

    fn try_from(json: Json) -> Result<Self, NotAnObject> {
        if json.kind() == JsonKind::Object { Ok(Self(json)) } else { Err(NotAnObject) }
    }
}

impl TryFrom<serde_json::Value> for JsonObject {
    type Error = NotAnObject;

    fn try_from(value: serde_json::Value) -> Result<Self, NotAnObject> {
        Self::try_from(Json::from(value))
    }
}

impl From<serde_json::Map<String, serde_json::Value>> for JsonObject {
    fn from(map: serde_json::Map<String, serde_json::Value>) -> Self {
        Self(serde_json::Value::Object(map).into())
    }
}
