//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-lifecycle>

use std::time::Duration;

use super::sighting::{By, Sighting, all, sightings};
use crate::rule::{Observations, rules};
use crate::transcript::{HttpResponse, Transcript};

rules! { "tasks";
    /// A task that completed or failed stays so.
    ///
    /// Servers break this by running a task again, or by letting a late answer overwrite the outcome. Compared are answers to
    /// what was asked after the end had been seen.
    Must terminal_status_is_final since V2025_11_25
        cites ["tasks-terminal-final", "tasks-valid-transitions"]
        = "basic/utilities/tasks#task-status-lifecycle";

    /// A cancelled task stays cancelled.
    ///
    /// The work may go on to its end; the task does not change any more. Servers break this by writing the outcome when the
    /// work ends.
    Must cancelled_status_is_final since V2025_11_25
        cites ["tasks-cancelled-sticky", "tasks-terminal-final"] = "basic/utilities/tasks#task-cancellation";

    /// The lifetime of a task has a limit.
    ///
    /// A client may ask for any. It is judged where one asks for a year or more: servers that keep everything as long as
    /// they are told grant that, or for ever.
    Should ttl_has_a_limit since V2025_11_25
        cites ["tasks-limit-ttl"] = "basic/utilities/tasks#resource-management";

    /// A task whose time is over is removed.
    ///
    /// Servers break this by keeping tasks until they end themselves. It is judged when twice the lifetime and a second have
    /// gone by.
    Should expired_task_is_removed since V2025_11_25
        cites ["tasks-cleanup-expired"] = "basic/utilities/tasks#resource-management";

    /// `tasks/get` is answered without a stream.
    ///
    /// The client wants to poll. Servers that stream everything open one for it all the same.
    Should get_is_answered_without_a_stream on Http since V2025_11_25
        cites ["tasks-get-no-sse"] = "basic/utilities/tasks#input-required-status";

    /// Requests about tasks keep to the rules of the transport.
    ///
    /// Over HTTP each is answered with JSON or a stream, as any request. Servers break this by answering `tasks/result` with
    /// 202 while they wait.
    Must requests_keep_to_the_transport on Http since V2025_11_25
        cites ["tasks-http-transport-compliance"] = "basic/utilities/tasks#getting-tasks";
}

/// Each task seen twice, the second time asked after the first had come.
fn pairs(t: &Transcript) -> Vec<(Sighting<'_>, Sighting<'_>)> {
    let mut pairs = Vec::new();
    for connection in t.connections() {
        let all = sightings(connection);
        for later in &all {
            let is_before =
                |first: &&Sighting<'_>| first.id() == later.id() && later.was_asked_after(first.message.seq);
            pairs.extend(all.iter().filter(is_before).map(|first| (*first, *later)));
        }
    }
    pairs
}

fn is_final(t: &Transcript, is_it: impl Fn(&str) -> bool, otherwise: &str) -> Observations {
    let mut seen = Observations::new(otherwise);
    for (first, later) in pairs(t).into_iter().filter(|(first, _)| first.is_over() && is_it(first.status())) {
        let changed = first.status() != later.status();
        let why = changed.then(|| format!("the task was {}, and is {:?} now", first.status(), later.status()));
        seen.judge([first.message, later.message], why);
    }
    seen
}

fn terminal_status_is_final(t: &Transcript) -> Observations {
    is_final(t, |status| status != "cancelled", "no task was asked for after its end")
}

fn cancelled_status_is_final(t: &Transcript) -> Observations {
    is_final(t, |status| status == "cancelled", "no task was asked for after it had been cancelled")
}

const YEAR: f64 = 365.0 * 24.0 * 3600.0 * 1000.0;

fn ttl_has_a_limit(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was asked for that is kept for a year");
    for (_, sighting) in all(t).filter(|(_, sighting)| sighting.by == By::Creation) {
        let Some(wish) = sighting.request.and_then(|request| request.params()["task"]["ttl"].as_f64()) else {
            continue;
        };
        if wish >= YEAR {
            let granted = sighting.task["ttl"].as_f64();
            let why = granted.is_none_or(|granted| granted >= wish).then_some("a year or more is granted");
            seen.judge(sighting.request.into_iter().chain([sighting.message]), why);
        }
    }
    seen
}

fn expired_task_is_removed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was asked for after its time");
    for connection in t.connections() {
        let all = sightings(connection);
        for created in all.iter().filter(|sighting| sighting.by == By::Creation) {
            let Some(ttl) = created.task["ttl"].as_u64().map(Duration::from_millis) else { continue };
            let late = created.message.at + ttl * 2 + Duration::from_secs(1);
            let asked = connection
                .requests("tasks/get")
                .filter(|exchange| exchange.request.at > late && exchange.params()["taskId"] == created.task["taskId"]);
            for exchange in asked.filter(|exchange| exchange.answer().is_some()) {
                let why = exchange.result().map(|_| "the task is still there, long after its time");
                seen.judge([created.message, exchange.request], why);
            }
        }
    }
    seen
}

fn get_is_answered_without_a_stream(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task was asked for over HTTP");
    for exchange in t.http() {
        let Some(request) = exchange.request().filter(|request| request.method() == Some("tasks/get")) else {
            continue;
        };
        let Some(response) = exchange.response.filter(HttpResponse::is_success) else { continue };
        let why = response.is_stream().then_some("it is answered with a stream");
        seen.judge([request.seq, response.event.seq], why);
    }
    seen
}

fn requests_keep_to_the_transport(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing about tasks was asked over HTTP");
    for exchange in t.http() {
        let is_task = |method: &str| method.starts_with("tasks/");
        let Some(request) = exchange.request().filter(|request| request.method().is_some_and(is_task)) else {
            continue;
        };
        let Some(response) = exchange.response.filter(HttpResponse::is_success) else { continue };
        let why =
            (!response.is_stream() && !response.is_json()).then_some("it is answered with neither JSON nor a stream");
        seen.judge([request.seq, response.event.seq], why);
    }
    seen
}
