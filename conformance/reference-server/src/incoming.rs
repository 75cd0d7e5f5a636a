//! What one line of the client's is, and what to answer where it is nothing that the protocol knows.

use mcp_model::{ErrorObject, JsonObject, PARSE_ERROR, RequestId};
use serde::{Deserialize, Deserializer, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::protocol_error::{invalid_params, invalid_request};

/// One line of the client's.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    /// A question, which gets one answer.
    Request { id: RequestId, method: String, params: Option<JsonObject> },
    /// Something that happened, which gets none.
    Notification { method: String, params: Option<JsonObject> },
    /// The answer to a question of the server's.
    Response { id: RequestId, outcome: Result<JsonObject, ErrorObject> },
    /// Neither, and so answered with an error: under its id, if that can be read.
    Malformed { id: Option<RequestId>, error: ErrorObject },
    /// A malformed notification or response; answering it would be answering an answer.
    Ignored,
}

/// The members of a message before anything is demanded of them.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// The messages of a batch, which is an array that is not empty.
pub(crate) fn batch(line: &[u8]) -> Option<Vec<&RawValue>> {
    let batch: Vec<&RawValue> = serde_json::from_slice(line).ok()?;
    (!batch.is_empty()).then_some(batch)
}

/// A member that is there, also where it is null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl Incoming {
    pub(crate) fn read(line: &[u8]) -> Self {
        let Ok(text) = std::str::from_utf8(line) else {
            return Self::unreadable("the bytes are not UTF-8");
        };
        if serde_json::from_str::<IgnoredAny>(text).is_err() {
            return Self::unreadable("this is not JSON");
        }
        if !text.trim_start().starts_with('{') {
            return Self::malformed(None, "a message is one JSON object");
        }
        match serde_json::from_str::<Envelope<'_>>(text) {
            Ok(envelope) => envelope.judge(),
            Err(_) => Self::malformed(None, "a member is there twice"),
        }
    }

    fn unreadable(message: &str) -> Self {
        let error = ErrorObject::new(PARSE_ERROR, message);
        Self::Malformed { id: None, error }
    }

    fn malformed(id: Option<RequestId>, message: &str) -> Self {
        let error = invalid_request(message);
        Self::Malformed { id, error }
    }
}

impl Envelope<'_> {
    fn judge(self) -> Incoming {
        if self.method.is_none() && (self.result.is_some() || self.error.is_some()) {
            return self.response().unwrap_or(Incoming::Ignored);
        }
        let id = self.id.map(read::<RequestId>);
        let known_id = id.clone().flatten();
        let Some(method) = self.method.and_then(read::<String>) else {
            return Incoming::malformed(known_id, "a request has a method, which is a string");
        };
        if !self.speaks_json_rpc() {
            return Incoming::malformed(known_id, "the member jsonrpc must be \"2.0\"");
        }
        match id {
            Some(Some(id)) => self.request(id, method),
            Some(None) => Incoming::malformed(None, "an id is a string or an integer"),
            None => self.notification(method),
        }
    }

    fn request(&self, id: RequestId, method: String) -> Incoming {
        match self.params() {
            Ok(params) => Incoming::Request { id, method, params },
            Err(error) => Incoming::Malformed { id: Some(id), error },
        }
    }

    fn notification(&self, method: String) -> Incoming {
        match self.params() {
            Ok(params) => Incoming::Notification { method, params },
            Err(_) => Incoming::Ignored,
        }
    }

    fn params(&self) -> Result<Option<JsonObject>, ErrorObject> {
        let Some(params) = self.params else { return Ok(None) };
        match read::<JsonObject>(params) {
            Some(params) => Ok(Some(params)),
            // JSON-RPC knows params in an array, MCP has no method that takes them so.
            None if params.get().starts_with('[') => Err(invalid_params("params must be an object")),
            None => Err(invalid_request("params must be an object")),
        }
    }

    fn response(&self) -> Option<Incoming> {
        let id = read(self.id?)?;
        let outcome = match (self.result, self.error) {
            (Some(result), None) => Ok(read(result)?),
            (None, Some(error)) => Err(read(error)?),
            _ => return None,
        };
        self.speaks_json_rpc().then_some(Incoming::Response { id, outcome })
    }

    fn speaks_json_rpc(&self) -> bool {
        self.jsonrpc.and_then(read::<String>).as_deref() == Some("2.0")
    }
}

fn read<T: mcp_model::Wire>(raw: &RawValue) -> Option<T> {
    mcp_model::decode(raw.get().as_bytes()).ok()
}

#[cfg(test)]
#[path = "incoming_tests.rs"]
mod tests;
