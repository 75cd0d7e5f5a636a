//! What the schema says no to, in words.

use std::ops::Range;

use super::node::{Node, Types};
use super::number::Decimal;
use super::problem::{Problem, found};
use super::text::Kind;
use super::walk::Walk;
use crate::rule::Level;

impl<'n> Walk<'n, '_> {
    pub(super) fn missing(&mut self, node: &'n Node, seen: u64, start: usize) {
        for (at, member) in node.members.iter().enumerate() {
            if member.required && seen & (1 << at) == 0 {
                self.lacks(&member.name, start);
            }
        }
    }

    /// The object that starts there lacks a member.
    pub(super) fn lacks(&mut self, name: &str, start: usize) {
        let message = format!("{} has no `{name}`{}", self.subject(), self.hint(name, start));
        self.push(format!("required/{name}"), "schema/required", start..start + 1, format!("`{name}`"), message);
    }

    fn hint(&self, name: &str, start: usize) -> String {
        let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
        let members = self.text.from(start).members().unwrap_or_default();
        let other = members.into_iter().map(|(key, _)| key).find(|key| *key != name && plain(key) == plain(name));
        other.map_or_else(String::new, |other| format!("; `{other}` is another name"))
    }

    pub(super) fn listed(&mut self, node: &'n Node, kind: Kind, raw: &str, start: usize) {
        if !node.values.is_empty() {
            self.listed_as(node, kind, raw, raw, start);
        }
    }

    pub(super) fn listed_as(&mut self, node: &'n Node, kind: Kind, value: &str, raw: &str, start: usize) {
        let same =
            |listed: &str| listed == value || (kind == Kind::Number && Decimal::new(listed) == Decimal::new(value));
        if !node.values.iter().any(|listed| same(listed)) {
            self.not_listed(&node.values, node.constant, &found(kind, raw), start);
        }
    }

    /// A value is none of those allowed.
    pub(super) fn not_listed(&mut self, values: &[Box<str>], constant: bool, found: &str, start: usize) {
        let expected = match values {
            [only] => only.to_string(),
            [first @ .., last] => format!("one of {} or {last}", first.join(", ")),
            [] => return,
        };
        let keyword = if constant { "const" } else { "enum" };
        self.schema(keyword, start, expected.clone(), &format!("must be {expected}, found {found}"));
    }

    /// A value is of none of the types allowed.
    pub(super) fn wrong_type(&mut self, node: &'n Node, kind: Kind, start: usize) {
        let found = found(kind, self.text.slice(start));
        self.not_a(node.types, &found, start);
    }

    pub(super) fn not_a(&mut self, types: Types, found: &str, start: usize) {
        let expected = types.words();
        self.schema("type", start, expected.clone(), &format!("must be {expected}, found {found}"));
    }

    /// Says something about a member of the object that comes next.
    pub(super) fn at_member(&mut self, name: &str, span: Range<usize>, say: impl FnOnce(&mut Self, usize)) {
        let before = self.text;
        self.trail.enter(true, self.text);
        if let Some(key) = self.text.key_before(name, span.start) {
            self.trail.at_member(key);
        }
        self.text.at = span.end;
        say(self, span.start);
        self.trail.leave();
        self.text = before;
    }

    /// The value that starts there and ends here is none of these.
    pub(super) fn none_of(&mut self, objections: &[String], start: usize) {
        let message = format!("{} is none of these: {}", self.subject(), objections.join("; "));
        self.push("anyOf".to_owned(), "schema/any-of", start..self.text.at, "one of these kinds".to_owned(), message);
    }

    /// Something is wrong with the value that starts there and ends here.
    pub(super) fn schema(&mut self, keyword: &'static str, start: usize, expected: String, why: &str) {
        let message = format!("{} {why}", self.subject());
        let rule = match keyword {
            "const" => "schema/const",
            "enum" => "schema/enum",
            "minimum" => "schema/minimum",
            "maximum" => "schema/maximum",
            "additionalProperties" => "schema/additional-properties",
            _ => "schema/type",
        };
        self.push(keyword.to_owned(), rule, start..self.text.at, expected, message);
    }

    fn push(&mut self, keyword: String, rule: &'static str, span: Range<usize>, expected: String, message: String) {
        let section = format!("schema#{}", self.scope.to_lowercase());
        self.trail.problems.push(Problem {
            level: Level::Must,
            rule: rule.into(),
            section: section.into(),
            pointer: self.trail.pointer(self.text),
            keyword: Some(keyword),
            span,
            expected,
            message,
        });
    }

    /// What the reader is at, for a sentence.
    pub(super) fn subject(&self) -> String {
        self.trail.subject(self.text)
    }
}
