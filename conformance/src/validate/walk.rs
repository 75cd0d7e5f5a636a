//! One pass over a value, guided by the schema: what is asked at each place is checked as it is passed.

use super::claims::{Names, is_about_items};
use super::node::{ANYTHING, Id, Node, Nodes};
use super::number::Decimal;
use super::problem::Problem;
use super::text::{Kind, Quoted, Read, Text};
use super::trail::Trail;
use crate::prose::Place;

/// The reader, with what it knows.
pub(super) struct Walk<'n, 't> {
    pub(super) nodes: &'n Nodes,
    pub(super) text: Text<'t>,
    pub(super) trail: Trail,
    /// The definition that the reader is in.
    pub(super) scope: &'n str,
    /// The member of the next object whose string is to be kept, and that string.
    pub(super) wanted: Option<&'static str>,
    pub(super) kept: Option<Quoted>,
}

/// The claims about a value in the place where it stands.
pub(super) type Places<'n> = &'n [&'static Place];

impl<'n, 't> Walk<'n, 't> {
    /// Reads the text of one value as that node.
    pub(super) fn whole(nodes: &'n Nodes, id: Id, text: &'t str) -> Vec<Problem> {
        let mut walk =
            Walk { nodes, text: Text::new(text), trail: Trail::default(), scope: "", wanted: None, kept: None };
        match walk.value(id, &[]).and_then(|()| walk.text.end()) {
            Ok(()) => walk.trail.problems,
            Err(syntax) => vec![syntax.problem()],
        }
    }

    pub(super) fn value(&mut self, id: Id, places: Places<'n>) -> Read<()> {
        if id == ANYTHING && places.is_empty() {
            return self.text.skip_with(&mut self.trail);
        }
        let node = &self.nodes[id];
        let outer = self.scope;
        self.scope = node.name.as_deref().unwrap_or(outer);
        let kind = self.text.kind()?;
        let (start, mark) = (self.text.at, self.trail.mark());
        let read = if node.types.take(kind) {
            self.typed(node, places, kind).map(|()| {
                if !self.trail.is_refused_since(mark) {
                    self.claims(node, places, start);
                }
            })
        } else {
            self.text.skip_with(&mut self.trail).map(|()| self.wrong_type(node, kind, start))
        };
        self.scope = outer;
        read
    }

    fn typed(&mut self, node: &'n Node, places: Places<'n>, kind: Kind) -> Read<()> {
        let start = self.text.at;
        match kind {
            _ if !node.branches.is_empty() => self.union(node, kind)?,
            Kind::Object => self.object(node, places)?,
            Kind::Array => self.array(node, places)?,
            Kind::String => self.string(node, places)?,
            Kind::Number => self.number(node)?,
            Kind::Boolean | Kind::Null => {
                let word = self.text.word()?;
                self.listed(node, kind, word, start);
            }
        }
        Ok(())
    }

    fn string(&mut self, node: &'n Node, places: Places<'n>) -> Read<()> {
        let quoted = self.text.string()?;
        self.trail.torn(self.text, quoted);
        if !node.values.is_empty() {
            let raw = self.text.of(quoted);
            let content = serde_json::Value::from(self.text.content(quoted)).to_string();
            self.listed_as(node, Kind::String, &content, raw, quoted.start);
        }
        self.string_claims(places, quoted);
        Ok(())
    }

    fn number(&mut self, node: &'n Node) -> Read<()> {
        let start = self.text.at;
        let raw = self.text.number()?;
        let plain = raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if node.types.wants_integer() && !plain && !Decimal::new(raw).is_integer() {
            self.wrong_type(node, Kind::Number, start);
            return Ok(());
        }
        self.listed(node, Kind::Number, raw, start);
        let below = node.minimum.as_ref().filter(|least| Decimal::new(raw) < Decimal::new(least));
        let above = node.maximum.as_ref().filter(|most| Decimal::new(raw) > Decimal::new(most));
        if let Some(least) = below {
            self.schema("minimum", start, format!("at least {least}"), &format!("is {raw}"));
        }
        if let Some(most) = above {
            self.schema("maximum", start, format!("at most {most}"), &format!("is {raw}"));
        }
        Ok(())
    }

    fn array(&mut self, node: &'n Node, places: Places<'n>) -> Read<()> {
        self.text.at += 1;
        let mut count = 0;
        let mut names = Names::of(places);
        let start = self.text.at - 1;
        if !self.text.take(b']') {
            self.trail.enter(false, self.text);
            loop {
                (self.wanted, self.kept) = (names.wanted(), None);
                self.text.space();
                self.item(node, places)?;
                self.unique(&mut names, count);
                count += 1;
                if !self.text.another(b']', "`,` or `]` after the item")? {
                    break;
                }
                self.trail.next_item();
            }
            self.trail.leave();
        }
        self.count_claims(places, count, start);
        Ok(())
    }

    fn item(&mut self, node: &'n Node, places: Places<'n>) -> Read<()> {
        if self.text.byte() == Some(b'"') && places.iter().any(|place| is_about_items(place)) {
            let (before, quoted) = (self.text, self.text.string()?);
            self.item_claims(places, quoted);
            self.text = before;
        }
        self.value(node.items, &[])
    }

    fn object(&mut self, node: &'n Node, places: Places<'n>) -> Read<()> {
        let start = self.text.at;
        self.text.at += 1;
        let (mut seen, wanted) = (0_u64, self.wanted.take());
        if !self.text.take(b'}') {
            self.trail.enter(true, self.text);
            loop {
                let key = self.text.key()?;
                let before = self.text;
                seen |= self.member(node, places, key)?;
                if wanted.is_some_and(|name| self.text.inner(key) == name) {
                    self.kept = before.quoted();
                }
                if !self.text.another(b'}', "`,` or `}` after the member")? {
                    break;
                }
            }
            self.trail.leave();
        }
        self.missing(node, seen, start);
        Ok(())
    }

    /// Reads a member; gives its bit in the node's list.
    fn member(&mut self, node: &'n Node, places: Places<'n>, key: Quoted) -> Read<u64> {
        let position =
            if key.escaped { node.position(&self.text.content(key)) } else { node.position(self.text.inner(key)) };
        self.trail.next_member(self.text, key, position.is_some());
        self.key_claims(places, key);
        match (position.map(|at| (at, &node.members[at])), node.others) {
            (Some((at, member)), _) => {
                self.value(member.node, &member.places)?;
                return Ok(1 << at);
            }
            (None, Some(others)) => self.value(others, &[])?,
            (None, None) => {
                self.text.skip_with(&mut self.trail)?;
                let name = self.text.of(key);
                self.schema(
                    "additionalProperties",
                    key.start,
                    "no such member".to_owned(),
                    &format!("has the name {name}"),
                );
            }
        }
        Ok(0)
    }
}
