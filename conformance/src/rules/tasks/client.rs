//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation>

use std::time::Duration;

use super::super::shared::asked::fault;
use super::sighting::{asks_for_a_task, support, tool};
use crate::judge::declared;
use crate::prose::task;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Party, Transcript};

rules! { "tasks";
    /// A client calls no tool as a task where the server does not declare that.
    ///
    /// Whatever the tool says. Clients break this by looking at the tool alone.
    Must client_asks_for_tasks_as_declared binds Client since V2025_11_25
        cites ["tasks-client-no-server-cap"] = "basic/utilities/tasks#tool-level-negotiation";

    /// A client calls no tool as a task that does not go with tasks.
    ///
    /// Absent means forbidden. Clients break this by making a task of every call once the server can.
    Must client_spares_forbidden_tools binds Client needs "tasks.requests.tools.call" since V2025_11_25
        cites ["tasks-client-no-forbidden-tool"] = "basic/utilities/tasks#tool-level-negotiation";

    /// A client calls a tool that needs a task as one.
    ///
    /// Clients without tasks break this by offering the tool to their model all the same.
    Must client_calls_required_tools_as_tasks binds Client needs "tasks.requests.tools.call" since V2025_11_25
        cites ["tasks-client-required-tool"] = "basic/utilities/tasks#tool-level-negotiation";

    /// A client that declares `tasks.list` lists its tasks.
    ///
    /// Clients break this by declaring the capability of their library without a handler behind it.
    Must client_lists_as_declared binds Client needs "client.tasks.list" since V2025_11_25
        cites ["tasks-cap-list-client"] = "basic/utilities/tasks#client-capabilities";

    /// A client that declares `tasks.cancel` cancels its tasks.
    ///
    /// Clients break this by declaring the capability of their library without a handler behind it.
    Must client_cancels_as_declared binds Client needs "client.tasks.cancel" since V2025_11_25
        cites ["tasks-cap-cancel-client"] = "basic/utilities/tasks#client-capabilities";

    /// A client that declares tasks for a request makes one when asked.
    ///
    /// Clients break this by answering with the result itself.
    Must client_makes_tasks_as_declared binds Client since V2025_11_25
        cites ["tasks-cap-sampling-client", "tasks-cap-elicitation-client", "lifecycle-cap-client-tasks"]
        = "basic/utilities/tasks#client-capabilities";

    /// A client polls no more often than it is asked to.
    ///
    /// `pollInterval` gives the milliseconds. Clients break this with a clock of their own.
    Should client_respects_the_poll_interval binds Client since V2025_11_25
        cites ["tasks-respect-poll-interval"] = "basic/utilities/tasks#getting-tasks";

    /// A client names the task that it asks about once.
    ///
    /// `taskId` names it; the metadata of related messages is for messages that have no such member.
    Should client_names_its_task_once binds Client since V2025_11_25
        cites ["tasks-request-no-related-meta"] = "basic/utilities/tasks#associating-task-related-messages";

    /// A client sends the cursor of a list of tasks as it got it.
    ///
    /// Clients break this by counting on, as if a cursor were a number.
    Must client_keeps_cursors_as_they_are binds Client needs "tasks.list" since V2025_11_25
        cites ["tasks-cursor-opaque", "tasks-cursor-unmodified"] = "basic/utilities/tasks#task-listing";
}

fn client_asks_for_tasks_as_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool was called as a task");
    for connection in t.connections() {
        let Some(handshake) = connection.handshake() else { continue };
        for exchange in connection.requests("tools/call").filter(asks_for_a_task) {
            let lacks = !declared(&handshake, "tasks.requests.tools.call");
            seen.judge([exchange.request], lacks.then_some("the server does not declare `tasks.requests.tools.call`"));
        }
    }
    seen
}

fn each_call(t: &Transcript, judge: impl Fn(&Exchange<'_>, &str) -> Option<Option<&'static str>>) -> Observations {
    let mut seen = Observations::new("no listed tool was called");
    for connection in t.connections() {
        for exchange in connection.requests("tools/call") {
            let Some(tool) = tool(connection, &exchange.params()["name"]) else { continue };
            if let Some(why) = judge(&exchange, support(tool)) {
                seen.judge([exchange.request], why);
            }
        }
    }
    seen
}

fn client_spares_forbidden_tools(t: &Transcript) -> Observations {
    each_call(t, |exchange, support| {
        let forbidden = support == "forbidden";
        asks_for_a_task(exchange).then(|| forbidden.then_some("the tool does not go with tasks"))
    })
}

fn client_calls_required_tools_as_tasks(t: &Transcript) -> Observations {
    each_call(t, |exchange, support| {
        let plain = !asks_for_a_task(exchange);
        (support == "required").then(|| plain.then_some("the tool needs a task"))
    })
}

fn client_lists_as_declared(t: &Transcript) -> Observations {
    knows(t, "tasks/list")
}

fn client_cancels_as_declared(t: &Transcript) -> Observations {
    knows(t, "tasks/cancel")
}

fn knows(t: &Transcript, method: &str) -> Observations {
    let mut seen = Observations::new(format!("the server did not ask for `{method}`"));
    for exchange in t.exchanges(Party::Server).filter(|exchange| exchange.method() == method) {
        let Some(answer) = exchange.answer() else { continue };
        let why = (answer.code() == Some(-32601)).then_some("the method is unknown, although it is declared");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_makes_tasks_as_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked for no task that the client declares");
    for connection in t.connections() {
        let Some(handshake) = connection.handshake() else { continue };
        for exchange in connection.exchanges(Party::Server).filter(asks_for_a_task) {
            let needs = format!("client.tasks.requests.{}", exchange.method().replace('/', "."));
            let Some((answer, result)) = exchange.result().filter(|_| declared(&handshake, &needs)) else { continue };
            let why = (!result["task"].is_object()).then_some("the result has no `task`");
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}

fn client_respects_the_poll_interval(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task with a poll interval was polled twice");
    for connection in t.connections() {
        let polls: Vec<_> = connection.requests("tasks/get").collect();
        for (at, again) in polls.iter().enumerate() {
            let first = polls[..at].iter().rfind(|first| first.params()["taskId"] == again.params()["taskId"]);
            let Some((answer, result)) = first.and_then(Exchange::result) else { continue };
            let Some(interval) = result["pollInterval"].as_u64().map(Duration::from_millis) else { continue };
            let waited = again.request.at.saturating_sub(answer.at);
            let short = waited + interval / 10 < interval;
            seen.judge([answer, again.request], short.then(|| format!("it waited {} ms", waited.as_millis())));
        }
    }
    seen
}

fn client_names_its_task_once(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client asked about no task");
    let methods = ["tasks/get", "tasks/result", "tasks/cancel"];
    for exchange in t.exchanges(Party::Client).filter(|exchange| methods.contains(&exchange.method())) {
        seen.judge([exchange.request], fault(exchange.params(), task::twice_faults));
    }
    seen
}

fn client_keeps_cursors_as_they_are(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no list of tasks went on");
    for connection in t.connections().filter(|connection| Connection::is_from_the_start(connection)) {
        let all: Vec<_> = connection.requests("tasks/list").collect();
        for exchange in &all {
            let Some(cursor) = exchange.params().get("cursor") else { continue };
            let given = all
                .iter()
                .filter_map(Exchange::result)
                .any(|(answer, result)| answer.seq < exchange.request.seq && result.get("nextCursor") == Some(cursor));
            seen.judge([exchange.request], (!given).then(|| format!("the server never gave the cursor {cursor}")));
        }
    }
    seen
}
