//! The format of the keys under `_meta`.

use std::fmt;

/// A key of `_meta`, taken apart: an optional prefix of dotted labels with a slash, and a name.
///
/// ```
/// use mcp_model::MetaKey;
/// let key = MetaKey::parse("com.example/my_key")?;
/// assert_eq!((key.prefix(), key.name()), (Some("com.example"), "my_key"));
/// assert!(!key.is_reserved());
/// assert!(MetaKey::parse("dev.mcp/x")?.is_reserved());
/// assert_eq!(
///     MetaKey::parse("1a/x").unwrap_err().to_string(),
///     "the prefix label `1a` must start with a letter",
/// );
/// # Ok::<(), mcp_model::MetaKeyError>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MetaKey<'a> {
    prefix: Option<&'a str>,
    name: &'a str,
}

impl<'a> MetaKey<'a> {
    /// Takes `key` apart.
    ///
    /// # Errors
    ///
    /// Where it does not have the format; the error says what is wrong.
    pub fn parse(key: &'a str) -> Result<Self, MetaKeyError> {
        let (prefix, name) = match key.split_once('/') {
            Some((prefix, name)) => (Some(prefix), name),
            None => (None, key),
        };
        for label in prefix.into_iter().flat_map(|prefix| prefix.split('.')) {
            check_label(label)?;
        }
        check_name(name)?;
        Ok(Self { prefix, name })
    }

    /// The part before the slash, if there is one.
    pub fn prefix(&self) -> Option<&'a str> {
        self.prefix
    }

    /// The part after the slash; it may be empty.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Whether the prefix is the protocol's own: its second label is `modelcontextprotocol` or `mcp`.
    pub fn is_reserved(&self) -> bool {
        let second = self.prefix.and_then(|prefix| prefix.split('.').nth(1));
        matches!(second, Some("modelcontextprotocol" | "mcp"))
    }
}

fn check_label(label: &str) -> Result<(), MetaKeyError> {
    let fault = if label.is_empty() {
        MetaKeyFault::EmptyLabel
    } else if !label.starts_with(|c: char| c.is_ascii_alphabetic()) {
        MetaKeyFault::LabelStart
    } else if !label.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        MetaKeyFault::LabelEnd
    } else if label.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        MetaKeyFault::LabelCharacter
    } else {
        return Ok(());
    };
    Err(MetaKeyError { fault, part: label.into() })
}

fn check_name(name: &str) -> Result<(), MetaKeyError> {
    let alphanumeric = |c: char| c.is_ascii_alphanumeric();
    let fault = if name.is_empty() {
        return Ok(());
    } else if !name.starts_with(alphanumeric) || !name.ends_with(alphanumeric) {
        MetaKeyFault::NameEnds
    } else if name.contains(|c: char| !alphanumeric(c) && !matches!(c, '-' | '_' | '.')) {
        MetaKeyFault::NameCharacter
    } else {
        return Ok(());
    };
    Err(MetaKeyError { fault, part: name.into() })
}

/// What is wrong with a key of `_meta`.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaKeyError {
    fault: MetaKeyFault,
    part: Box<str>,
}

impl MetaKeyError {
    /// The sort of fault.
    pub fn fault(&self) -> MetaKeyFault {
        self.fault
    }

    /// The label or name at fault.
    pub fn part(&self) -> &str {
        &self.part
    }
}

impl fmt::Display for MetaKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = &self.part;
        match self.fault {
            MetaKeyFault::EmptyLabel => f.write_str("the prefix has an empty label"),
            MetaKeyFault::LabelStart => {
                write!(f, "the prefix label `{part}` must start with a letter")
            }
            MetaKeyFault::LabelEnd => write!(f, "the prefix label `{part}` must end with a letter or digit"),
            MetaKeyFault::LabelCharacter => {
                write!(f, "the prefix label `{part}` may hold letters, digits and hyphens only")
            }
            MetaKeyFault::NameEnds => write!(f, "the name `{part}` must start and end with a letter or digit"),
            MetaKeyFault::NameCharacter => {
                write!(f, "the name `{part}` may hold letters, digits, hyphens, underscores and dots only")
            }
        }
    }
}

impl std::error::Error for MetaKeyError {}

/// The sorts of fault that a key of `_meta` can have.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MetaKeyFault {
    /// A label of the prefix is empty.
    EmptyLabel,
    /// A label starts with something else than a letter.
    LabelStart,
    /// A label ends with something else than a letter or digit.
    LabelEnd,
    /// A label holds a character that is no letter, digit or hyphen.
    LabelCharacter,
    /// The name starts or ends with something else than a letter or digit.
    NameEnds,
    /// The name holds a character that is no letter, digit, hyphen, underscore or dot.
    NameCharacter,
}
