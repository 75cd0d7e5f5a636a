//! Messages found in a recording.

use std::time::Duration;

use serde_json::Value;

use super::text::Text;
use super::value::{self, Members, Unreadable};
use super::{Id, Party};

/// One message, or something that stood where a message belongs.
#[derive(Debug)]
pub struct Message {
    /// The event that brought it.
    pub seq: u64,
    /// When it came.
    pub at: Duration,
    /// The HTTP exchange that carried it.
    pub http: Option<u64>,
    /// Who wrote it.
    pub from: Party,
    /// The bytes as they came.
    pub text: Text,
    /// What kind of message it is.
    pub kind: Kind,
    /// The whole as a tree; `Null` where the bytes have none (see [`Kind::Unreadable`]).
    pub value: Value,
}

/// What kind of message it is, told by which members it has, as JSON-RPC does.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// `method` and `id`.
    Request {
        /// The id; none where it is neither string nor number.
        id: Option<Id>,
        /// The method.
        method: String,
    },
    /// `method` without `id`.
    Notification {
        /// The method.
        method: String,
    },
    /// `result`, and no `error`.
    Result {
        /// The id of the request that it answers.
        id: Option<Id>,
    },
    /// `error`.
    Error {
        /// The id of the request that it answers; none where it is left out or null.
        id: Option<Id>,
    },
    /// An array: a batch of JSON-RPC, which only revision 2025-03-26 knows.
    Batch,
    /// JSON, but nothing of the above.
    Stranger,
    /// Bytes without a tree.
    Unreadable(Unreadable),
}

impl Message {
    /// Looks at the bytes that somebody wrote where a message belongs.
    pub(crate) fn read(seq: u64, at: Duration, http: Option<u64>, from: Party, text: Text) -> Self {
        let bytes = text.bytes();
        let (kind, value) = match value::parse(bytes) {
            Ok(value) => (kind(text.as_str().unwrap_or_default(), &value), value),
            Err(error) => (Kind::Unreadable(error), Value::Null),
        };
        Self { seq, at, http, from, text, kind, value }
    }

    /// The method of a request or notification.
    pub fn method(&self) -> Option<&str> {
        match &self.kind {
            Kind::Request { method, .. } | Kind::Notification { method } => Some(method),
            _ => None,
        }
    }

    /// The id of a request or response, if it has one that is a string or a number.
    pub fn id(&self) -> Option<&Id> {
        match &self.kind {
            Kind::Request { id, .. } | Kind::Result { id } | Kind::Error { id } => id.as_ref(),
            _ => None,
        }
    }

    /// Whether it is a request.
    pub fn is_request(&self) -> bool {
        matches!(self.kind, Kind::Request { .. })
    }

    /// Whether it is a notification.
    pub fn is_notification(&self) -> bool {
        matches!(self.kind, Kind::Notification { .. })
    }

    /// Whether nobody has to make sense of it: no message at all, or a request or notification whose envelope breaks
    /// the rules (another `jsonrpc`, an id that is neither string nor integer, params that are no object). What a party makes
    /// of it is no occasion for a rule about its method.
    pub fn is_malformed(&self) -> bool {
        let has_good_id = || !matches!(&self.kind, Kind::Request { id, .. } if !id.as_ref().is_some_and(Id::is_usual));
        let has_good_params = || self.value.get("params").is_none_or(Value::is_object);
        match self.kind {
            Kind::Batch | Kind::Stranger | Kind::Unreadable(_) => true,
            Kind::Result { .. } | Kind::Error { .. } => false,
            Kind::Request { .. } | Kind::Notification { .. } => {
                self.value["jsonrpc"] != "2.0" || !has_good_id() || !has_good_params()
            }
        }
    }

    /// Whether it is a request or notification with members that the protocol does not know. The schema lets them pass.
    pub fn has_unknown_members(&self) -> bool {
        let is_known = |name: &String| matches!(&**name, "jsonrpc" | "id" | "method" | "params");
        self.method().is_some() && self.value.as_object().is_some_and(|object| !object.keys().all(is_known))
    }

    /// Whether it is an `initialize` that lacks what it needs, or has something else in its place: no handshake begins so.
    pub fn is_bad_initialize(&self) -> bool {
        let params = self.params();
        let is_whole = params["protocolVersion"].is_string()
            && params["capabilities"].is_object()
            && params["clientInfo"].is_object();
        self.is_request() && self.method() == Some("initialize") && !is_whole
    }

    /// Whether it is malformed and that id can be read from it all the same.
    pub fn mentions(&self, id: &Id) -> bool {
        let is_it =
            |object: &Value| object.get("id").is_some_and(|value| Id::new(&value.to_string()).as_ref() == Some(id));
        match &self.kind {
            Kind::Stranger => is_it(&self.value),
            Kind::Batch => self.value.as_array().is_some_and(|batch| batch.iter().any(is_it)),
            Kind::Unreadable(_) => {
                let text: String = self.text.lossy().split_whitespace().collect();
                text.contains(&format!("\"id\":{id}"))
            }
            _ => false,
        }
    }

    /// Whether it is a result or an error.
    pub fn is_response(&self) -> bool {
        matches!(self.kind, Kind::Result { .. } | Kind::Error { .. })
    }

    /// The `params` of a request or notification; `Null` where there are none.
    pub fn params(&self) -> &Value {
        &self.value["params"]
    }

    /// The `result`, if it is a result response.
    pub fn result(&self) -> Option<&Value> {
        matches!(self.kind, Kind::Result { .. }).then(|| &self.value["result"])
    }

    /// The `error`, if it is an error response.
    pub fn error(&self) -> Option<&Value> {
        matches!(self.kind, Kind::Error { .. }).then(|| &self.value["error"])
    }

    /// The code of an error response; fractions and texts are no codes.
    pub fn code(&self) -> Option<i64> {
        self.error()?["code"].as_i64()
    }

    /// The JSON text of one member of the message, as it came; `result` and `params` are decoded from here.
    pub fn member(&self, name: &str) -> Option<&str> {
        value::members(self.text.as_str()?).ok()?.get(name)
    }
}

fn kind(text: &str, value: &Value) -> Kind {
    let Value::Object(object) = value else {
        return if value.is_array() { Kind::Batch } else { Kind::Stranger };
    };
    let members = value::members(text).unwrap_or_default();
    let id = |members: &Members<'_>| members.get("id").and_then(Id::new);
    match object.get("method") {
        Some(Value::String(method)) if object.contains_key("id") => {
            Kind::Request { id: id(&members), method: method.clone() }
        }
        Some(Value::String(method)) => Kind::Notification { method: method.clone() },
        None if object.get("error").is_some_and(|error| !error.is_null() || !object.contains_key("result")) => {
            Kind::Error { id: id(&members) }
        }
        None if object.contains_key("result") => Kind::Result { id: id(&members) },
        Some(_) | None => Kind::Stranger,
    }
}
