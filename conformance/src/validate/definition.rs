//! Definitions of the schema, to read values as.

use std::sync::LazyLock;

use super::compile::{UnknownKeyword, compile};
use super::node::{Id, Nodes};
use super::problem::Problem;
use super::walk::Walk;
use crate::schema;

static NODES: LazyLock<Result<Nodes, UnknownKeyword>> =
    LazyLock::new(|| compile(&serde_json::from_str(schema::TEXT).unwrap_or_default()));

/// A definition of the schema, to read values as.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    nodes: &'static Nodes,
    name: &'static str,
    id: Id,
}

impl Definition {
    /// The definition of that name.
    pub fn named(name: &str) -> Option<Self> {
        let nodes = NODES.as_ref().ok()?;
        let (name, &id) = nodes.definitions.get_key_value(name)?;
        Some(Self { nodes, name, id })
    }

    /// The names of all definitions, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let names = NODES.as_ref().map(|nodes| nodes.definitions.keys()).ok();
        names.into_iter().flatten().map(|name| &**name).filter(|name| !name.contains('/'))
    }

    /// The definition of the messages with that method.
    pub(super) fn of_method(method: &str) -> Option<Self> {
        Self::named(NODES.as_ref().ok()?.methods.get(method)?)
    }

    /// Its name; `JSONRPCResultResponse/X` is a response with the result `X`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// What is wrong with that text, read as this definition, in the order of the text.
    pub fn problems(self, text: &str) -> Vec<Problem> {
        let mut problems = Walk::whole(self.nodes, self.id, text);
        if problems.iter().any(|problem| problem.rule.starts_with("jsonrpc/request-id-")) {
            problems.retain(|problem| problem.rule != "jsonrpc/notification-has-no-id");
        }
        problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::{Definition, NODES};
    use crate::prose::PLACES;

    #[test]
    fn every_word_of_the_schema_is_known() {
        assert_eq!(NODES.as_ref().err(), None);
        assert_eq!(Definition::names().count(), 145);
    }

    #[test]
    fn every_claim_stands_in_a_definition_that_there_is() {
        for place in PLACES {
            let name = place.definition.split('/').next().unwrap_or_default();
            assert!(name.starts_with('*') || Definition::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn methods_lead_to_their_messages() {
        let name = |method: &str| Definition::of_method(method).map(Definition::name);
        assert_eq!(name("tools/call"), Some("CallToolRequest"));
        assert_eq!(name("notifications/progress"), Some("ProgressNotification"));
        assert_eq!(name("tools/fly"), None);
    }
}
