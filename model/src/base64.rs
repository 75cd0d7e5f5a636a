//! Bytes as base64 text.

use crate::wire::{Cx, Wire, read_raw, unquote, write_raw};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as padded base64 text of the standard alphabet.
///
/// Kept in its quotes as it travels, so that a large block is copied and not escaped again. What a peer wrote is kept
/// even where it is not base64; [`is_valid`](Self::is_valid) tells.
///
/// ```
/// use mcp_model::Base64;
/// let data = Base64::encode(b"hello");
/// assert_eq!(data.as_str(), "aGVsbG8=");
/// assert_eq!(data.decode().as_deref(), Some(&b"hello"[..]));
/// assert!(Base64::new("not base64!").is_err());
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content>.
#[derive(Clone)]
pub struct Base64(Box<str>);

impl Base64 {
    /// Text that is base64 already.
    ///
    /// # Errors
    ///
    /// Where it is not: another alphabet, no padding, a length that is no multiple of four.
    pub fn new(text: &str) -> Result<Self, NotBase64> {
        decode(text).ok_or(NotBase64)?;
        Ok(Self::in_quotes(text))
    }

    fn in_quotes(text: &str) -> Self {
        Self(["\"", text, "\""].concat().into())
    }

    /// The text of `bytes`.
    pub fn encode(bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4 + 2);
        text.push('"');
        for chunk in bytes.chunks(3) {
            encode_chunk(chunk, &mut text);
        }
        text.push('"');
        Self(text.into())
    }

    /// The base64 text; empty where an escape in it stands for no character.
    pub fn as_str(&self) -> Cow<'_, str> {
        unquote(&self.0).unwrap_or_default()
    }

    /// The bytes, if it is base64.
    pub fn decode(&self) -> Option<Vec<u8>> {
        decode(&unquote(&self.0).ok()?)
    }

    /// Whether it is base64, as it should be.
    pub fn is_valid(&self) -> bool {
        self.decode().is_some()
    }
}

fn encode_chunk(chunk: &[u8], text: &mut String) {
    let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
    let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    for place in 0..4 {
        let index = (bits >> (18 - 6 * place)) as usize & 63;
        let used = place <= chunk.len();
        text.push(if used { char::from(ALPHABET[index]) } else { '=' });
    }
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut chunks = text.chunks_exact(4).peekable();
    while let Some(chunk) = chunks.next() {
        decode_chunk(chunk, chunks.peek().is_none(), &mut bytes)?;
    }
    Some(bytes)
}

/// Four characters; only the last chunk may be padded, and padding stands over zero bits.
fn decode_chunk(chunk: &[u8], last: bool, bytes: &mut Vec<u8>) -> Option<()> {
    let padding = chunk.iter().rev().take_while(|c| **c == b'=').count();
    if padding > 2 || (padding > 0 && !last) {
        return None;
    }
    let mut bits = 0;
    for c in &chunk[..4 - padding] {
        bits = bits << 6 | sextet(*c)?;
    }
    bits <<= 6 * padding;
    let [_, chunk @ ..] = u32::to_be_bytes(bits);
    let (kept, dropped) = chunk.split_at(3 - padding);
    bytes.extend(kept);
    dropped.iter().all(|byte| *byte == 0).then_some(())
}

fn sextet(c: u8) -> Option<u32> {
    Some(u32::from(match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

impl Wire for Base64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        if cx.is_quick() {
            return cx.or_again(deserializer.deserialize_bytes(Plain));
        }
        let token = read_raw(deserializer)?;
        let is_text = if cx.is_strict() { unquote(&token).is_ok() } else { token.starts_with('"') };
        if !is_text {
            return Err(cx.error(crate::DecodeErrorKind::Type, "expected a base64 string"));
        }
        Ok(Self(token.into()))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "string", "format": "byte"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        Self::encode(source.text())
    }
}

/// Takes a text in which nothing is escaped. serde_json finds the end of bytes several times faster than that of a text, but
/// checks nothing in them.
struct Plain;

impl<'de> de::Visitor<'de> for Plain {
    type Value = Base64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("base64 without escapes")
    }

    fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'de [u8]) -> Result<Base64, E> {
        let least = bytes.iter().fold(u8::MAX, |least, byte| least.min(*byte));
        match std::str::from_utf8(bytes) {
            Ok(text) if least >= b' ' => Ok(Base64::in_quotes(text)),
            _ => Err(E::invalid_value(de::Unexpected::Bytes(bytes), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_raw(&self.0, serializer)
    }
}

impl PartialEq for Base64 {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || matches!((unquote(&self.0), unquote(&other.0)), (Ok(ours), Ok(theirs)) if ours == theirs)
    }
}

impl Eq for Base64 {}

impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<&str> for Base64 {
    type Error = NotBase64;

    fn try_from(text: &str) -> Result<Self, NotBase64> {
        Self::new(text)
    }
}

/// The text is not padded base64 of the standard alphabet.
///
/// See <https://www.rfc-editor.org/rfc/rfc4648#section-4>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotBase64;

impl fmt::Display for NotBase64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is not padded base64 of the standard alphabet: encode the bytes instead")
    }
}

impl std::error::Error for NotBase64 {}
