//! The row of a claim, and what breaks it.

use crate::revision::Revision;
use crate::rule::Level;

/// A claim about a single value; the claim is true of a good one.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim {
    /// `area/claim`, the id of the rule that judges recordings by it.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// What a good value is, in a few words.
    pub expected: &'static str,
    /// The requirements of the catalogue that it covers.
    pub cites: &'static [&'static str],
    /// Page and heading of the specification.
    pub section: &'static str,
}

impl Claim {
    /// The address of its section.
    pub fn link(&self) -> String {
        link(self.section)
    }
}

/// The address of a page and heading of the specification.
pub(crate) fn link(section: &str) -> String {
    let base = "https://modelcontextprotocol.io/specification";
    format!("{base}/{}/{}", Revision::LATEST, section.replacen("/index", "", 1))
}

/// One place where a value breaks a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// JSON pointer to the part at fault, from the value that was looked at.
    pub pointer: String,
    /// What is wrong, in plain words; it reads on after the name of the member.
    pub why: String,
}

impl Fault {
    /// The value itself is wrong.
    pub fn here(why: impl Into<String>) -> Self {
        Self { pointer: String::new(), why: why.into() }
    }

    /// A part of it is wrong.
    pub fn at(pointer: impl Into<String>, why: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), why: why.into() }
    }
}

/// Writes rows: `NAME = Level "area/claim" "what is expected" ["requirement", …] "page#heading";`
macro_rules! claims {
    ($($(#[doc = $doc:literal])+ $name:ident = $level:ident $id:literal $expected:literal [$($cite:literal),+] $section:literal;)+) => {
        $($(#[doc = $doc])+
        pub static $name: $crate::prose::Claim = $crate::prose::Claim {
            id: $id,
            level: $crate::rule::Level::$level,
            expected: $expected,
            cites: &[$($cite),+],
            section: $section,
        };)+
    };
}
pub(crate) use claims;
