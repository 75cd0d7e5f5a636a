//! Bytes as they came.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Bytes as they came over the wire, line terminator and all; nearly always UTF-8, kept also where they are not.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Text(Arc<[u8]>);

impl Text {
    /// Takes the bytes as they are.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(bytes.into())
    }

    /// Every byte.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, if the bytes are UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The text for people; what is not UTF-8 becomes U+FFFD.
    pub fn lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// The bytes without the newline that ends the line (and without a carriage return before it).
    pub fn line(&self) -> &[u8] {
        let line = self.0.strip_suffix(b"\n").unwrap_or(&self.0);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Whether a newline ends the line.
    pub fn is_terminated(&self) -> bool {
        self.0.ends_with(b"\n")
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({:?})", self.lossy())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text.as_bytes())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::new(text.into_bytes())
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(bytes)
    }
}
