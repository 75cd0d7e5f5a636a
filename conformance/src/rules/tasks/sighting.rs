//! Where a recording shows tasks of a server.

use serde_json::Value;

use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

/// The key under which a message names its task.
pub(super) const RELATED: &str = "io.modelcontextprotocol/related-task";

/// What showed a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Creation,
    Get,
    List,
    Cancel,
    Status,
}

/// A task object that a server sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sighting<'t> {
    pub(super) by: By,
    /// What the client asked; none for a notification.
    pub(super) request: Option<&'t Message>,
    /// The message that holds it.
    pub(super) message: &'t Message,
    pub(super) task: &'t Value,
}

impl<'t> Sighting<'t> {
    /// The id of the task.
    pub(super) fn id(&self) -> Option<&'t str> {
        self.task["taskId"].as_str()
    }

    /// The state in which it is shown.
    pub(super) fn status(&self) -> &'t str {
        self.task["status"].as_str().unwrap_or_default()
    }

    /// Whether the state is one that nothing follows.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.status(), "completed" | "failed" | "cancelled")
    }

    /// Whether the client asked for it only after that moment, so that it cannot show an older state.
    pub(super) fn was_asked_after(&self, seq: u64) -> bool {
        self.request.is_some_and(|request| request.seq > seq)
    }
}

/// Every task object that the server sent on a connection, in order.
pub(super) fn sightings(connection: &Connection) -> Vec<Sighting<'_>> {
    let mut all: Vec<_> = connection.exchanges(Party::Client).flat_map(|exchange| shown(&exchange)).collect();
    let method = "notifications/tasks/status";
    let notices = connection.messages_from(Party::Server).filter(|message| message.method() == Some(method));
    all.extend(notices.map(|message| Sighting { by: By::Status, request: None, message, task: message.params() }));
    all.retain(|sighting| sighting.task.get("taskId").is_some());
    all.sort_by_key(|sighting| sighting.message.seq);
    all
}

fn shown<'t>(exchange: &Exchange<'t>) -> Vec<Sighting<'t>> {
    let Some((message, result)) = exchange.result() else { return Vec::new() };
    let one = |by, task| Sighting { by, request: Some(exchange.request), message, task };
    match exchange.method() {
        "tasks/get" => vec![one(By::Get, result)],
        "tasks/cancel" => vec![one(By::Cancel, result)],
        "tasks/list" => result["tasks"].as_array().into_iter().flatten().map(|task| one(By::List, task)).collect(),
        "tasks/result" => Vec::new(),
        _ if asks_for_a_task(exchange) => result.get("task").map(|task| one(By::Creation, task)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether the request is to be run as a task.
pub(super) fn asks_for_a_task(exchange: &Exchange<'_>) -> bool {
    exchange.params().get("task").is_some_and(Value::is_object)
}

/// Every sighting in a recording, with its connection.
pub(super) fn all(t: &Transcript) -> impl Iterator<Item = (&Connection, Sighting<'_>)> {
    t.connections().flat_map(|connection| sightings(connection).into_iter().map(move |sighting| (connection, sighting)))
}

/// The call that created the task of that id.
pub(super) fn creation<'t>(connection: &'t Connection, id: &str) -> Option<Exchange<'t>> {
    let mut all = connection.exchanges(Party::Client);
    all.find(|exchange| shown(exchange).iter().any(|shown| shown.by == By::Creation && shown.id() == Some(id)))
}

/// The task that a `tasks/…` request names.
pub(super) fn target<'t>(exchange: &Exchange<'t>) -> Option<&'t str> {
    exchange.params()["taskId"].as_str()
}

/// The task that a message names in its `_meta`.
pub(super) fn related(of: &Value) -> Option<&Value> {
    of.get("_meta")?.get(RELATED)
}

/// Every listing of that tool that the recording has, whatever asked for it.
pub(super) fn tool<'t>(connection: &'t Connection, name: &Value) -> Option<&'t Value> {
    let lists = connection.messages_from(Party::Server).filter_map(|message| message.result()?["tools"].as_array());
    lists.flatten().filter(|tool| tool["name"] == *name).last()
}

/// How a tool says that it goes with tasks.
pub(super) fn support(tool: &Value) -> &str {
    tool["execution"]["taskSupport"].as_str().unwrap_or("forbidden")
}
