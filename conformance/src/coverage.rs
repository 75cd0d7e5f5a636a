//! Coverage of the catalogue: for each requirement the rules that see to it and what proves them, or why there is none.

mod gap;
mod summary;

use serde::Serialize;

use crate::example;
use crate::mutant;
use crate::requirement::{self, Requirement};
use crate::rule::Rule;
use crate::rules;
pub use gap::{Gap, Reason};
pub use summary::{Area, Share, areas};

/// One requirement, and what became of it.
#[derive(Debug, Clone, Serialize)]
pub struct Coverage {
    /// What is asked.
    #[serde(flatten)]
    pub requirement: Requirement,
    /// The rules that see to it.
    pub rules: Vec<Proof>,
    /// Why there is none.
    #[serde(flatten)]
    pub gap: Option<Gap>,
}

/// A rule, and what shows that it catches what it should.
#[derive(Debug, Clone, Serialize)]
pub struct Proof {
    /// Its id.
    pub rule: &'static str,
    /// Recordings that break it, by name.
    pub recordings: Vec<&'static str>,
    /// Mutants that it catches, by name.
    pub mutants: &'static [String],
}

impl Proof {
    fn of(rule: &Rule) -> Self {
        Self { rule: rule.id, recordings: example::failing(rule), mutants: mutant::proving(rule) }
    }

    /// Whether a recording or a mutant shows that the rule catches a fault.
    pub fn holds(&self) -> bool {
        !self.recordings.is_empty() || !self.mutants.is_empty()
    }
}

impl Coverage {
    /// Whether a rule with proof sees to it.
    pub fn is_covered(&self) -> bool {
        self.rules.iter().any(Proof::holds)
    }
}

/// Every requirement, in the order of the catalogue.
pub fn all() -> Vec<Coverage> {
    requirement::all().map(of).collect()
}

fn of(requirement: Requirement) -> Coverage {
    let citing = rules::all().filter(|rule| rule.cites.contains(&requirement.id));
    Coverage { requirement, rules: citing.map(Proof::of).collect(), gap: gap::of(requirement.id) }
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn every_requirement_is_covered_or_has_a_reason_and_none_has_both() {
        let wrong: Vec<_> = all()
            .into_iter()
            .filter_map(|one| match (one.is_covered(), one.gap, one.rules.is_empty()) {
                (true, None, _) | (false, Some(_), true) => None,
                (true, Some(_), _) | (false, Some(_), false) => {
                    Some(format!("{} has a rule and a reason", one.requirement.id))
                }
                (false, None, _) => Some(format!("{} has neither proof nor reason", one.requirement.id)),
            })
            .collect();
        assert!(wrong.is_empty(), "mend conformance/data/reasons.tsv:\n{}", wrong.join("\n"));
    }
}
