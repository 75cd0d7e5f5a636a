//! The schema as the walker uses it: nodes that point at each other.

use std::collections::BTreeMap;

use super::text::Kind;
use crate::prose::Place;

/// The number of a node.
pub(super) type Id = usize;

/// The node that takes anything.
pub(super) const ANYTHING: Id = 0;

/// What a schema asks of one value.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The definition that it is, if it is one.
    pub(super) name: Option<Box<str>>,
    pub(super) types: Types,
    /// The only values allowed, as JSON texts; none where any is.
    pub(super) values: Vec<Box<str>>,
    /// Whether there is just one, which the schema may say with `const` or with `enum`.
    pub(super) constant: bool,
    pub(super) minimum: Option<Box<str>>,
    pub(super) maximum: Option<Box<str>>,
    pub(super) members: Vec<Member>,
    /// What a member without a node of its own is; none where there may be no such member.
    pub(super) others: Option<Id>,
    pub(super) items: Id,
    /// The branches of a union.
    pub(super) branches: Vec<Id>,
    /// The members that tell the branches apart.
    pub(super) tags: Vec<Box<str>>,
    /// The claims about it, wherever it stands.
    pub(super) places: Vec<&'static Place>,
}

/// A member of an object.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Box<str>,
    pub(super) node: Id,
    pub(super) required: bool,
    /// Whether the schema lists it; else only a claim looks at it.
    pub(super) declared: bool,
    /// The claims about it in this object.
    pub(super) places: Vec<&'static Place>,
}

impl Node {
    /// The place of a member in the list.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.members.iter().position(|member| &*member.name == name)
    }

    /// The member of that name.
    pub(super) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| &*member.name == name)
    }

    /// Whether it asks for nothing, so that a value can be passed over.
    pub(super) fn is_open(&self) -> bool {
        self.types == Types::ALL
            && self.values.is_empty()
            && self.members.is_empty()
            && self.branches.is_empty()
            && self.places.is_empty()
            && self.others == Some(ANYTHING)
            && self.items == ANYTHING
            && self.minimum.is_none()
            && self.maximum.is_none()
    }
}

/// A set of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Default for Types {
    fn default() -> Self {
        Self::ALL
    }
}

const OBJECT: u8 = 1;
const ARRAY: u8 = 1 << 1;
const STRING: u8 = 1 << 2;
const INTEGER: u8 = 1 << 3;
const NUMBER: u8 = 1 << 4 | INTEGER;
const BOOLEAN: u8 = 1 << 5;
const NULL: u8 = 1 << 6;

const NAMES: [(&str, &str, u8); 7] = [
    ("object", "an object", OBJECT),
    ("array", "an array", ARRAY),
    ("string", "a string", STRING),
    ("integer", "an integer", INTEGER),
    ("number", "a number", NUMBER),
    ("boolean", "a boolean", BOOLEAN),
    ("null", "null", NULL),
];

impl Types {
    pub(super) const ALL: Self = Self((1 << 7) - 1);
    pub(super) const NONE: Self = Self(0);
    pub(super) const STRING: Self = Self(STRING);

    /// The type of that name in a schema.
    pub(super) fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, ..)| *known == name).map(|(_, _, bits)| Self(*bits))
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a value of that kind may be one of these; of a number, whether some number may.
    pub(super) fn take(self, kind: Kind) -> bool {
        let bits = match kind {
            Kind::Object => OBJECT,
            Kind::Array => ARRAY,
            Kind::String => STRING,
            Kind::Number => NUMBER,
            Kind::Boolean => BOOLEAN,
            Kind::Null => NULL,
        };
        self.0 & bits != 0
    }

    /// Whether only numbers without a fraction are meant.
    pub(super) fn wants_integer(self) -> bool {
        self.0 & NUMBER == INTEGER
    }

    /// `an object`, `a string or an integer`.
    pub(super) fn words(self) -> String {
        let mut left = self.0;
        let mut words = Vec::new();
        for (_, word, bits) in NAMES.iter().rev() {
            if left & bits == *bits {
                left &= !bits;
                words.push(*word);
            }
        }
        words.reverse();
        words.join(" or ")
    }
}

/// Every node, and which one a definition is.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    pub(super) definitions: BTreeMap<Box<str>, Id>,
    /// The definition of the message of each method.
    pub(super) methods: BTreeMap<Box<str>, Box<str>>,
}

impl std::ops::Index<Id> for Nodes {
    type Output = Node;

    fn index(&self, id: Id) -> &Node {
        &self.all[id]
    }
}
