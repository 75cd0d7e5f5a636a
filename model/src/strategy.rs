//! Strategies for property tests: valid values with unknown members and awkward JSON mixed in.
//!
//! ```
//! use mcp_model::Tool;
//! use proptest::prelude::*;
//! proptest!(|(tool in any::<Tool>())| {
//!     let text = serde_json::to_vec(&tool).unwrap();
//!     prop_assert_eq!(mcp_model::decode_strict::<Tool>(&text).unwrap(), tool);
//! });
//! ```

use crate::wire::{Field, Wire};
use crate::{Extra, Json, JsonObject, Map};
use proptest::prelude::{Strategy, any};
use proptest::strategy::BoxedStrategy;

/// How deep lists and optional members go before they stay empty.
const DEPTH: usize = 8;

const TEXTS: &[&str] = &[
    "",
    "a",
    "two words",
    "line\nbreak",
    "quote\" and \\ backslash",
    "\u{0}\u{1f}\u{7f}",
    "é\u{2028}\u{1F600}",
    "null",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "37",
    "1.0",
    "-0",
    "0.5",
    "-2.5e-3",
    "1e2",
    "9007199254740993",
    "1234567890123456789012345678901234567890",
    "3.14159265358979323846264338327950288",
];

const INTEGERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "10.0",
    "1e2",
    "-0",
    "9007199254740993",
    "18446744073709551616",
    "1234567890123456789012345678901234567890",
];

const UNITS: &[&str] = &["0", "1", "0.5", "1.0", "1e-3", "0.0"];

const JSONS: &[&str] = &[
    "null",
    "true",
    "[]",
    "{}",
    "\"\\u0061\\ud83d\\ude00\"",
    "{\"a\": 1,\"a\":2}",
    "[1.0,[[[[{\"\":null}]]]]]",
    "{\"type\":\"text\",\"id\":null,\"method\":7}",
    "1e-7",
];

const NAMES: &[&str] = &["x-one", "x/two", "com.example/x", "x \u{e9}", "x.toString"];

/// Bytes that decide what a value becomes; when they run out, everything is at its smallest.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
#[derive(Debug)]
pub struct Source {
    bytes: std::vec::IntoIter<u8>,
    fullest: bool,
    depth: usize,
    name: &'static str,
}

impl Source {
    /// A source of these decisions.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into().into_iter(), fullest: false, depth: 0, name: "" }
    }

    /// The source of values with every member they can have and one element in each list.
    pub fn fullest() -> Self {
        Self { fullest: true, ..Self::new([]) }
    }

    pub(crate) fn flag(&mut self) -> bool {
        if self.fullest {
            return true;
        }
        self.byte() % 2 == 1 && self.depth < DEPTH
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    pub(crate) fn text(&mut self) -> String {
        if self.fullest {
            return self.name.to_owned();
        }
        self.pick(TEXTS).to_owned()
    }

    pub(crate) fn number(&mut self) -> &'static str {
        self.pick(NUMBERS)
    }

    pub(crate) fn integer(&mut self) -> &'static str {
        self.pick(INTEGERS)
    }

    pub(crate) fn unit(&mut self) -> &'static str {
        self.pick(UNITS)
    }

    pub(crate) fn json(&mut self) -> Json {
        let text = self.pick(JSONS);
        text.parse().expect("the texts are JSON")
    }

    pub(crate) fn json_object(&mut self) -> JsonObject {
        let members = self.list(|source| (source.pick(NAMES), source.json()));
        JsonObject::join(members.iter().map(|(name, value)| (*name, value.text())))
    }

    pub(crate) fn list<T>(&mut self, element: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = match (self.fullest, self.depth < DEPTH) {
            (true, _) => 1,
            (false, true) => self.below(4),
            (false, false) => 0,
        };
        self.deeper(|source| (0..count).map(|_| element(source)).collect())
    }

    pub(crate) fn map<T>(&mut self, value: impl Fn(&mut Self) -> T) -> Map<T> {
        let members = self.list(|source| (source.pick(NAMES), value(source)));
        members.into_iter().collect()
    }

    /// The member called `name` on the wire.
    pub(crate) fn member<T: Field>(&mut self, name: &'static str) -> T {
        self.name = name;
        self.deeper(T::generate_member)
    }

    /// Now and then a member that nobody knows.
    pub(crate) fn extra(&mut self) -> Extra {
        let mut extra = Extra::default();
        if !self.fullest && self.byte() % 8 == 7 {
            extra.insert(self.pick(NAMES), self.json());
        }
        extra
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let made = inner(self);
        self.depth -= 1;
        made
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.below(choices.len())]
    }

    fn byte(&mut self) -> u8 {
        self.bytes.next().unwrap_or(0)
    }
}

/// Valid values of a type; they shrink towards the smallest one.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/schema>.
pub fn strategy<T: Wire + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    let bytes = proptest::collection::vec(any::<u8>(), 0..256);
    bytes.prop_map(|bytes| T::generate(&mut Source::new(bytes))).boxed()
}
