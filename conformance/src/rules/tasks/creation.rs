//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks>

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::shared::asked::fault;
use super::sighting::{By, Sighting, all, asks_for_a_task, sightings, support, tool};
use crate::prose::task;
use crate::rule::{Observations, rules};
use crate::transcript::{Party, Transcript};

rules! { "tasks";
    /// A call that is accepted as a task is answered with the task.
    ///
    /// Servers break this by running the tool at once and answering with its result, or with a bare task that is not nested
    /// under `task`. Judged are tools that say `optional` or `required`.
    Must creation_gives_the_task needs "tasks.requests.tools.call" since V2025_11_25
        cites ["tasks-create-task-result", "tasks-cap-tools-call-server", "tasks-result-shapes"]
        = "basic/utilities/tasks#result-retrieval";

    /// The answer that creates a task holds no result yet.
    ///
    /// What the call gives comes by `tasks/result` alone. Servers break this by adding content, so that clients without
    /// tasks have something to show.
    Must creation_has_no_payload since V2025_11_25
        cites ["tasks-create-result-no-payload"] = "basic/utilities/tasks#creating-tasks";

    /// A new task is working.
    ///
    /// Also where the work is done in no time. Servers break this by answering with `completed`. A state that is none of the
    /// five has a rule of its own.
    Must new_task_is_working since V2025_11_25
        cites ["tasks-initial-working"] = "basic/utilities/tasks#task-status-lifecycle";

    /// What the model is told at once is a text.
    ///
    /// It stands under `io.modelcontextprotocol/model-immediate-response`. Servers break this with content blocks.
    Should immediate_response_is_string since V2025_11_25
        cites ["tasks-immediate-response-string"] = "basic/utilities/tasks#creating-tasks";

    /// The server makes up the id of a task.
    ///
    /// Servers break this by taking an id that the client wrote into `task`, so that a client can choose another's.
    Must id_is_the_servers since V2025_11_25
        cites ["tasks-id-receiver-generated"] = "basic/utilities/tasks#task-id-requirements";

    /// A task is created at once.
    ///
    /// The work comes after the answer. Servers break this by doing the work first. It is judged where the answer takes two
    /// seconds and more, and the task is over as soon as one looks.
    Should creation_is_prompt since V2025_11_25
        cites ["tasks-create-result-prompt"] = "basic/utilities/tasks#result-retrieval";

    /// No two tasks have one id.
    ///
    /// Servers break this with a counter for each session, or with the id of the request.
    Must ids_are_unique since V2025_11_25
        cites ["tasks-id-unique"] = "basic/utilities/tasks#task-id-requirements";
}

const NONE: &str = "no task was created";

/// How long the creation of a task may take.
const PROMPTLY: Duration = Duration::from_secs(2);

fn creation_gives_the_task(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool that goes with tasks was called as one");
    for connection in t.connections() {
        for exchange in connection.requests("tools/call").filter(asks_for_a_task) {
            let goes = tool(connection, &exchange.params()["name"]).is_some_and(|tool| support(tool) != "forbidden");
            let Some((answer, result)) = exchange.result().filter(|_| goes) else { continue };
            let why = (!result["task"].is_object()).then_some("the result has no `task`");
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}

fn creation_has_no_payload(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for exchange in t.exchanges(Party::Client).filter(asks_for_a_task) {
        let Some((answer, result)) = exchange.result().filter(|(_, result)| result["task"].is_object()) else {
            continue;
        };
        let payload = ["content", "structuredContent", "isError"].into_iter().find(|name| result.get(name).is_some());
        seen.judge([exchange.request, answer], payload.map(|name| format!("`{name}` stands beside `task`")));
    }
    seen
}

/// Judges the result that creates each task.
fn each_creation(t: &Transcript, judge: impl Fn(&serde_json::Value) -> Option<String>) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, sighting) in all(t).filter(|(_, sighting)| sighting.by == By::Creation) {
        let result = sighting.message.result().unwrap_or(sighting.task);
        seen.judge([sighting.message], judge(result));
    }
    seen
}

fn new_task_is_working(t: &Transcript) -> Observations {
    each_creation(t, |result| fault(result, task::new_faults))
}

fn creation_is_prompt(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for connection in t.connections() {
        let all = sightings(connection);
        for created in all.iter().filter(|sighting| sighting.by == By::Creation) {
            let Some(request) = created.request else { continue };
            let took = created.message.at.saturating_sub(request.at);
            let next = all.iter().find(|look| look.id() == created.id() && look.by != By::Creation);
            let late = took >= PROMPTLY && next.is_some_and(Sighting::is_over);
            let why = late.then(|| format!("it took {} ms, and the task is over", took.as_millis()));
            seen.judge(
                [Some(request), Some(created.message), next.map(|next| next.message)].into_iter().flatten(),
                why,
            );
        }
    }
    seen
}

fn immediate_response_is_string(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task came with a response for the model");
    for (_, sighting) in all(t).filter(|(_, sighting)| sighting.by == By::Creation) {
        let result = sighting.message.result().unwrap_or(sighting.task);
        if result["_meta"].get("io.modelcontextprotocol/model-immediate-response").is_some() {
            seen.judge([sighting.message], fault(result, task::immediate_faults));
        }
    }
    seen
}

fn id_is_the_servers(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no client wrote an id into the task that it asked for");
    for (_, sighting) in all(t).filter(|(_, sighting)| sighting.by == By::Creation) {
        let Some(request) = sighting.request else { continue };
        let Some(wish) = request.params()["task"].get("taskId") else { continue };
        let why = (*wish == sighting.task["taskId"]).then_some("the task has the id that the client wrote");
        seen.judge([request, sighting.message], why);
    }
    seen
}

fn ids_are_unique(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no two tasks were created");
    let mut known = BTreeMap::new();
    for (connection, sighting) in all(t).filter(|(_, sighting)| sighting.by == By::Creation) {
        let Some(id) = sighting.id() else { continue };
        // Two processes are two servers; over HTTP it is one.
        let server = if sighting.message.http.is_some() { 0 } else { connection.id() };
        let others = known.keys().any(|(other, _)| *other == server);
        match known.insert((server, id), sighting.message.seq) {
            Some(first) => seen.broken([first, sighting.message.seq], format!("two tasks have the id {id:?}")),
            None if others => seen.held(),
            None => {}
        }
    }
    seen
}
