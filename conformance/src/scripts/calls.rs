//! Which tools are called, with what, and why others are not.

use serde_json::{Value, json};

use super::arguments::{self, Fill};
use crate::suite::{Calls, Options};

/// As many tools as are called in a run.
const MOST: usize = 40;

/// What is to be done with one tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// Its name.
    pub tool: String,
    /// The arguments of each call, or why it is not called.
    pub decision: Result<Vec<Value>, String>,
}

impl Planned {
    /// The arguments of each call; none where it is not called.
    pub fn arguments(&self) -> Vec<Value> {
        self.decision.clone().unwrap_or_default()
    }
}

/// What is to be done with each of the listed tools.
pub(crate) fn plan(tools: &[Value], options: &Options) -> Vec<Planned> {
    let mut left = MOST;
    let mut plan = Vec::new();
    for tool in tools {
        let Some(name) = tool["name"].as_str() else { continue };
        let decision = permitted(tool, name, options).and_then(|()| {
            left = left.checked_sub(1).ok_or_else(|| format!("{MOST} tools are called already"))?;
            variants(tool)
        });
        plan.push(Planned { tool: name.to_owned(), decision });
    }
    let unlisted =
        |name: &str| Planned { tool: name.to_owned(), decision: Err("the server does not list it".to_owned()) };
    plan.extend(self::unlisted(tools, options).map(unlisted));
    plan
}

/// The tools that somebody named, and that the server does not list.
pub(crate) fn unlisted<'o>(tools: &[Value], options: &'o Options) -> impl Iterator<Item = &'o str> {
    let is_listed = |name: &str| tools.iter().any(|tool| tool["name"] == name);
    options.call_tools.iter().map(String::as_str).filter(move |name| !is_listed(name))
}

/// The first tool that may be called and that requires an argument.
pub(crate) fn incomplete(tools: &[Value], options: &Options) -> Option<String> {
    let requires = |tool: &&Value| tool["inputSchema"]["required"].as_array().is_some_and(|names| !names.is_empty());
    let mut named = tools.iter().filter(requires).filter_map(|tool| Some((tool, tool["name"].as_str()?)));
    named.find(|(tool, name)| permitted(tool, name, options).is_ok()).map(|(_, name)| name.to_owned())
}

/// The first call of a tool that may be called in which an argument that it requires is of another kind: an object where a
/// plain value belongs, or a text in place of an object or a list.
pub(crate) fn mistyped(tools: &[Value], options: &Options) -> Option<(String, Value)> {
    tools.iter().find_map(|tool| {
        let (name, schema) = (tool["name"].as_str()?, &tool["inputSchema"]);
        permitted(tool, name, options).ok()?;
        let mut arguments = arguments::generate(schema, Fill::Smallest).ok()?;
        let mut required = schema["required"].as_array()?.iter().filter_map(Value::as_str);
        let (argument, wrong) = required.find_map(|name| Some((name, misfit(&schema["properties"][name])?)))?;
        arguments[argument] = wrong;
        Some((name.to_owned(), arguments))
    })
}

/// A value that no kind reading makes fit.
fn misfit(schema: &Value) -> Option<Value> {
    match schema["type"].as_str()? {
        "string" | "number" | "integer" | "boolean" => Some(json!({})),
        "object" | "array" => Some("text".into()),
        _ => None,
    }
}

/// The first tool that may be called.
pub(crate) fn first(tools: &[Value], options: &Options) -> Option<String> {
    let planned = plan(tools, options).into_iter().find(|planned| planned.decision.is_ok());
    planned.map(|planned| planned.tool)
}

fn permitted(tool: &Value, name: &str, options: &Options) -> Result<(), String> {
    let read_only = tool["annotations"]["readOnlyHint"] == true;
    match options.calls {
        _ if options.call_tools.iter().any(|named| named == name) => Ok(()),
        Calls::All => Ok(()),
        Calls::ReadOnly if read_only => Ok(()),
        Calls::ReadOnly => Err("it does not declare `readOnlyHint: true`".to_owned()),
        Calls::None => Err("no tool is to be called".to_owned()),
    }
}

/// The smallest arguments and, where they differ, the fullest.
fn variants(tool: &Value) -> Result<Vec<Value>, String> {
    let schema = &tool["inputSchema"];
    let smallest = arguments::generate(schema, Fill::Smallest)?;
    let fullest = arguments::generate(schema, Fill::Fullest).ok().filter(|fullest| *fullest != smallest);
    Ok(std::iter::once(smallest).chain(fullest).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::plan;
    use crate::suite::{Calls, Options};

    fn called(options: &Options) -> Vec<String> {
        let schema = json!({"type": "object"});
        let tools = [
            json!({"name": "safe", "inputSchema": schema, "annotations": {"readOnlyHint": true}}),
            json!({"name": "unsaid", "inputSchema": schema}),
            json!({"name": "writes", "inputSchema": schema, "annotations": {"readOnlyHint": false}}),
            json!({"name": "text", "inputSchema": schema, "annotations": {"readOnlyHint": "true"}}),
            json!({"name": 7, "inputSchema": schema, "annotations": {"readOnlyHint": true}}),
            json!({"name": "impossible", "inputSchema": false, "annotations": {"readOnlyHint": true}}),
        ];
        plan(&tools, options).into_iter().filter(|one| one.decision.is_ok()).map(|one| one.tool).collect()
    }

    #[test]
    fn only_what_says_that_it_only_reads_is_called_unless_somebody_asks() {
        let mut options = Options::default();
        assert_eq!(called(&options), ["safe"]);
        options.call_tools = vec!["writes".to_owned()];
        assert_eq!(called(&options), ["safe", "writes"]);
        options.calls = Calls::None;
        assert_eq!(called(&options), ["writes"]);
        options.call_tools.push("elsewhere".to_owned());
        assert_eq!(called(&options), ["writes"]);
        options.calls = Calls::All;
        assert_eq!(called(&options), ["safe", "unsaid", "writes", "text"]);
    }

    #[test]
    fn a_server_with_thousands_of_tools_is_not_called_thousands_of_times() {
        let tool = |at: usize| json!({"name": at.to_string(), "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}});
        let tools: Vec<Value> = (0..1000).map(tool).collect();
        assert_eq!(plan(&tools, &Options::default()).iter().filter(|one| one.decision.is_ok()).count(), super::MOST);
    }
}
