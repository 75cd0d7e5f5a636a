//! Decoding bytes, and the errors that say where it failed.

use crate::Path;
use crate::wire::{Trail, Wire};
use std::fmt;

/// Decodes one JSON value, tolerantly: unknown members and open values are kept, null counts as absent.
///
/// # Errors
///
/// Where the bytes are not UTF-8, not JSON, or not a `T`; the error names the path and what was expected.
///
/// ```
/// let error = mcp_model::decode::<mcp_model::Tool>(br#"{"name": 5}"#).unwrap_err();
/// assert_eq!(error.path().to_string(), "name");
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic>.
pub fn decode<T: Wire>(bytes: &[u8]) -> Result<T, DecodeError> {
    read(bytes, false)
}

/// Decodes one JSON value and accepts only what the published schema accepts.
///
/// # Errors
///
/// As [`decode`], and where the schema would refuse the value: a null for an optional member, an unknown role, a
/// priority above 1. It may refuse a little more than the schema, never less.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub fn decode_strict<T: Wire>(bytes: &[u8]) -> Result<T, DecodeError> {
    read(bytes, true)
}

fn read<T: Wire>(bytes: &[u8], is_strict: bool) -> Result<T, DecodeError> {
    let text = std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, &error))?;
    let mut trail = Trail::quick(text, is_strict);
    loop {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let value = T::read(&mut deserializer, trail.cx());
        let error = match value.and_then(|value| deserializer.end().map(|()| value)) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        if !trail.quick_failed() {
            return Err(locate(&error, &trail));
        }
        trail = Trail::over(text, is_strict);
    }
}

fn not_utf8(bytes: &[u8], error: &std::str::Utf8Error) -> DecodeError {
    let before = &bytes[..error.valid_up_to()];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    DecodeError(Box::new(Details {
        kind: DecodeErrorKind::Utf8,
        path: Path::default(),
        line: memchr::memchr_iter(b'\n', before).count() + 1,
        column: before.len() - line_start + 1,
        message: "the bytes are not UTF-8".to_owned(),
    }))
}

pub(crate) fn locate(error: &serde_json::Error, trail: &Trail) -> DecodeError {
    let kind = match error.classify() {
        serde_json::error::Category::Data => trail.kind().unwrap_or(DecodeErrorKind::Type),
        _ => DecodeErrorKind::Syntax,
    };
    DecodeError(Box::new(Details {
        kind,
        path: trail.path(),
        line: error.line(),
        column: error.column(),
        message: message(error),
    }))
}

/// The words of an error without its position.
pub(crate) fn message(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    if text.ends_with(&position) {
        text.truncate(text.len() - position.len());
    }
    text
}

/// Why, and where, bytes could not be decoded.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: DecodeErrorKind,
    path: Path,
    line: usize,
    column: usize,
    message: String,
}

impl DecodeError {
    /// What sort of fault it is.
    pub fn kind(&self) -> DecodeErrorKind {
        self.0.kind
    }

    /// Where in the value: the member at fault, or its parent where it is missing.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The line, from 1; where a union's tag came late it counts within the part that was read again.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column in bytes, from 1, where reading stopped.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// What was expected or found, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_root() {
            write!(f, "{}: ", self.0.path)?;
        }
        let Details { message, line, column, .. } = &*self.0;
        write!(f, "{message} (line {line}, column {column})")
    }
}

impl std::error::Error for DecodeError {}

/// The sorts of fault that end a decoding.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is not JSON, or ends early, or goes on after the value.
    Syntax,
    /// A value of another JSON type was expected.
    Type,
    /// A required member is not there.
    Missing,
    /// A member is given more than once.
    Duplicate,
    /// Null stands where the member should be left out (strict only).
    Null,
    /// The type is right, the value is not one of those allowed.
    Value,
}
