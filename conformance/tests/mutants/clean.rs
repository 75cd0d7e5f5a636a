//! What the mutants are made from, without their faults.

use std::collections::BTreeMap;

use crate::corpus::Case;

/// One of each server or client, with each carrier, without faults.
pub(crate) fn of(cases: &[Case]) -> Vec<Case> {
    let mut clean = BTreeMap::new();
    for case in cases {
        let Case { mutant, .. } = case;
        let kind = format!("{:?} {:?} {:?}", mutant.of, mutant.server, mutant.over);
        clean.entry(kind.clone()).or_insert_with(|| {
            let mended = mutant.clone().mended();
            Case { name: kind, mutant: mended, path: None }
        });
    }
    clean.into_values().collect()
}
