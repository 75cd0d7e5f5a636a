//! Whether values have the shape that the schema gives them.
//!
//! Each fault of shape is told by one rule: the one that owns the innermost definition around it.

use super::part::{self, Part};
use crate::rule::Observations;
use crate::transcript::Transcript;
use crate::validate::{Definition, Problem};

/// What a rule of shape is about.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct Shape {
    of: &'static [&'static str],
    member: Option<&'static str>,
    otherwise: &'static str,
}

/// Members that have a rule of their own, wherever they stand.
const APART: &[&str] = &["nextCursor"];

impl Shape {
    /// Every fault of values with these definitions; `otherwise` says that there were none.
    pub(in crate::rules) const fn of(of: &'static [&'static str], otherwise: &'static str) -> Self {
        Self { of, member: None, otherwise }
    }

    /// Every fault of one of those members that have a rule of their own.
    pub(in crate::rules) const fn member(
        of: &'static [&'static str],
        member: &'static str,
        otherwise: &'static str,
    ) -> Self {
        Self { of, member: Some(member), otherwise }
    }

    /// Judges every such value of the server.
    pub(in crate::rules) fn judge(self, t: &Transcript) -> Observations {
        let mut seen = Observations::new(self.otherwise);
        // What sampling brings along is the matter of its own rules.
        let roots =
            t.connections().flat_map(part::roots).filter(|root| root.definition != "CreateMessageRequestParams");
        for root in roots {
            let parts = part::inside(root.clone());
            if parts.iter().any(|part| self.is_about(part.definition)) {
                self.judge_root(&root, &parts, &mut seen);
            }
        }
        seen
    }

    /// Whether the definition is this rule's, or holds one that could be missing.
    fn is_about(self, definition: &str) -> bool {
        self.of.contains(&definition) || part::members(definition).any(|(_, child)| self.of.contains(&child))
    }

    fn judge_root(self, root: &Part<'_>, parts: &[Part<'_>], seen: &mut Observations) {
        let problems = problems(root);
        let faults: Vec<_> = problems.iter().filter(|problem| self.owns(problem, root, parts)).collect();
        let has_member = |part: &Part<'_>| self.member.is_none_or(|member| part.value.get(member).is_some());
        let values = parts.iter().filter(|part| self.of.contains(&part.definition) && has_member(part)).count();
        (faults.len()..values).for_each(|_| seen.held());
        for problem in faults {
            let place = format!("{}{}", root.pointer, problem.pointer);
            seen.broken([root.message], format!("{place}: {} (expected {})", problem.message, problem.expected));
        }
    }

    fn owns(self, problem: &Problem, root: &Part<'_>, parts: &[Part<'_>]) -> bool {
        let pointer = format!("{}{}", root.pointer, problem.pointer);
        let around = parts.iter().filter(|part| part.is_around(&pointer));
        let Some(inner) = around.max_by_key(|part| part.pointer.len()) else { return false };
        let missing = problem.keyword.as_deref().and_then(|keyword| keyword.strip_prefix("required/"));
        let rest = pointer[inner.pointer.len()..].trim_start_matches('/');
        let member = missing.filter(|_| rest.is_empty()).or(rest.split('/').next()).unwrap_or_default();
        let child = part::members(inner.definition).find(|(name, _)| *name == member && missing.is_some());
        let owner = child.map_or(inner.definition, |(_, definition)| definition);
        self.of.contains(&owner) && self.member.map_or(!APART.contains(&member), |own| own == member)
    }
}

/// What the schema says against a result or params.
fn problems(root: &Part<'_>) -> Vec<Problem> {
    let name = root.pointer.trim_start_matches('/');
    let (Some(definition), Some(text)) = (Definition::named(root.definition), root.message.member(name)) else {
        return Vec::new();
    };
    let problems = definition.problems(text).into_iter();
    problems.filter(|problem| problem.keyword.is_some() && problem.is_fault()).collect()
}
