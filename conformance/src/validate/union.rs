//! Unions: the branch is chosen by its tag, so that what is said is about the member at fault.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::node::{Id, Node};
use super::problem::{Problem, found};
use super::text::{Kind, Read};
use super::walk::Walk;

/// What is seen of an object before its branch is chosen.
struct Seen<'t> {
    members: Vec<(Cow<'t, str>, &'t str)>,
}

impl<'t> Seen<'t> {
    fn get(&self, name: &str) -> Option<&'t str> {
        self.members.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }
}

/// Why no branch is left.
enum Stuck {
    /// No branch has that value under this tag, only these.
    Value(Box<str>, Vec<Box<str>>),
    /// Every branch asks for this tag.
    Missing(Box<str>),
}

impl<'n, 't> Walk<'n, 't> {
    /// Reads a value as one of the branches.
    pub(super) fn union(&mut self, node: &'n Node, kind: Kind) -> Read<()> {
        let mut left: Vec<Id> = node.branches.iter().copied().filter(|&id| self.nodes[id].types.take(kind)).collect();
        let mut stuck = Vec::new();
        if kind == Kind::Object && left.len() > 1 {
            let seen = Seen { members: self.text.members()? };
            for tag in &node.tags {
                stuck.extend(self.filter(&mut left, tag, &seen));
            }
            self.rank(&mut left, &seen);
        }
        if !stuck.is_empty() {
            return self.no_branch(&stuck);
        }
        self.first_that_fits(&left)
    }

    /// Drops the branches that the tag rules out; where none would be left, drops none and says why.
    fn filter(&self, left: &mut Vec<Id>, tag: &str, seen: &Seen<'t>) -> Option<Stuck> {
        let value = seen.get(tag);
        let fits = |id: &Id| match (self.nodes[*id].member(tag), value) {
            (None, _) => true,
            (Some(member), None) => !member.required,
            (Some(member), Some(value)) => {
                let values = &self.nodes[member.node].values;
                values.is_empty() || values.iter().any(|listed| same_string(listed, value))
            }
        };
        let fitting: Vec<Id> = left.iter().copied().filter(fits).collect();
        if fitting.is_empty() {
            let stuck = || Stuck::Value(tag.into(), self.values(left, tag));
            return Some(value.map_or_else(|| Stuck::Missing(tag.into()), |_| stuck()));
        }
        *left = fitting;
        None
    }

    /// Branches that lack nothing first, then those that know more of the members.
    fn rank(&self, left: &mut Vec<Id>, seen: &Seen<'t>) {
        let names: BTreeSet<&str> = seen.members.iter().map(|(name, _)| &**name).collect();
        let lacks = |id: Id| self.nodes[id].members.iter().filter(|m| m.required && !names.contains(&*m.name)).count();
        let knows = |id: Id| self.nodes[id].members.iter().filter(|m| m.declared && names.contains(&*m.name)).count();
        if left.iter().any(|&id| lacks(id) == 0) {
            left.retain(|&id| lacks(id) == 0);
        }
        let asks = !names.contains("method");
        let is_call = |id: Id| asks && self.nodes[id].member("method").is_some_and(|member| member.required);
        left.sort_by_key(|&id| (lacks(id), is_call(id), Reverse(knows(id))));
    }

    /// The values that the branches have under a tag, each once.
    fn values(&self, left: &[Id], tag: &str) -> Vec<Box<str>> {
        let members = left.iter().filter_map(|&id| self.nodes[id].member(tag));
        let mut known = BTreeSet::new();
        let values = members.flat_map(|member| self.nodes[member.node].values.clone());
        values.filter(|value| known.insert(value.clone())).collect()
    }

    /// Reads the value as the first branch that takes it; where none does, says what the one says that says least.
    fn first_that_fits(&mut self, left: &[Id]) -> Read<()> {
        if let [only] = left {
            return self.value(*only, &[]);
        }
        let (start, mark) = (self.text, self.trail.mark());
        let mut after = start;
        let mut said = Vec::new();
        for &id in left {
            self.value(id, &[])?;
            if !self.trail.is_refused_since(mark) {
                return Ok(());
            }
            let end = std::mem::replace(&mut self.text, start);
            said.push((id, self.trail.take_since(mark)));
            after = end;
        }
        if said.is_empty() {
            return self.text.skip_with(&mut self.trail);
        }
        self.text = after;
        self.refuse(said, start.at);
        Ok(())
    }

    /// Where no branch takes the value: what the branch says that misses least, and of those the one that recognises
    /// most; unless all of them miss nothing and find different faults.
    fn refuse(&mut self, mut said: Vec<(Id, Vec<Problem>)>, start: usize) {
        let absences = |problems: &[Problem]| problems.iter().filter(|problem| problem.is_about_absence()).count();
        said.sort_by_key(|(_, problems)| (absences(problems), Reverse(problems.len())));
        let same = |problem: &Problem, other: &Problem| problem.pointer == other.pointer;
        let shared = |problem: &Problem| said.iter().all(|(_, all)| all.iter().any(|other| same(problem, other)));
        let torn = said.iter().all(|(_, problems)| absences(problems) == 0 && !problems.iter().any(shared));
        if torn {
            let words: Vec<_> = said.iter().map(|(id, problems)| self.objection(*id, problems)).collect();
            self.none_of(&words, start);
        } else {
            let either = either(&said);
            let problems = said.swap_remove(0).1;
            self.trail.problems.extend(problems.into_iter().map(|problem| either.clone().unwrap_or(problem)));
        }
    }

    /// What a branch has against the value.
    fn objection(&self, id: Id, problems: &[Problem]) -> String {
        let name = self.nodes[id].name.as_deref().unwrap_or("another kind");
        let first = problems.iter().find(|problem| problem.keyword.is_some()).map_or("", |problem| &problem.message);
        format!("{name} ({first})")
    }

    /// Says what is wrong with the tags.
    fn no_branch(&mut self, stuck: &[Stuck]) -> Read<()> {
        let start = self.text.at;
        for stuck in stuck {
            match stuck {
                Stuck::Missing(tag) => self.lacks(tag, start),
                Stuck::Value(tag, values) => self.odd_tag(tag, values, start),
            }
        }
        self.text.skip_with(&mut self.trail)
    }

    fn odd_tag(&mut self, tag: &str, values: &[Box<str>], start: usize) {
        let Some(span) = self.text.from(start).locate(&crate::prose::place::step(tag)) else { return };
        let (mut text, value) = (self.text.from(span.start), self.text.range(span.clone()));
        let Ok(kind) = text.kind() else { return };
        self.tag_problem(tag, kind, value, values, span);
    }

    fn tag_problem(&mut self, tag: &str, kind: Kind, value: &str, values: &[Box<str>], span: std::ops::Range<usize>) {
        let found = found(kind, value);
        if kind == Kind::String {
            self.at_member(tag, span, |walk, start| walk.not_listed(values, true, &found, start));
        } else {
            self.at_member(tag, span, |walk, start| walk.not_a(super::node::Types::STRING, &found, start));
        }
    }
}

/// Where every branch misses one member, and not the same: the problem that one of them is missing.
fn either(said: &[(Id, Vec<Problem>)]) -> Option<Problem> {
    let missing = |problems: &[Problem]| match problems {
        [only] if only.is_about_absence() => Some(only.expected.clone()),
        _ => None,
    };
    let names: BTreeSet<_> = said.iter().map(|(_, problems)| missing(problems)).collect::<Option<_>>()?;
    let first = said.first()?.1.first()?;
    let subject = super::trail::subject(&first.pointer);
    let names: Vec<_> = names.into_iter().collect();
    let message = format!("{subject} has neither {}", names.join(" nor "));
    (names.len() > 1).then(|| Problem { expected: names.join(" or "), message, ..first.clone() })
}

/// Whether two JSON strings are the same text, however they are spelt.
fn same_string(listed: &str, value: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<String>(text).ok();
    listed == value || (value.contains('\\') && read(value).is_some_and(|value| read(listed) == Some(value)))
}
