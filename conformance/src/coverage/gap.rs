//! Why a requirement has no rule: a closed list of reasons, and a table with a sentence for each requirement.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;

/// The table: id, reason, and a sentence, a requirement a line.
const TABLE: &str = include_str!("../../data/reasons.tsv");

static GAPS: LazyLock<BTreeMap<&'static str, Gap>> = LazyLock::new(|| TABLE.lines().skip(1).filter_map(row).collect());

/// Why no rule can see to a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It permits, and nothing can violate it.
    Permission,
    /// It leaves nothing to see on the wire.
    Unobservable,
    /// Somebody who knows the server, or stands behind it, has to help.
    NeedsOperator,
    /// It is about two persons, and the suite is one.
    NeedsSecondIdentity,
    /// It shows only after longer than a run may take.
    NeedsTime,
    /// The text can be read in more than one way, or names no measure.
    Ambiguous,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Permission,
        Self::Unobservable,
        Self::NeedsOperator,
        Self::NeedsSecondIdentity,
        Self::NeedsTime,
        Self::Ambiguous,
    ];

    /// The name used in the table and in lists.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Permission => "permission",
            Self::Unobservable => "unobservable",
            Self::NeedsOperator => "needs-operator",
            Self::NeedsSecondIdentity => "needs-second-identity",
            Self::NeedsTime => "needs-time",
            Self::Ambiguous => "ambiguous",
        }
    }
}

/// Why one requirement has no rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Gap {
    /// The kind of reason.
    pub reason: Reason,
    /// The same in a sentence.
    pub why: &'static str,
}

/// The reason that the table gives for a requirement.
pub(super) fn of(id: &str) -> Option<Gap> {
    GAPS.get(id).copied()
}

fn row(line: &'static str) -> Option<(&'static str, Gap)> {
    let (id, rest) = line.split_once('\t')?;
    let (name, why) = rest.split_once('\t')?;
    let reason = Reason::ALL.into_iter().find(|reason| reason.as_str() == name)?;
    Some((id, Gap { reason, why }))
}

#[cfg(test)]
mod tests {
    use super::{GAPS, TABLE};
    use crate::requirement;

    #[test]
    fn every_line_gives_a_known_reason_with_a_sentence_for_a_requirement_of_its_own() {
        assert_eq!(GAPS.len(), TABLE.lines().count() - 1);
        for (id, gap) in &*GAPS {
            assert!(requirement::all().any(|row| row.id == *id), "{id} is not in the catalogue");
            assert!(gap.why.split(' ').count() > 3, "{id} has no sentence");
        }
    }
}
