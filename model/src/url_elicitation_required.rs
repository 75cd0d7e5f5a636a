//! The error that sends the user to a URL.

use crate::wire::{Cx, Wire, wire};
use crate::{DecodeErrorKind, ElicitRequestUrlParams, Integer, RequestId, URL_ELICITATION_REQUIRED};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

wire! {
    /// The error response that says: first the user must do something at a URL.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>.
    pub struct UrlElicitationRequiredError [jsonrpc "2.0"] {
        /// That of the request; absent where it could not be read.
        pub id: Option<RequestId>,
        /// What to do.
        pub error: UrlElicitationRequired,
    }
}

wire! {
    /// Why a request failed: the user must first do something at a URL.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>.
    pub struct UrlElicitationRequired {
        /// The code, always the same.
        pub code: UrlElicitationRequiredCode,
        /// One sentence about it.
        pub message: String,
        /// What to do.
        pub data: UrlElicitationRequiredData,
    }
}

wire! {
    /// What the user must do before the request can succeed.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>.
    pub struct UrlElicitationRequiredData {
        /// The pages to visit.
        pub elicitations: Vec<ElicitRequestUrlParams>,
    }
}

/// The code [`URL_ELICITATION_REQUIRED`], in whatever spelling it came.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlElicitationRequiredCode(Integer);

impl Default for UrlElicitationRequiredCode {
    fn default() -> Self {
        Self(URL_ELICITATION_REQUIRED.into())
    }
}

impl Wire for UrlElicitationRequiredCode {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        let code = Integer::read(deserializer, cx)?;
        if code == URL_ELICITATION_REQUIRED {
            return Ok(Self(code));
        }
        Err(cx.error(DecodeErrorKind::Value, format_args!("expected {URL_ELICITATION_REQUIRED}, found {code}")))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "integer", "const": URL_ELICITATION_REQUIRED})
    }

    #[cfg(feature = "proptest")]
    fn generate(_: &mut crate::strategy::Source) -> Self {
        Self::default()
    }
}

impl<'de> Deserialize<'de> for UrlElicitationRequiredCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for UrlElicitationRequiredCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
