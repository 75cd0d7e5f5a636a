//! From the schema's JSON to nodes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::flatten::{asks, types};
use super::node::{ANYTHING, Id, Member, Node, Nodes, Types};
use super::text::Kind;
use crate::prose::PLACES;

/// A keyword that this program does not know, and the definition that uses it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the schema of {definition} says `{keyword}`, which is unknown here")]
pub struct UnknownKeyword {
    /// The definition.
    pub definition: String,
    /// The keyword.
    pub keyword: String,
}

/// Turns the definitions of a schema into nodes.
///
/// # Errors
/// The schema uses a keyword that is unknown here.
pub(super) fn compile(schema: &Value) -> Result<Nodes, UnknownKeyword> {
    let empty = Map::new();
    let definitions = schema["$defs"].as_object().unwrap_or(&empty);
    let anything = Node { others: Some(ANYTHING), ..Node::default() };
    let mut compiler = Compiler { definitions, nodes: vec![anything], ids: BTreeMap::new() };
    for name in definitions.keys() {
        compiler.definition(name)?;
    }
    let methods = compiler.methods();
    compiler.responses();
    Ok(Nodes { all: compiler.nodes, definitions: compiler.ids, methods })
}

/// The definitions, and the nodes so far.
pub(super) struct Compiler<'s> {
    pub(super) definitions: &'s Map<String, Value>,
    pub(super) nodes: Vec<Node>,
    pub(super) ids: BTreeMap<Box<str>, Id>,
}

/// What was compiled, or a keyword that is unknown.
pub(super) type Compiled<T> = Result<T, UnknownKeyword>;

impl Compiler<'_> {
    fn definition(&mut self, name: &str) -> Compiled<Id> {
        if let Some(&id) = self.ids.get(name) {
            return Ok(id);
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.ids.insert(name.into(), id);
        let schema = self.definitions.get(name).cloned().unwrap_or_default();
        let mut node = self.node(&schema, vec![name.to_owned()])?;
        node.name = Some(name.into());
        self.nodes[id] = node;
        Ok(id)
    }

    /// The node of a schema that stands inside another, under these names.
    fn id(&mut self, schema: &Value, names: Vec<String>) -> Compiled<Id> {
        if let (Some(name), true) = (referenced(schema), schema.as_object().is_some_and(|schema| asks(schema) == 1)) {
            return self.definition(name);
        }
        let node = self.node(schema, names)?;
        if node.is_open() {
            return Ok(ANYTHING);
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn node(&mut self, schema: &Value, mut names: Vec<String>) -> Compiled<Node> {
        let mut flat = Map::new();
        self.flatten(schema, &mut flat, &mut names)?;
        let mut node = Node { others: Some(ANYTHING), ..Node::default() };
        match flat.remove("anyOf") {
            Some(Value::Array(branches)) => self.union(&mut node, &flat, &branches, &names)?,
            _ => self.plain(&mut node, &flat, &names)?,
        }
        let here = PLACES.iter().filter(|place| place.member.is_empty());
        let is_ours = |definition: &str| names.iter().any(|name| name == definition);
        let union = !node.branches.is_empty();
        node.places = here
            .filter(|place| if union { is_ours(place.definition) } else { names.iter().any(|name| place.is_in(name)) })
            .collect();
        Ok(node)
    }

    fn union(
        &mut self,
        node: &mut Node,
        rest: &Map<String, Value>,
        branches: &[Value],
        names: &[String],
    ) -> Compiled<()> {
        node.types = Types::NONE;
        for branch in branches {
            let id = if asks(rest) == 0 {
                self.id(branch, names.iter().map(|name| format!("{name}/|")).collect())?
            } else {
                self.id(&json!({ "allOf": [rest, branch] }), names.to_vec())?
            };
            node.types = node.types.or(self.nodes[id].types);
            match self.nodes[id].branches.as_slice() {
                [] => node.branches.push(id),
                inner => node.branches.extend(inner.to_vec()),
            }
        }
        node.tags = self.tags(&node.branches);
        Ok(())
    }

    /// The members that hold one of a few values in every branch that is an object, not the same in all of them.
    fn tags(&self, branches: &[Id]) -> Vec<Box<str>> {
        let branches: Vec<Id> =
            branches.iter().copied().filter(|&id| self.nodes[id].types.take(Kind::Object)).collect();
        let members = branches.iter().flat_map(|&id| &self.nodes[id].members);
        let mut names: Vec<_> =
            members.filter(|member| !self.nodes[member.node].values.is_empty()).map(|m| m.name.clone()).collect();
        names.sort();
        names.dedup();
        let values = |id: Id, name: &str| Some(&self.nodes[self.nodes[id].member(name)?.node].values);
        names.retain(|name| branches.iter().all(|&id| values(id, name).is_some_and(|values| !values.is_empty())));
        names.retain(|name| branches.windows(2).any(|pair| values(pair[0], name) != values(pair[1], name)));
        names
    }

    fn plain(&mut self, node: &mut Node, flat: &Map<String, Value>, names: &[String]) -> Compiled<()> {
        let inside = |end: &str| names.iter().map(|name| format!("{name}{end}")).collect::<Vec<_>>();
        node.types = flat.get("type").map_or(Types::ALL, types);
        let listed = flat.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
        node.values =
            flat.get("const").cloned().into_iter().chain(listed).map(|value| value.to_string().into()).collect();
        node.constant = node.values.len() == 1;
        let limit = |name: &str| flat.get(name).map(|limit| limit.to_string().into());
        (node.minimum, node.maximum) = (limit("minimum"), limit("maximum"));
        if let Some(items) = flat.get("items") {
            node.items = self.id(items, inside("/[]"))?;
        }
        node.others = match flat.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            Some(others) => Some(self.id(others, inside("/*"))?),
            None => Some(ANYTHING),
        };
        self.members(node, flat, names)
    }

    fn members(&mut self, node: &mut Node, flat: &Map<String, Value>, names: &[String]) -> Compiled<()> {
        let mut members = flat.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let required = flat.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for name in required.iter().filter_map(Value::as_str) {
            members.entry(name).or_insert(Value::Bool(true));
        }
        let declared: Vec<_> = members.keys().cloned().collect();
        let claimed = PLACES.iter().filter(|place| !place.member.is_empty() && place.definition != "*");
        for place in claimed.filter(|place| names.iter().any(|name| place.is_in(name))) {
            members.entry(place.member).or_insert(Value::Bool(true));
        }
        for (name, schema) in &members {
            let id = self.id(schema, names.iter().map(|parent| format!("{parent}/{name}")).collect())?;
            let fits = |place: &&_| is_place(place, name, names);
            node.members.push(Member {
                name: name.as_str().into(),
                node: id,
                required: required.iter().any(|required| required == name),
                declared: declared.contains(name),
                places: PLACES.iter().filter(fits).collect(),
            });
        }
        Ok(())
    }
}

fn is_place(place: &crate::prose::Place, member: &str, names: &[String]) -> bool {
    place.member == member && names.iter().any(|name| place.is_in(name))
}

fn referenced(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}
