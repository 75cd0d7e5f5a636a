//! A result whose request is not at hand.

use crate::wire::{Cx, Wire};
use crate::{DecodeError, JsonObject, ResultObject};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A result as it came, to be read once it is known what was asked for.
///
/// ```
/// use mcp_model::{JsonRpcResultResponse, ListToolsResult};
/// let text = br#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#;
/// let response: JsonRpcResultResponse = mcp_model::decode(text)?;
/// let tools: ListToolsResult = response.result.read()?;
/// assert!(tools.tools.is_empty());
/// # Ok::<(), mcp_model::DecodeError>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#result-responses>.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpaqueResult(JsonObject);

impl OpaqueResult {
    /// The result as its request has it.
    ///
    /// # Errors
    ///
    /// Where it is no `T`.
    pub fn read<T: Wire>(&self) -> Result<T, DecodeError> {
        crate::decode(self.text().as_bytes())
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// As an object without claims.
    pub fn as_object(&self) -> &JsonObject {
        &self.0
    }
}

impl From<JsonObject> for OpaqueResult {
    fn from(object: JsonObject) -> Self {
        Self(object)
    }
}

impl Wire for OpaqueResult {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let result = JsonObject::read(deserializer, cx)?;
        if cx.is_strict() {
            crate::wire::recheck::<ResultObject, _>(result.text(), cx)?;
        }
        Ok(Self(result))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        ResultObject::schema()
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        let result = ResultObject::generate(source);
        let json = crate::Json::from_serialize(&result).expect("a result can be written");
        Self(JsonObject::try_from(json).expect("a result is an object"))
    }
}

impl<'de> Deserialize<'de> for OpaqueResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for OpaqueResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// What a client answers; read by the request that it answers.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub type ClientResult = OpaqueResult;

/// What a server answers; read by the request that it answers.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub type ServerResult = OpaqueResult;
