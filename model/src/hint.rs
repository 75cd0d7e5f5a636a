//! Single things to say about a tool.

use crate::ToolAnnotations;

/// One thing to say about a tool; several of them fold into [`ToolAnnotations`].
///
/// ```
/// use mcp_model::{Hint, ToolAnnotations};
/// let annotations = ToolAnnotations::from([Hint::Read, Hint::ClosedWorld, Hint::Title("Look up".into())]);
/// assert_eq!(
///     serde_json::to_string(&annotations)?,
///     r#"{"title":"Look up","readOnlyHint":true,"destructiveHint":false,"openWorldHint":false}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations>.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Changes nothing: read-only and not destructive.
    Read,
    /// Adds, and destroys nothing: neither read-only nor destructive.
    Write,
    /// May destroy: not read-only, destructive.
    Destroy,
    /// May be repeated without further effect.
    Idempotent,
    /// Every call counts.
    NotIdempotent,
    /// Deals with the world outside.
    OpenWorld,
    /// Stays within the server's own domain.
    ClosedWorld,
    /// What people see.
    Title(String),
}

impl From<Hint> for ToolAnnotations {
    fn from(hint: Hint) -> Self {
        match hint {
            Hint::Read => Self::read(),
            Hint::Write => Self::write(),
            Hint::Destroy => Self::destroy(),
            Hint::Idempotent => Self::idempotent(),
            Hint::NotIdempotent => Self::new().idempotent_hint(false),
            Hint::OpenWorld => Self::open_world(),
            Hint::ClosedWorld => Self::closed_world(),
            Hint::Title(title) => Self::new().title(title),
        }
    }
}

impl FromIterator<Hint> for ToolAnnotations {
    fn from_iter<I: IntoIterator<Item = Hint>>(hints: I) -> Self {
        hints.into_iter().map(Self::from).sum()
    }
}

impl<const N: usize> From<[Hint; N]> for ToolAnnotations {
    fn from(hints: [Hint; N]) -> Self {
        hints.into_iter().collect()
    }
}

impl From<Vec<Hint>> for ToolAnnotations {
    fn from(hints: Vec<Hint>) -> Self {
        hints.into_iter().collect()
    }
}

impl From<&[Hint]> for ToolAnnotations {
    fn from(hints: &[Hint]) -> Self {
        hints.iter().cloned().collect()
    }
}
