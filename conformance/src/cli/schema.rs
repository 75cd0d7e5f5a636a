//! `schema`: the JSON Schema of the revision, or of one definition.

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::{Map, Value, json};

use super::{Exit, Failure};
use crate::schema;
use crate::validate::Definition;

/// Print the JSON Schema of the revision, or of one definition with all that it refers to
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A definition, such as `Tool`
    #[arg(value_name = "DEFINITION")]
    definition: Option<String>,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        match self.definition {
            None => out.write_all(schema::TEXT.as_bytes())?,
            Some(name) => {
                let text = serde_json::to_string_pretty(&alone(definition(&name)?.name())).unwrap_or_default();
                writeln!(out, "{text}")?;
            }
        }
        Ok(Exit::Clean)
    }
}

/// The definition of that name, or a failure that says which names are near.
pub(super) fn definition(name: &str) -> Result<Definition, Failure> {
    let known = Definition::named(name).filter(|_| !name.contains('/'));
    known.ok_or_else(|| Failure::Usage(unknown(name)))
}

fn unknown(name: &str) -> String {
    let wanted = name.to_lowercase();
    let mut near: Vec<(usize, &str)> = Definition::names()
        .map(|known| (strsim::damerau_levenshtein(&known.to_lowercase(), &wanted), known))
        .filter(|(distance, known)| {
            *distance <= wanted.len() / 3 || (wanted.len() > 3 && known.to_lowercase().contains(&wanted))
        })
        .collect();
    near.sort_unstable();
    let names: Vec<_> = near.iter().take(4).map(|(_, name)| *name).collect();
    if names.is_empty() {
        format!("there is no definition `{name}`; `mcp-conformance schema` prints them all")
    } else {
        format!("there is no definition `{name}`; did you mean {}?", names.join(", "))
    }
}

/// The schema of one definition, with the others that it needs.
fn alone(name: &str) -> Value {
    let whole: Value = serde_json::from_str(schema::TEXT).unwrap_or_default();
    let mut needed = BTreeSet::new();
    collect(&whole["$defs"][name], &whole["$defs"], &mut needed);
    let definitions: Map<_, _> = needed.into_iter().map(|name| (name.clone(), whole["$defs"][&name].clone())).collect();
    let mut schema = json!({ "$schema": whole["$schema"] });
    if let (Some(schema), Some(own)) = (schema.as_object_mut(), whole["$defs"][name].as_object()) {
        schema.extend(own.clone());
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(definitions));
        }
    }
    schema
}

fn collect(schema: &Value, definitions: &Value, needed: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            let name = members.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix("#/$defs/"));
            if let Some(name) = name.filter(|name| needed.insert((*name).to_owned())) {
                collect(&definitions[name], definitions, needed);
            }
            members.values().for_each(|part| collect(part, definitions, needed));
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, definitions, needed)),
        _ => {}
    }
}
