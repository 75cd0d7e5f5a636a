//! What a server has told of itself so far.

use serde_json::Value;

/// Capabilities and lists, as they came.
#[derive(Debug, Clone, Default)]
pub(crate) struct Server {
    hello: Value,
    /// The tools listed.
    pub(crate) tools: Vec<Value>,
    /// The resources listed.
    pub(crate) resources: Vec<Value>,
    /// The resource templates listed.
    pub(crate) templates: Vec<Value>,
    /// The prompts listed.
    pub(crate) prompts: Vec<Value>,
}

impl Server {
    /// Keeps the `InitializeResult`.
    pub(super) fn greet(&mut self, result: &Value) {
        self.hello = result.clone();
    }

    /// Keeps what one of its lists holds.
    pub(super) fn remember(&mut self, list: &str, items: Vec<Value>) {
        match list {
            "tools" => self.tools = items,
            "resources" => self.resources = items,
            "resourceTemplates" => self.templates = items,
            _ => self.prompts = items,
        }
    }

    /// The revision that it answered with.
    pub(crate) fn revision(&self) -> Option<&str> {
        self.hello["protocolVersion"].as_str()
    }

    /// Whether it declares the capability, named by its path.
    pub(crate) fn declares(&self, capability: &str) -> bool {
        let root = &self.hello["capabilities"];
        let found = capability.split('.').try_fold(root, |value, name| value.get(name));
        found.is_some_and(|value| !value.is_null() && *value != Value::Bool(false))
    }
}
