//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-listing>

use std::collections::BTreeSet;

use serde_json::Value;

use super::sighting::{By, Sighting, sightings};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Transcript};

rules! { "tasks";
    /// The list has every task that can be asked for.
    ///
    /// The pages together, each but the last with a `nextCursor`. Servers break this by listing only what is at work, or by
    /// ending after the first page. It is judged for tasks that were there before the first page and after the last.
    Must list_has_every_task needs "tasks.list" since V2025_11_25
        cites ["tasks-list-covers-get", "tasks-list-next-cursor"] = "basic/utilities/tasks#task-listing";

    /// A cursor that was never given is refused with -32602.
    ///
    /// Servers break this by beginning anew, which makes a client with an old cursor go round for ever.
    Must list_refuses_unknown_cursors needs "tasks.list" since V2025_11_25
        cites ["tasks-list-bad-cursor"] = "basic/utilities/tasks#protocol-errors";

    /// A long list comes in pages.
    ///
    /// It is judged by lists of a hundred tasks and more.
    Should long_list_comes_in_pages needs "tasks.list" since V2025_11_25
        cites ["tasks-list-paginated"] = "basic/utilities/tasks#task-listing";
}

fn pages(connection: &Connection) -> Vec<(Exchange<'_>, &Value)> {
    let all = connection.requests("tasks/list");
    all.filter_map(|exchange| {
        let (_, result) = exchange.result()?;
        Some((exchange, result))
    })
    .collect()
}

fn cursor<'t>(exchange: &Exchange<'t>) -> Option<&'t Value> {
    exchange.params().get("cursor")
}

/// The walks that begin without a cursor and come to the end, each page with the cursor of the one before.
fn walks<'p, 't>(pages: &'p [(Exchange<'t>, &'t Value)]) -> Vec<Vec<&'p (Exchange<'t>, &'t Value)>> {
    let mut walks: Vec<Vec<&(Exchange<'_>, &Value)>> = Vec::new();
    for page in pages {
        match cursor(&page.0) {
            None => walks.push(vec![page]),
            Some(cursor) => {
                let goes_on = |walk: &&mut Vec<&(Exchange<'_>, &Value)>| {
                    walk.last().is_some_and(|last| last.1.get("nextCursor") == Some(cursor))
                };
                if let Some(walk) = walks.iter_mut().rev().find(goes_on) {
                    walk.push(page);
                }
            }
        }
    }
    walks.retain(|walk| walk.last().is_some_and(|last| last.1.get("nextCursor").is_none()));
    walks
}

fn list_has_every_task(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no list was read to its end between two looks at a task");
    for connection in t.connections() {
        let pages = pages(connection);
        let looks: Vec<_> = sightings(connection).into_iter().filter(|sighting| sighting.by != By::List).collect();
        for walk in walks(&pages) {
            let (first, last) = (walk[0].0.request.seq, walk[walk.len() - 1].0.request.seq);
            let listed: BTreeSet<_> = walk
                .iter()
                .flat_map(|(_, result)| result["tasks"].as_array().into_iter().flatten())
                .filter_map(|task| task["taskId"].as_str())
                .collect();
            for id in around(&looks, first, last) {
                let why = (!listed.contains(id)).then(|| format!("the task {id:?} is there, and not in the list"));
                seen.judge([first, last], why);
            }
        }
    }
    seen
}

/// The tasks that were seen before one moment, and again by what was asked after another.
fn around<'t>(looks: &[Sighting<'t>], first: u64, last: u64) -> BTreeSet<&'t str> {
    let before = looks.iter().filter(|look| look.message.seq < first).filter_map(Sighting::id);
    let after =
        |id: &str| looks.iter().any(|look| look.id() == Some(id) && look.by == By::Get && look.was_asked_after(last));
    before.filter(|id| after(id)).collect()
}

fn list_refuses_unknown_cursors(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no cursor was used that was never given");
    let given: Vec<_> = t.connections().flat_map(pages).filter_map(|(_, result)| result.get("nextCursor")).collect();
    for connection in t.connections().filter(|connection| connection.is_from_the_start()) {
        for exchange in connection.requests("tasks/list") {
            let unknown = cursor(&exchange).is_some_and(|cursor| !given.contains(&cursor));
            let Some(answer) = exchange.answer().filter(|_| unknown) else { continue };
            let why = match answer.code() {
                Some(-32602) => None,
                Some(code) => Some(format!("the code is {code}, not -32602")),
                None => Some("it is not refused".to_owned()),
            };
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}

fn long_list_comes_in_pages(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no list was long");
    for (exchange, result) in t.connections().flat_map(pages) {
        let many = result["tasks"].as_array().is_some_and(|tasks| tasks.len() >= 100);
        if many || result.get("nextCursor").is_some() {
            let why = (result.get("nextCursor").is_none() && cursor(&exchange).is_none())
                .then_some("all tasks come in one page");
            seen.judge([exchange.request], why);
        }
    }
    seen
}
