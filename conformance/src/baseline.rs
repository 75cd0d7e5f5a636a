//! Baselines: the faults that a server's authors know of and accept for now, each with its reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::judge::Verdict;
use crate::report::{Judged, Report};
use crate::rules;

/// The rules that a server is known to break: `{"broken": {"tools/names-are-unique": "two tools are called `find`"}}`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The reason for each.
    pub broken: BTreeMap<String, String>,
}

impl Baseline {
    /// Every rule that the report shows broken, whatever its level; a reason that was given before stays.
    pub fn of(report: &Report, before: &Self) -> Self {
        let reason = |judged: &Judged| before.broken.get(judged.id).unwrap_or(&judged.why).clone();
        let broken = report.judged().filter(|judged| judged.verdict == Verdict::Broken);
        Self { broken: broken.map(|judged| (judged.id.to_owned(), reason(judged))).collect() }
    }

    /// Marks what is accepted in the report, and lists the entries that are stale.
    pub fn apply(&self, report: &mut Report) {
        let stale = self.broken.keys().filter_map(|id| stale(id, report)).collect();
        report.stale = stale;
        for judged in report.rules.iter_mut().chain(&mut report.robustness) {
            if judged.verdict == Verdict::Broken {
                judged.accepted = self.broken.get(judged.id).cloned();
            }
        }
        report.count();
    }
}

/// What is wrong with an entry; a rule that the run left out is not looked at.
fn stale(id: &str, report: &Report) -> Option<String> {
    if rules::find(id).is_none() {
        return Some(format!("`{id}` is no rule; take it out of the baseline"));
    }
    let judged = report.judged().find(|judged| judged.id == id)?;
    let verdict = judged.verdict;
    (verdict != Verdict::Broken).then(|| format!("`{id}` is {}; take it out of the baseline", verdict.as_str()))
}
