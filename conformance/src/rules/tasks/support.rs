//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#capabilities>

use serde_json::Value;

use super::sighting::{asks_for_a_task, support, tool};
use crate::judge::declared;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Handshake, Party, Transcript};

rules! { "tasks";
    /// What a server does not declare for tasks, it does not run as one.
    ///
    /// `tasks.requests` lists the methods; the list is complete. Servers break this by supporting tasks for every tool and
    /// forgetting the declaration, so that a client gets a task where it waits for a result.
    Must undeclared_requests_make_no_tasks since V2025_11_25
        cites ["tasks-capability-declared", "tasks-requests-exhaustive"]
        = "basic/utilities/tasks#capability-negotiation";

    /// Where tasks are not declared, a server answers as if none had been asked for.
    ///
    /// The member `task` is then one of those that it does not know. Servers break this by refusing the request because of
    /// it.
    Must undeclared_requests_are_served_plainly since V2025_11_25
        cites ["tasks-undeclared-process-normally", "general-task-augmentation-declared"] = "basic/utilities/tasks#task-support-and-handling";

    /// A tool says `required`, `optional` or `forbidden`.
    ///
    /// Servers break this with a boolean.
    Must tool_support_is_known since V2025_11_25
        cites ["tasks-tool-support-values", "tools-tasksupport-values"] = "basic/utilities/tasks#tool-level-negotiation";

    /// A tool that does not go with tasks is not run as one: -32601.
    ///
    /// Absent means forbidden. Servers break this by running every tool as a task once they can.
    Should forbidden_tools_refuse_tasks needs "tasks.requests.tools.call" since V2025_11_25
        cites ["tasks-tool-forbidden-error", "tools-tasksupport-default"] = "basic/utilities/tasks#tool-level-negotiation";

    /// A tool that needs a task is not run without one: -32601.
    ///
    /// Servers break this by running it all the same, by answering with a tool error, or with -32600, which the page names
    /// for whole kinds of requests.
    Must required_tools_refuse_plain_calls needs "tasks.requests.tools.call" since V2025_11_25
        cites ["tasks-tool-required-error"] = "basic/utilities/tasks#tool-level-negotiation";

    /// A server that declares `tasks.list` lists tasks.
    ///
    /// Servers break this by declaring the capability of their library without a handler behind it.
    Must lists_as_declared needs "tasks.list" since V2025_11_25
        cites ["tasks-cap-list-server", "lifecycle-cap-tasks-server"] = "basic/utilities/tasks#server-capabilities";

    /// A server that declares `tasks.cancel` cancels tasks.
    ///
    /// Servers break this by declaring the capability of their library without a handler behind it.
    Must cancels_as_declared needs "tasks.cancel" since V2025_11_25
        cites ["tasks-cap-cancel-server", "lifecycle-cap-tasks-server"] = "basic/utilities/tasks#server-capabilities";

    /// A server asks for a task only where the client declares that.
    ///
    /// `tasks.requests` of the client lists the methods. Servers break this by asking for a task wherever an answer may take
    /// long.
    Should asks_for_tasks_as_declared since V2025_11_25
        cites ["tasks-augment-only-declared", "tasks-no-capability-no-tasks"]
        = "basic/utilities/tasks#capability-negotiation";

    /// The lifetime that a server asks for is a number.
    ///
    /// It counts milliseconds. Servers break this with a text such as `5m`.
    Must wanted_ttl_is_a_number since V2025_11_25
        cites ["tasks-ttl-number"] = "basic/utilities/tasks#task-parameters";
}

/// The handshake of a connection, or that of another one with the same server.
fn handshake<'t>(connection: &'t Connection, t: &'t Transcript) -> Option<Handshake<'t>> {
    connection.handshake().or_else(|| t.handshakes().next())
}

fn capability(side: &str, method: &str) -> String {
    format!("{side}tasks.requests.{}", method.replace('/', "."))
}

/// The requests that ask for a task which the server does not declare for their method.
fn undeclared(t: &Transcript) -> impl Iterator<Item = Exchange<'_>> {
    t.connections().flat_map(move |connection| {
        let handshake = handshake(connection, t);
        connection.exchanges(Party::Client).filter(move |exchange| {
            let needs = capability("", exchange.method());
            asks_for_a_task(exchange)
                && exchange.method() != "initialize"
                && handshake.as_ref().is_some_and(|handshake| !declared(handshake, &needs))
        })
    })
}

fn undeclared_requests_make_no_tasks(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request asked for a task that the server does not declare");
    for exchange in undeclared(t) {
        if let Some((answer, result)) = exchange.result() {
            let why =
                result["task"]["taskId"].is_string().then_some("a task is made, and none is declared for this method");
            seen.judge([exchange.request, answer], why);
        }
    }
    seen
}

fn undeclared_requests_are_served_plainly(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request asked for a task that the server does not declare");
    for exchange in undeclared(t) {
        let Some(answer) = exchange.answer() else { continue };
        let text = answer.value["error"]["message"].as_str().unwrap_or_default().to_lowercase();
        let why = text.contains("task").then_some("the request is refused because of `task`");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn tool_support_is_known(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool says how it goes with tasks");
    for message in t.messages_from(Party::Server) {
        for tool in message.result().and_then(|result| result["tools"].as_array()).into_iter().flatten() {
            let Some(said) = tool["execution"].get("taskSupport") else { continue };
            let known = matches!(said.as_str(), Some("required" | "optional" | "forbidden"));
            let why = (!known).then(|| format!("`taskSupport` of {} is {said}", tool["name"]));
            seen.judge([message], why);
        }
    }
    seen
}

/// The calls of listed tools, with how the tool goes with tasks.
fn calls(t: &Transcript) -> impl Iterator<Item = (Exchange<'_>, &str)> {
    t.connections().flat_map(|connection| {
        connection.requests("tools/call").filter_map(move |exchange| {
            let tool = tool(connection, &exchange.params()["name"])?;
            Some((exchange, support(tool)))
        })
    })
}

fn refused(exchange: &Exchange<'_>) -> Option<String> {
    match exchange.answer()?.code() {
        Some(-32601) => None,
        Some(code) => Some(format!("the code is {code}, not -32601")),
        None => Some("it is not refused".to_owned()),
    }
}

fn forbidden_tools_refuse_tasks(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool that does not go with tasks was called as one");
    for (exchange, _) in calls(t).filter(|(exchange, support)| *support == "forbidden" && asks_for_a_task(exchange)) {
        if let Some(answer) = exchange.answer() {
            seen.judge([exchange.request, answer], refused(&exchange));
        }
    }
    seen
}

fn required_tools_refuse_plain_calls(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool that needs a task was called without one");
    let plain = |exchange: &Exchange<'_>| exchange.params().get("task").is_none();
    for (exchange, _) in calls(t).filter(|(exchange, support)| *support == "required" && plain(exchange)) {
        if let Some(answer) = exchange.answer() {
            seen.judge([exchange.request, answer], refused(&exchange));
        }
    }
    seen
}

fn lists_as_declared(t: &Transcript) -> Observations {
    let lists = |result: &Value| result["tasks"].is_array();
    works(t, "tasks/list", lists, "the result has no list of tasks")
}

fn cancels_as_declared(t: &Transcript) -> Observations {
    works(t, "tasks/cancel", |_| true, "")
}

fn works(t: &Transcript, method: &str, fits: fn(&Value) -> bool, unfit: &'static str) -> Observations {
    let mut seen = Observations::new(format!("`{method}` was not asked for"));
    for exchange in t.requests(method) {
        let Some(answer) = exchange.answer() else { continue };
        let why = match answer.result() {
            Some(result) => (!fits(result)).then_some(unfit),
            None => (answer.code() == Some(-32601)).then_some("the method is unknown, although it is declared"),
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}

/// The requests of the server that ask for a task.
fn wanted(t: &Transcript) -> impl Iterator<Item = (&Connection, Exchange<'_>)> {
    t.connections().flat_map(|connection| {
        let all = connection.exchanges(Party::Server).filter(|exchange| exchange.params().get("task").is_some());
        all.map(move |exchange| (connection, exchange))
    })
}

fn asks_for_tasks_as_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked the client for no task");
    for (connection, exchange) in wanted(t) {
        if let Some(handshake) = handshake(connection, t) {
            let needs = capability("client.", exchange.method());
            let why = (!declared(&handshake, &needs)).then(|| format!("`{needs}` is not declared"));
            seen.judge([exchange.request], why);
        }
    }
    seen
}

fn wanted_ttl_is_a_number(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked the client for no task with a lifetime");
    for (_, exchange) in wanted(t) {
        if let Some(ttl) = exchange.params()["task"].get("ttl") {
            let why = (!ttl.is_number()).then(|| format!("`ttl` is {ttl}"));
            seen.judge([exchange.request], why);
        }
    }
    seen
}
