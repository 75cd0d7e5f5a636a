//! From the schema's JSON to nodes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

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

/// What a schema may say without asking anything of a value.
const NOTES: [&str; 9] =
    ["$comment", "$id", "$schema", "default", "deprecated", "description", "examples", "format", "title"];

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

struct Compiler<'s> {
    definitions: &'s Map<String, Value>,
    nodes: Vec<Node>,
    ids: BTreeMap<Box<str>, Id>,
}

type Compiled<T> = Result<T, UnknownKeyword>;

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

    /// Follows references and joins what must hold together.
    fn flatten(&self, schema: &Value, into: &mut Map<String, Value>, names: &mut Vec<String>) -> Compiled<()> {
        let Some(schema) = schema.as_object() else { return Ok(()) };
        for (keyword, value) in schema {
            match keyword.as_str() {
                "$ref" => {
                    let name = value.as_str().and_then(|text| text.strip_prefix("#/$defs/")).unwrap_or_default();
                    names.push(name.to_owned());
                    self.flatten(self.definitions.get(name).unwrap_or(&Value::Null), into, names)?;
                }
                "allOf" => {
                    for part in value.as_array().into_iter().flatten() {
                        self.flatten(part, into, names)?;
                    }
                }
                note if NOTES.contains(&note) => {}
                _ if join(into, keyword, value) => {}
                unknown => {
                    let definition = names.first().cloned().unwrap_or_default();
                    return Err(UnknownKeyword { definition, keyword: unknown.to_owned() });
                }
            }
        }
        Ok(())
    }

    /// For each method, the definition of its message.
    fn methods(&self) -> BTreeMap<Box<str>, Box<str>> {
        let method = |id: Id| {
            self.nodes[id].member("jsonrpc")?;
            match self.nodes[self.nodes[id].member("method")?.node].values.as_slice() {
                [only] => serde_json::from_str::<String>(only).ok(),
                _ => None,
            }
        };
        self.ids.iter().filter_map(|(name, &id)| Some((method(id)?.into(), name.clone()))).collect()
    }

    /// For each result, the response that carries it.
    fn responses(&mut self) {
        let Some(&id) = self.ids.get("JSONRPCResultResponse") else { return };
        let results: Vec<_> =
            self.ids.iter().filter(|(name, _)| name.ends_with("Result")).map(|(n, &id)| (n.clone(), id)).collect();
        for (name, result) in results {
            let response = &self.nodes[id];
            let members = response.members.iter().map(|member| Member {
                name: member.name.clone(),
                node: if &*member.name == "result" { result } else { member.node },
                required: member.required,
                declared: member.declared,
                places: member.places.clone(),
            });
            let node = Node {
                name: response.name.clone(),
                types: response.types,
                members: members.collect(),
                others: response.others,
                places: response.places.clone(),
                ..Node::default()
            };
            self.nodes.push(node);
            self.ids.insert(format!("JSONRPCResultResponse/{name}").into(), self.nodes.len() - 1);
        }
    }
}

fn is_place(place: &crate::prose::Place, member: &str, names: &[String]) -> bool {
    place.member == member && names.iter().any(|name| place.is_in(name))
}

fn referenced(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// How many keywords ask something of a value.
fn asks(schema: &Map<String, Value>) -> usize {
    schema.keys().filter(|keyword| !NOTES.contains(&keyword.as_str())).count()
}

fn types(value: &Value) -> Types {
    let one = |value: &Value| value.as_str().and_then(Types::named).unwrap_or(Types::NONE);
    match value {
        Value::Array(list) => list.iter().map(one).fold(Types::NONE, Types::or),
        name => one(name),
    }
}

/// Adds a keyword to what is asked already; false where it is unknown.
fn join(into: &mut Map<String, Value>, keyword: &str, value: &Value) -> bool {
    let known = [
        "type",
        "const",
        "enum",
        "minimum",
        "maximum",
        "items",
        "additionalProperties",
        "properties",
        "required",
        "anyOf",
    ];
    if !known.contains(&keyword) {
        return false;
    }
    let Some(old) = into.get_mut(keyword) else {
        into.insert(keyword.to_owned(), value.clone());
        return true;
    };
    match (keyword, old, value) {
        ("properties", Value::Object(old), Value::Object(new)) => {
            for (name, schema) in new {
                let both = old.get(name).map(|old| json!({ "allOf": [old, schema] }));
                old.insert(name.clone(), both.unwrap_or_else(|| schema.clone()));
            }
        }
        ("required", Value::Array(old), Value::Array(new)) => old.extend(new.iter().cloned()),
        ("items" | "additionalProperties", old, new) => *old = json!({ "allOf": [old.clone(), new] }),
        ("type", old, new) if types(old).and(types(new)) == types(new) => *old = new.clone(),
        ("type", old, new) => return types(old).and(types(new)) == types(old),
        ("minimum" | "maximum" | "const" | "enum", old, new) => return old == new,
        _ => return false,
    }
    true
}
