//! Where in a value something is.

use crate::wire::Segment;
use std::fmt;

/// The way from the whole value to one inside it.
///
/// Displayed as `tools[3].inputSchema.type`; see [`pointer`](Self::pointer) for RFC 6901's form, which
/// <https://www.rfc-editor.org/rfc/rfc6901> describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

impl Path {
    pub(crate) fn new(segments: Vec<Segment>) -> Self {
        Self(segments)
    }

    /// Whether it names the whole value.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// As a JSON pointer, such as `/tools/3/inputSchema/type`.
    pub fn pointer(&self) -> String {
        self.0.iter().fold(String::new(), |pointer, segment| {
            pointer
                + "/"
                + &match segment {
                    Segment::Member(name) => name.replace('~', "~0").replace('/', "~1"),
                    Segment::Element(index) => index.to_string(),
                }
        })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Element(index) => write!(f, "[{index}]")?,
                Segment::Member(name) if is_plain(name) && step == 0 => f.write_str(name)?,
                Segment::Member(name) if is_plain(name) => write!(f, ".{name}")?,
                Segment::Member(name) => write!(f, "[{name:?}]")?,
            }
        }
        Ok(())
    }
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    !name.is_empty() && name.chars().all(plain)
}
