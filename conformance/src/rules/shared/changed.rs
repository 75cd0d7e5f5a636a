//! Lists that change.

use std::collections::BTreeSet;

use super::capability::is_undeclared;
use super::listing::{List, Page, Walk};
use crate::rule::Observations;
use crate::transcript::{Connection, Transcript};

/// Whether every change of a list was announced, where the server declares that it announces them.
pub(in crate::rules) fn announced(t: &Transcript, list: List, needs: &str) -> Observations {
    let mut seen = Observations::new("the list was not listed twice");
    let is_declared =
        |connection: &&Connection| t.handshakes().next().is_some() && !is_undeclared(connection, t, needs);
    for connection in t.connections().filter(is_declared) {
        let walks: Vec<_> = list.walks(connection).into_iter().filter(Walk::is_complete).collect();
        for pair in walks.windows(2) {
            let (Some(from), Some(to)) = (pair[0].pages.first(), pair[1].pages.last()) else { continue };
            let is_told = list.changes_between(connection, from.request, to.answer);
            let differs = names(list, &pair[0]) != names(list, &pair[1]);
            let why = || "the list has changed, and no notification said so";
            seen.judge([from.answer, to.answer], (differs && !is_told).then(why));
        }
    }
    seen
}

fn names(list: List, walk: &Walk<'_>) -> BTreeSet<String> {
    walk.entries(list).map(|(_, entry)| entry[list.key].to_string()).collect()
}

/// Whether no two entries of a list have the same key.
pub(in crate::rules) fn unique(t: &Transcript, list: List) -> Observations {
    let mut seen = Observations::new(format!("`{}` gave nothing", list.method));
    for connection in t.connections() {
        for walk in list.walks(connection).iter().filter(|walk| walk.entries(list).next().is_some()) {
            let mut known = BTreeSet::new();
            let mut is_again = |key: &serde_json::Value| !key.is_null() && !known.insert(key.to_string());
            // A cursor that leads back repeats everything, which has a rule of its own.
            let leads_back = |page: &Page<'_>| page.cursor().is_some() && page.next() == page.cursor();
            let again = walk.entries(list).find(|(page, entry)| is_again(&entry[list.key]) && !leads_back(page));
            match again {
                Some((page, entry)) => {
                    seen.broken([page.answer], format!("{} {} stands in the list again", list.key, entry[list.key]));
                }
                None => seen.held(),
            }
        }
    }
    seen
}
