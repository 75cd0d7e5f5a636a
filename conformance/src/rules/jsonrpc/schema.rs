//! <https://modelcontextprotocol.io/specification/2025-11-25/schema>

use std::collections::BTreeSet;

use crate::rule::{Level, Observations, Rule, rules};
use crate::rules::shared::part::{self, Part};
use crate::transcript::{Party, Transcript};
use crate::validate::{Definition, Problem};

rules! { "jsonrpc";
    /// What a server says follows the schema.
    ///
    /// Results and params have the members that the schema asks for, each of its own type. This rule speaks of what no other
    /// rule has a word about: a form whose `minLength` is a text, tools of a sampling request without a name, a status message
    /// that is a number, a log message without params.
    Must messages_follow_the_schema since V2024_11_05
    cites ["jsonrpc-schema-source-of-truth"] = "schema";
}

fn messages_follow_the_schema(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server gave neither results nor params");
    let mut faulty = Vec::new();
    for root in t.connections().flat_map(part::roots) {
        match problem(&root) {
            Some(problem) => faulty.push((root, problem)),
            None => seen.held(),
        }
    }
    let told = if faulty.is_empty() { BTreeSet::new() } else { told_elsewhere(t) };
    for (root, problem) in faulty.into_iter().filter(|(root, _)| !told.contains(&root.message.seq)) {
        let place = format!("{}{}", root.pointer, problem.pointer);
        seen.broken([root.message], format!("{place}: {} (expected {})", problem.message, problem.expected));
    }
    seen
}

/// What the schema says against a result or params, if anything.
fn problem(root: &Part<'_>) -> Option<Problem> {
    let definition = Definition::named(root.definition)?;
    let text = root.message.member(root.pointer.trim_start_matches('/')).unwrap_or("{}");
    definition.problems(text).into_iter().find(|problem| problem.keyword.is_some() && problem.is_fault())
}

/// The messages of the server against which another rule that binds has something to say.
fn told_elsewhere(t: &Transcript) -> BTreeSet<u64> {
    let is_other = |rule: &&Rule| {
        rule.binds == Party::Server && rule.level == Level::Must && RULES.iter().all(|own| own.id != rule.id)
    };
    let others = crate::rules::all().filter(is_other);
    others.flat_map(|rule| (rule.judge)(t).breaks).flat_map(|broken| broken.events).collect()
}
