//! The values that the specification defines, wherever they stand in what a server says.

use serde_json::Value;

use crate::prose::place::step;
use crate::transcript::{Cause, Connection, Exchange, Message, Party, Transcript};

/// A value of a server with the definition that it should follow.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Part<'t> {
    /// The message that brought it.
    pub message: &'t Message,
    /// The schema's name for it; `Name/member` for an object that the schema writes inside of another.
    pub definition: &'static str,
    /// Where it stands in the message.
    pub pointer: String,
    /// What it is.
    pub value: &'t Value,
}

/// What a member of a definition holds.
#[derive(Debug, Clone, Copy)]
enum Holds {
    One(&'static str),
    Many(&'static str),
}

use Holds::{Many, One};

/// Stands for whichever content block the tag says.
const BLOCK: &str = "ContentBlock";
/// Stands for text or binary contents, as the members say.
const CONTENTS: &str = "ResourceContents";

/// Where values stand inside of others.
const INSIDE: &[(&str, &str, Holds)] = &[
    ("InitializeResult", "capabilities", One("ServerCapabilities")),
    ("InitializeResult", "serverInfo", One("Implementation")),
    ("Implementation", "icons", Many("Icon")),
    ("ListToolsResult", "tools", Many("Tool")),
    ("Tool", "annotations", One("ToolAnnotations")),
    ("Tool", "icons", Many("Icon")),
    ("Tool", "execution", One("ToolExecution")),
    ("Tool", "inputSchema", One("Tool/inputSchema")),
    ("Tool", "outputSchema", One("Tool/outputSchema")),
    ("CallToolResult", "content", Many(BLOCK)),
    ("ListResourcesResult", "resources", Many("Resource")),
    ("Resource", "annotations", One("Annotations")),
    ("Resource", "icons", Many("Icon")),
    ("ListResourceTemplatesResult", "resourceTemplates", Many("ResourceTemplate")),
    ("ResourceTemplate", "annotations", One("Annotations")),
    ("ResourceTemplate", "icons", Many("Icon")),
    ("ReadResourceResult", "contents", Many(CONTENTS)),
    ("ListPromptsResult", "prompts", Many("Prompt")),
    ("Prompt", "icons", Many("Icon")),
    ("Prompt", "arguments", Many("PromptArgument")),
    ("GetPromptResult", "messages", Many("PromptMessage")),
    ("PromptMessage", "content", One(BLOCK)),
    ("TextContent", "annotations", One("Annotations")),
    ("ImageContent", "annotations", One("Annotations")),
    ("AudioContent", "annotations", One("Annotations")),
    ("ResourceLink", "annotations", One("Annotations")),
    ("ResourceLink", "icons", Many("Icon")),
    ("EmbeddedResource", "annotations", One("Annotations")),
    ("EmbeddedResource", "resource", One(CONTENTS)),
    ("CompleteResult", "completion", One("CompleteResult/completion")),
    ("CreateTaskResult", "task", One("Task")),
    ("ListTasksResult", "tasks", Many("Task")),
    ("CreateMessageRequestParams", "messages", Many("SamplingMessage")),
    ("CreateMessageRequestParams", "tools", Many("Tool")),
    ("SamplingMessage", "content", Many(BLOCK)),
    ("ToolResultContent", "content", Many(BLOCK)),
];

/// The results that a server gives, by method.
pub(in crate::rules) const RESULTS: &[(&str, &str)] = &[
    ("initialize", "InitializeResult"),
    ("ping", "EmptyResult"),
    ("tools/list", "ListToolsResult"),
    ("tools/call", "CallToolResult"),
    ("resources/list", "ListResourcesResult"),
    ("resources/templates/list", "ListResourceTemplatesResult"),
    ("resources/read", "ReadResourceResult"),
    ("resources/subscribe", "EmptyResult"),
    ("resources/unsubscribe", "EmptyResult"),
    ("prompts/list", "ListPromptsResult"),
    ("prompts/get", "GetPromptResult"),
    ("completion/complete", "CompleteResult"),
    ("logging/setLevel", "EmptyResult"),
    ("tasks/get", "GetTaskResult"),
    ("tasks/list", "ListTasksResult"),
    ("tasks/cancel", "CancelTaskResult"),
    ("tasks/result", "CallToolResult"),
];

/// The params that a server gives, by method.
const PARAMS: &[(&str, &str)] = &[
    ("ping", "RequestParams"),
    ("roots/list", "RequestParams"),
    ("sampling/createMessage", "CreateMessageRequestParams"),
    ("elicitation/create", "ElicitRequestParams"),
    ("notifications/cancelled", "CancelledNotificationParams"),
    ("notifications/progress", "ProgressNotificationParams"),
    ("notifications/message", "LoggingMessageNotificationParams"),
    ("notifications/resources/updated", "ResourceUpdatedNotificationParams"),
    ("notifications/resources/list_changed", "NotificationParams"),
    ("notifications/tools/list_changed", "NotificationParams"),
    ("notifications/prompts/list_changed", "NotificationParams"),
    ("notifications/elicitation/complete", "NotificationParams"),
    ("notifications/tasks/status", "TaskStatusNotificationParams"),
];

/// The definition of the params of a server's message.
pub(in crate::rules) fn params_of(method: &str) -> Option<&'static str> {
    PARAMS.iter().find(|(name, _)| *name == method).map(|(_, definition)| *definition)
}

/// The definition of the result of an exchange: its request decides. Where a task was asked for, or the outcome of one, a
/// result that is no result of a tool is the matter of tasks.
pub(in crate::rules) fn result_of(exchange: &Exchange<'_>) -> Option<&'static str> {
    let is_about_tasks =
        exchange.method() == "tasks/result" || exchange.params().get("task").is_some_and(Value::is_object);
    let has = |name| exchange.result().is_some_and(|(_, result)| result.get(name).is_some());
    match RESULTS.iter().find(|(method, _)| *method == exchange.method())? {
        (_, "CallToolResult") if is_about_tasks && has("task") => Some("CreateTaskResult"),
        (_, "CallToolResult") if is_about_tasks && !has("content") => None,
        (_, definition) => Some(definition),
    }
}

/// Every value of the server that follows a definition.
pub(in crate::rules) fn parts(t: &Transcript) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for connection in t.connections() {
        roots(connection).for_each(|root| climb(root, &mut parts));
    }
    parts
}

/// A result or params, and every value inside that follows a definition.
pub(in crate::rules) fn inside(root: Part<'_>) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    climb(root, &mut parts);
    parts
}

/// The members of a definition that hold one value with a definition of its own.
pub(in crate::rules) fn members(definition: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    INSIDE.iter().filter(move |(parent, ..)| *parent == definition).filter_map(|(_, member, holds)| match *holds {
        One(child) if child != BLOCK && child != CONTENTS => Some((*member, child)),
        _ => None,
    })
}

impl Part<'_> {
    /// Whether that place is inside of it.
    pub(in crate::rules) fn is_around(&self, pointer: &str) -> bool {
        pointer.strip_prefix(&*self.pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Every value of that definition.
pub(in crate::rules) fn of<'t>(t: &'t Transcript, definition: &str) -> impl Iterator<Item = Part<'t>> {
    parts(t).into_iter().filter(move |part| part.definition == definition)
}

/// The results and params of the server.
pub(in crate::rules) fn roots(connection: &Connection) -> impl Iterator<Item = Part<'_>> {
    let root = |message, definition, name: &str, value| Part { message, definition, pointer: step(name), value };
    let results = connection.exchanges(Party::Client).filter_map(move |exchange| {
        let (answer, result) = exchange.result()?;
        Some(root(answer, result_of(&exchange)?, "result", result))
    });
    let params = connection
        .messages_from(Party::Server)
        .filter_map(move |message| Some(root(message, params_of(message.method()?)?, "params", message.params())));
    results.chain(params).chain(torn(connection))
}

/// Results whose request the recording does not have, because it begins later: told by their members.
fn torn(connection: &Connection) -> impl Iterator<Item = Part<'_>> {
    const TELLING: &[(&str, &str)] = &[
        ("protocolVersion", "InitializeResult"),
        ("tools", "ListToolsResult"),
        ("resources", "ListResourcesResult"),
        ("resourceTemplates", "ListResourceTemplatesResult"),
        ("prompts", "ListPromptsResult"),
    ];
    let strays = connection.strays(Party::Server).filter(|stray| matches!(stray.cause, Cause::Nothing));
    strays.filter(|_| !connection.is_from_the_start()).filter_map(|stray| {
        let value = stray.response.result()?;
        let (_, definition) = TELLING.iter().find(|(member, _)| value.get(member).is_some())?;
        Some(Part { message: stray.response, definition, pointer: "/result".to_owned(), value })
    })
}

fn climb<'t>(part: Part<'t>, parts: &mut Vec<Part<'t>>) {
    for (_, member, holds) in INSIDE.iter().filter(|(parent, ..)| *parent == part.definition) {
        let Some(value) = part.value.get(member) else { continue };
        let pointer = format!("{}{}", part.pointer, step(member));
        let (One(definition) | Many(definition)) = *holds;
        let child =
            |pointer, value| named(definition, value).map(|definition| Part { definition, pointer, value, ..part });
        match (holds, value) {
            (Many(_), Value::Array(items)) => {
                let items = items.iter().enumerate().filter_map(|(at, item)| child(format!("{pointer}/{at}"), item));
                items.for_each(|item| climb(item, parts));
            }
            // The messages of sampling have one block or several.
            (One(_), _) | (Many(BLOCK), Value::Object(_)) => {
                if let Some(child) = child(pointer, value) {
                    climb(child, parts);
                }
            }
            (Many(BLOCK | CONTENTS), _) => {}
            // No list at all: that is the matter of what it should have held.
            (Many(_), _) => parts.push(Part { definition, pointer, value, ..part }),
        }
    }
    parts.push(part);
}

/// The definition itself, or the one of a union that the value says.
fn named(definition: &'static str, value: &Value) -> Option<&'static str> {
    match definition {
        CONTENTS if value.get("blob").is_some() => Some("BlobResourceContents"),
        CONTENTS => Some("TextResourceContents"),
        BLOCK if value.is_object() => Some(value["type"].as_str().and_then(block).unwrap_or(BLOCK)),
        BLOCK => None,
        definition => Some(definition),
    }
}

fn block(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "text" => "TextContent",
        "image" => "ImageContent",
        "audio" => "AudioContent",
        "resource_link" => "ResourceLink",
        "resource" => "EmbeddedResource",
        "tool_use" => "ToolUseContent",
        "tool_result" => "ToolResultContent",
        _ => return None,
    })
}
