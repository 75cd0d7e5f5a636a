//! What is wrong with a value, and where.

use std::borrow::Cow;
use std::ops::Range;

use super::text::Kind;
use crate::prose::Claim;
use crate::rule::Level;

/// One thing that is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How binding the broken rule is.
    pub level: Level,
    /// The rule: `schema/KEYWORD`, `json/CLAIM`, or the id of a rule of the suite.
    pub rule: Cow<'static, str>,
    /// Page and heading of the specification.
    pub section: Cow<'static, str>,
    /// JSON pointer to the value at fault; for a missing member, to the object that lacks it.
    pub pointer: String,
    /// The keyword of the schema that the value breaks; `required/NAME` for a missing member.
    pub keyword: Option<String>,
    /// The bytes of the text that are at fault.
    pub span: Range<usize>,
    /// What belongs there.
    pub expected: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl Problem {
    /// A claim of the prose is broken.
    pub(super) fn prose(claim: &'static Claim, pointer: String, span: Range<usize>, message: String) -> Self {
        Self {
            level: claim.level,
            rule: claim.id.into(),
            section: claim.section.into(),
            pointer,
            keyword: None,
            span,
            expected: claim.expected.to_owned(),
            message,
        }
    }

    /// The text itself is at fault, whatever it says.
    pub(super) fn json(rule: &'static Form, pointer: String, span: Range<usize>, message: String) -> Self {
        Self {
            level: rule.level,
            rule: rule.id.into(),
            section: rule.section.into(),
            pointer,
            keyword: None,
            span,
            expected: rule.expected.to_owned(),
            message,
        }
    }

    /// Whether a member is missing.
    pub(super) fn is_about_absence(&self) -> bool {
        self.keyword.as_ref().is_some_and(|keyword| keyword.starts_with("required/"))
    }

    /// Whether a must is broken.
    pub fn is_fault(&self) -> bool {
        self.level == Level::Must
    }
}

/// A rule about JSON as such.
#[derive(Debug)]
pub(super) struct Form {
    id: &'static str,
    level: Level,
    expected: &'static str,
    section: &'static str,
}

macro_rules! forms {
    ($($name:ident = $level:ident $id:literal $expected:literal $section:literal;)+) => {
        $(pub(super) static $name: Form =
            Form { id: $id, level: Level::$level, expected: $expected, section: $section };)+
    };
}

forms! {
    READABLE = Must "input/is-readable" "a file that can be read" "basic/index#messages";
    SYNTAX = Must "json/is-well-formed" "JSON (RFC 8259)" "basic/index#messages";
    UTF8 = Must "json/is-utf-8" "UTF-8" "basic/transports#transports";
    MARK = Must "json/has-no-byte-order-mark" "JSON from the first byte on (RFC 8259, section 8.1)" "basic/transports#transports";
    TWICE = Must "json/names-are-unique" "each member once" "basic/index#messages";
    TWICE_INSIDE = Should "json/names-are-unique" "each member once (RFC 8259, section 4)" "basic/index#messages";
    TORN = Should "json/text-is-unicode" "both halves of a surrogate pair (RFC 8259, section 8.2)" "basic/transports#transports";
    DEEP = Robustness "json/nesting-is-shallow" "at most 128 levels" "basic/index#messages";
}

/// Where a text stops to be JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Syntax {
    pub(super) at: usize,
    pub(super) expected: &'static str,
    pub(super) found: Option<char>,
}

impl Syntax {
    pub(super) fn problem(self) -> Problem {
        let found = self.found.map_or("the end of the text".to_owned(), |found| format!("{found:?}"));
        let span = self.at..self.at + self.found.map_or(0, char::len_utf8);
        let message = format!("not JSON: expected {}, found {found}", self.expected);
        Problem { expected: self.expected.to_owned(), ..Problem::json(&SYNTAX, String::new(), span, message) }
    }
}

/// The value in a few words.
pub(super) fn found(kind: Kind, text: &str) -> String {
    match kind {
        Kind::Object => "an object".to_owned(),
        Kind::Array => "an array".to_owned(),
        Kind::String if text.chars().count() > 42 => "a long string".to_owned(),
        Kind::Number if text.len() > 42 => "a long number".to_owned(),
        Kind::String | Kind::Number | Kind::Boolean | Kind::Null => text.to_owned(),
    }
}
