//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-cancellation>

use super::super::progress::comes_after;
use super::super::shared::asked::fault;
use super::sighting::{Sighting, creation, sightings, target};
use crate::prose::task;
use crate::rule::{Observations, rules};
use crate::transcript::{Party, Transcript};

rules! { "tasks";
    /// A task is cancelled before its cancellation is confirmed.
    ///
    /// Servers break this by asking the work to stop and answering with the task as it was, still `working`.
    Must cancel_result_is_cancelled since V2025_11_25
        cites ["tasks-cancel-status-before-response"] = "basic/utilities/tasks#task-cancellation";

    /// A task that is over cannot be cancelled: -32602.
    ///
    /// Also not one that was cancelled before. Servers break this by answering with the task as it is, or by overwriting
    /// its outcome.
    Must finished_task_refuses_to_be_cancelled since V2025_11_25
        cites ["tasks-cancel-terminal-rejected"] = "basic/utilities/tasks#task-cancellation";

    /// The work of a cancelled task stops.
    ///
    /// It is judged by progress: servers that only mark the task go on telling how far the work has come.
    Should cancelling_stops_the_work since V2025_11_25
        cites ["tasks-cancel-attempt-stop"] = "basic/utilities/tasks#task-cancellation";
}

fn cancel_result_is_cancelled(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was cancelled");
    for exchange in t.requests("tasks/cancel") {
        let Some((answer, result)) = exchange.result().filter(|(_, result)| result.get("taskId").is_some()) else {
            continue;
        };
        seen.judge([exchange.request, answer], fault(result, task::cancel_faults));
    }
    seen
}

fn finished_task_refuses_to_be_cancelled(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nobody tried to cancel a task after its end");
    for connection in t.connections() {
        let all = sightings(connection);
        for exchange in connection.requests("tasks/cancel") {
            let is_over = |sighting: &&Sighting<'_>| {
                sighting.id() == target(&exchange) && sighting.is_over() && sighting.message.seq < exchange.request.seq
            };
            let (Some(over), Some(answer)) = (all.iter().find(is_over), exchange.answer()) else { continue };
            let why = match answer.code() {
                Some(-32602) => None,
                Some(code) => Some(format!("the code is {code}, not -32602")),
                None => Some(format!("the task was {} already, and it is not refused", over.status())),
            };
            seen.judge([over.message, exchange.request, answer], why);
        }
    }
    seen
}

fn cancelling_stops_the_work(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task with a progress token was cancelled");
    for connection in t.connections() {
        for exchange in connection.requests("tasks/cancel") {
            let Some((answer, _)) = exchange.result() else { continue };
            let Some(call) = target(&exchange).and_then(|id| creation(connection, id)) else { continue };
            let Some(token) = call.params().pointer("/_meta/progressToken") else { continue };
            let goes_on = connection.messages_from(Party::Server).find(|message| {
                message.method() == Some("notifications/progress")
                    && comes_after(message, answer)
                    && message.params().get("progressToken") == Some(token)
            });
            let why = goes_on.map(|_| "the task is cancelled, and its work goes on");
            seen.judge([Some(answer), goes_on].into_iter().flatten(), why);
        }
    }
    seen
}
