//! Hints about what calling a tool means, and how they combine.

use crate::wire::wire;
use num_traits::Zero;
use std::iter::Sum;
use std::ops::Add;

wire! {
    /// Hints about what calling a tool means; a client must not rely on those of a server it does not trust.
    ///
    /// They combine with `+`: what is absent loses to what is declared, and where two declarations disagree the
    /// specification's default holds. So nothing combined looks safer than its parts.
    ///
    /// ```
    /// use mcp_model::{Hint, ToolAnnotations};
    /// let both = ToolAnnotations::read() + ToolAnnotations::destroy();
    /// assert_eq!(both, ToolAnnotations::from(Hint::Destroy));
    ///
    /// let world = ToolAnnotations::closed_world() + ToolAnnotations::open_world();
    /// assert_eq!(world, ToolAnnotations::from(Hint::OpenWorld));
    /// ```
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations>.
    pub struct ToolAnnotations {
        /// What people see, where the tool itself has no title.
        pub title: Option<String>,
        /// It changes nothing; false by default.
        pub read_only_hint: Option<bool> = "readOnlyHint",
        /// It may destroy or overwrite; true by default, of meaning only for what is not read-only.
        pub destructive_hint: Option<bool> = "destructiveHint",
        /// Calling it again with the same arguments changes nothing more; false by default.
        pub idempotent_hint: Option<bool> = "idempotentHint",
        /// It deals with a world beyond the server's own; true by default.
        pub open_world_hint: Option<bool> = "openWorldHint",
    }
}

/// What the specification takes for each hint where nothing is declared.
const READ_ONLY: bool = false;
const DESTRUCTIVE: bool = true;
const IDEMPOTENT: bool = false;
const OPEN_WORLD: bool = true;

impl ToolAnnotations {
    /// Changes nothing: read-only and not destructive.
    pub fn read() -> Self {
        Self::new().read_only_hint(true).destructive_hint(false)
    }

    /// Adds, and destroys nothing: neither read-only nor destructive.
    pub fn write() -> Self {
        Self::new().read_only_hint(false).destructive_hint(false)
    }

    /// May destroy: not read-only, destructive.
    pub fn destroy() -> Self {
        Self::new().read_only_hint(false).destructive_hint(true)
    }

    /// May be repeated without further effect.
    pub fn idempotent() -> Self {
        Self::new().idempotent_hint(true)
    }

    /// Stays within the server's own domain.
    pub fn closed_world() -> Self {
        Self::new().open_world_hint(false)
    }

    /// Deals with the world outside.
    pub fn open_world() -> Self {
        Self::new().open_world_hint(true)
    }

    /// All four hints at the specification's defaults.
    ///
    /// Adding this undoes every declaration: whatever was declared, the default holds after it. To fill only what is
    /// absent take [`with_defaults`](Self::with_defaults).
    ///
    /// ```
    /// use mcp_model::ToolAnnotations;
    /// let undone = ToolAnnotations::read() + ToolAnnotations::defaults();
    /// assert_eq!(undone, ToolAnnotations::defaults());
    /// ```
    pub fn defaults() -> Self {
        Self::new().with_defaults()
    }

    /// The same with the defaults declared where nothing was.
    pub fn with_defaults(mut self) -> Self {
        self.read_only_hint.get_or_insert(READ_ONLY);
        self.destructive_hint.get_or_insert(DESTRUCTIVE);
        self.idempotent_hint.get_or_insert(IDEMPOTENT);
        self.open_world_hint.get_or_insert(OPEN_WORLD);
        self
    }

    /// Whether it changes nothing, by declaration or default.
    pub fn is_read_only(&self) -> bool {
        self.read_only_hint.unwrap_or(READ_ONLY)
    }

    /// Whether it may destroy, by declaration or default; never for what is read-only.
    pub fn is_destructive(&self) -> bool {
        !self.is_read_only() && self.destructive_hint.unwrap_or(DESTRUCTIVE)
    }

    /// Whether it may be repeated, by declaration or default; always for what is read-only.
    pub fn is_idempotent(&self) -> bool {
        self.is_read_only() || self.idempotent_hint.unwrap_or(IDEMPOTENT)
    }

    /// Whether it deals with the world outside, by declaration or default.
    pub fn is_open_world(&self) -> bool {
        self.open_world_hint.unwrap_or(OPEN_WORLD)
    }
}

/// Absent loses to declared; two that disagree give the default.
fn join(a: Option<bool>, b: Option<bool>, default: bool) -> Option<bool> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Some(default),
        _ => a.or(b),
    }
}

impl Add for ToolAnnotations {
    type Output = Self;

    fn add(self, right: Self) -> Self {
        let mut extra = self.extra;
        extra.merge(right.extra);
        Self {
            title: right.title.or(self.title),
            read_only_hint: join(self.read_only_hint, right.read_only_hint, READ_ONLY),
            destructive_hint: join(self.destructive_hint, right.destructive_hint, DESTRUCTIVE),
            idempotent_hint: join(self.idempotent_hint, right.idempotent_hint, IDEMPOTENT),
            open_world_hint: join(self.open_world_hint, right.open_world_hint, OPEN_WORLD),
            extra,
        }
    }
}

impl Zero for ToolAnnotations {
    fn zero() -> Self {
        Self::new()
    }

    fn is_zero(&self) -> bool {
        *self == Self::new()
    }
}

impl Sum for ToolAnnotations {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::zero(), Add::add)
    }
}
