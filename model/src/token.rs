//! What ties messages together: ids, progress tokens, cursors.

use crate::Integer;
use crate::wire::{Cx, Key, Wire, read_raw, unquote};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A type that is a string or an integer.
macro_rules! string_or_integer {
    ($(#[$m:meta])* $name:ident) => {
        $(#[$m])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub enum $name {
            /// A text.
            String(Box<str>),
            /// A whole number of any size; `1` and `1.0` are the same.
            Integer(Integer),
        }

        impl Wire for $name {
            fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
                Self::read_text(&read_raw(deserializer)?, cx)
            }

            fn read_text<E: de::Error>(text: &str, cx: Cx<'_>) -> Result<Self, E> {
                if let Some(integer) = Integer::from_text(text) {
                    return Ok(Self::Integer(integer));
                }
                match unquote(text) {
                    Ok(text) => Ok(Self::String(text.into())),
                    Err(_) => Err(cx.error(crate::DecodeErrorKind::Type, "expected a string or an integer")),
                }
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                serde_json::json!({"type": ["string", "integer"]})
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut crate::strategy::Source) -> Self {
                if source.flag() {
                    Self::String(source.text().into())
                } else {
                    Self::Integer(Integer::generate(source))
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::wire::deserialize(deserializer)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::String(text) => serializer.serialize_str(text),
                    Self::Integer(integer) => integer.serialize(serializer),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::String(text) => f.write_str(text),
                    Self::Integer(integer) => integer.fmt(f),
                }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::String(text) => write!(f, "{text:?}"),
                    Self::Integer(integer) => integer.fmt(f),
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::String(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::String(text.into())
            }
        }

        string_or_integer!(@from $name i32 i64 u32 u64 Integer);
    };
    (@from $name:ident $($int:ty)*) => {$(
        impl From<$int> for $name {
            fn from(value: $int) -> Self {
                Self::Integer(value.into())
            }
        }
    )*};
}

string_or_integer! {
    /// What ties a response to its request; equal by value, written as it came.
    ///
    /// ```
    /// use mcp_model::RequestId;
    /// let id: RequestId = serde_json::from_str("1.0")?;
    /// assert_eq!(id, RequestId::from(1));
    /// assert_eq!(serde_json::to_string(&id)?, "1.0");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#requests>.
    RequestId
}

string_or_integer! {
    /// What ties progress notifications to the request that asked for them.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress>.
    ProgressToken
}

/// Where a list goes on; it means nothing to the client.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination>.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(Box<str>);

impl Cursor {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: Into<Box<str>>> From<T> for Cursor {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl Wire for Cursor {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: Cx<'_>) -> Result<Self, D::Error> {
        Key::deserialize(deserializer).map(|text| text.as_str().into())
    }

    #[cfg(feature = "schema")]
    const NAME: &'static str = "Cursor";

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "string"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.text().into()
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::wire::deserialize(deserializer)
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
