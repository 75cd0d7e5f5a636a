//! What a server declares: exactly what is there.

use mcp_model::{
    JsonObject, PromptsCapability, ResourcesCapability, ServerCapabilities, ServerTaskRequests, ServerTasksCapability,
    TaskSupport, Tool, ToolExecution, ToolTaskRequests, ToolsCapability,
};

use crate::{builder::Settings, registry::Registry};

/// The capabilities of a server with these handlers and settings.
pub(crate) fn of<C>(registry: &Registry<C>, settings: &Settings) -> ServerCapabilities {
    let list_changed = settings.list_changed.then_some(true);
    let mut declared = ServerCapabilities::new();
    if settings.logging {
        declared.logging = Some(JsonObject::new());
    }
    if registry.completes() {
        declared.completions = Some(JsonObject::new());
    }
    if !registry.prompts.is_empty() {
        let mut prompts = PromptsCapability::new();
        prompts.list_changed = list_changed;
        declared.prompts = Some(prompts);
    }
    if !(registry.resources.is_empty() && registry.templates.is_empty()) {
        let mut resources = ResourcesCapability::new();
        resources.subscribe = settings.subscriptions.then_some(true);
        resources.list_changed = list_changed;
        declared.resources = Some(resources);
    }
    if !registry.tools.is_empty() {
        let mut tools = ToolsCapability::new();
        tools.list_changed = list_changed;
        declared.tools = Some(tools);
    }
    if registry.tools.all().any(|tool| support(&tool.descriptor) != TaskSupport::Forbidden) {
        declared.tasks = Some(tasks());
    }
    declared
}

/// How a tool goes with tasks.
pub(crate) fn support(tool: &Tool) -> TaskSupport {
    tool.execution.as_ref().map_or(TaskSupport::Forbidden, ToolExecution::support)
}

fn tasks() -> ServerTasksCapability {
    let calls = ToolTaskRequests::new().call(JsonObject::new());
    let requests = ServerTaskRequests::new().tools(calls);
    ServerTasksCapability::new().list(JsonObject::new()).cancel(JsonObject::new()).requests(requests)
}
