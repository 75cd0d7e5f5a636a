//! What is wrong with a mutant, or with the rules that should notice it.

use std::collections::BTreeSet;

use mcp_conformance::rules;

use crate::corpus::Case;
use crate::play::Outcome;

/// As many rules of other areas may be broken beside those that the mutant names.
const MOST: usize = 3;

pub(crate) fn of(case: &Case, outcome: &Outcome) -> Vec<String> {
    let mutant = &case.mutant;
    let mut faults = Vec::new();
    let unknown = |id: &&String| rules::find(id).is_none();
    faults.extend(mutant.breaks.iter().chain(&mutant.also).find(unknown).map(|id| format!("there is no rule {id}")));
    let missed = |id: &&String| !outcome.broken.contains_key(id.as_str());
    faults.extend(mutant.breaks.iter().filter(missed).map(|id| format!("{id} does not notice")));
    faults.extend(mutant.also.iter().filter(missed).map(|id| format!("says that it also breaks {id}, and does not")));
    if !mutant.breaks.iter().any(|id| area(id) == case.area()) {
        faults.push("lies in the folder of another area than its rule".to_owned());
    }
    let strange = strange(case, outcome);
    if strange.len() > MOST {
        faults.push(format!("breaks too many rules of other areas: {strange:?}"));
    }
    let why = outcome.could_not.iter().chain(&outcome.notes).map(|note| format!("\n    {note}")).collect::<String>();
    faults.into_iter().map(|fault| format!("{}: {fault}{why}", case.name)).collect()
}

/// What is broken beside what the mutant is about.
pub(crate) fn strange<'o>(case: &Case, outcome: &'o Outcome) -> BTreeSet<&'o str> {
    let own = |id: &&str| case.mutant.breaks.iter().any(|own| area(own) == area(id));
    let said = |id: &&str| case.mutant.also.iter().any(|also| also == id);
    outcome.broken.keys().copied().filter(|id| !own(id) && !said(id)).collect()
}

fn area(id: &str) -> &str {
    id.split('/').next().unwrap_or_default()
}
