//! A message that something may go wrong with.

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;
use serde_json::Value;

use super::step::{Onto, Until};

/// A message that something may go wrong with: its text as it is carried, and its value where it has one.
#[derive(Debug, Clone, Default)]
pub(super) struct Message {
    /// Without what ends it.
    pub(super) bytes: Vec<u8>,
    pub(super) json: Option<Value>,
    /// What ends its line, where that is no newline.
    pub(super) end: Option<String>,
    pub(super) delay: Duration,
    pub(super) until: Option<Until>,
    /// The streams that it goes to, where that is not its own.
    pub(super) onto: Option<Onto>,
    /// The fields of its event in a stream that are not what they should be.
    pub(super) event: BTreeMap<String, Option<String>>,
}

/// How a text becomes bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Encoding {
    #[default]
    Utf8,
    #[serde(rename = "latin-1")]
    Latin1,
    #[serde(rename = "utf-16")]
    Utf16,
}

impl Message {
    /// One as it came.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let json = serde_json::from_slice(bytes).ok();
        Self { bytes: bytes.to_vec(), json, ..Self::default() }
    }

    /// One that is made up: a text as it is, any other value as JSON.
    pub(super) fn made(value: Value) -> Self {
        match value {
            Value::String(text) => Self::read(text.as_bytes()),
            json => Self::default().with_json(json),
        }
    }

    pub(super) fn with_json(self, json: Value) -> Self {
        Self { bytes: json.to_string().into_bytes(), json: Some(json), ..self }
    }

    /// With a text made from its own. Its value stays what it was, so that other faults know it still.
    pub(super) fn with_text(self, change: impl Fn(&str) -> String, encoding: Encoding) -> Self {
        let text = change(&String::from_utf8_lossy(&self.bytes));
        Self { bytes: encoding.encode(&text), ..self }
    }

    pub(super) fn method(&self) -> Option<&str> {
        self.json.as_ref()?.get("method")?.as_str()
    }

    /// Its id as a key.
    pub(super) fn id(&self) -> Option<String> {
        self.json.as_ref()?.get("id").map(Value::to_string)
    }

    pub(super) fn is_response(&self) -> bool {
        let has = |name| self.json.as_ref().is_some_and(|json| json.get(name).is_some());
        self.method().is_none() && (has("result") || has("error"))
    }
}

impl Encoding {
    fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Latin1 => text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect(),
            Self::Utf16 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }
}
