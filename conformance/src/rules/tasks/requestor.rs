//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks>

use std::time::Duration;

use serde_json::Value;

use super::sighting::{asks_for_a_task, target};
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Party, Transcript};

rules! { "tasks";
    /// A server does not look at the client's tasks more often than the client wants.
    ///
    /// `pollInterval` says how long to wait between two looks. Servers break this with an interval of their own.
    Should poll_interval_is_respected since V2025_11_25
        cites ["tasks-respect-poll-interval"] = "basic/utilities/tasks#getting-tasks";

    /// A server looks at the client's task until it is over or needs something.
    ///
    /// Whatever notifications there may be: they are optional. Servers break this by waiting for one, or by looking once. It
    /// is judged a second and ten poll intervals after the last look; ten seconds where there is no interval.
    Should task_is_followed since V2025_11_25
        cites [
            "tasks-poll-until-terminal", "tasks-keep-polling", "tasks-status-no-reliance", "tasks-poll-after-result-call",
        ] = "basic/utilities/tasks#getting-tasks";

    /// A server comes for the result of a client's task that needs something.
    ///
    /// With `tasks/result` the client can ask what it needs. Servers break this by going on to look until the task is over. It
    /// is judged a second and ten poll intervals after the look that showed `input_required`.
    Should result_is_fetched_where_input_is_required since V2025_11_25
        cites ["tasks-input-required-call-result"] = "basic/utilities/tasks#input-required-status";
}

/// A task of the client, and what the server asked about it, in order.
struct Followed<'t> {
    connection: &'t Connection,
    created: Exchange<'t>,
    asked: Vec<Exchange<'t>>,
}

fn followed(t: &Transcript) -> Vec<Followed<'_>> {
    let mut all = Vec::new();
    for connection in t.connections() {
        for created in connection.exchanges(Party::Server).filter(asks_for_a_task) {
            let id = created.result().and_then(|(_, result)| result["task"]["taskId"].as_str());
            let Some(id) = id else { continue };
            let about = |exchange: &Exchange<'_>| {
                exchange.method().starts_with("tasks/")
                    && target(exchange) == Some(id)
                    && exchange.request.seq > created.request.seq
            };
            let asked = connection.exchanges(Party::Server).filter(about).collect();
            all.push(Followed { connection, created, asked });
        }
    }
    all
}

impl Followed<'_> {
    /// The looks, with what each showed; the creation is the first.
    fn looks(&self) -> impl Iterator<Item = (&Exchange<'_>, &Value)> {
        let gets = self.asked.iter().filter(|exchange| exchange.method() == "tasks/get");
        let created = self.created.result().map(|(_, result)| (&self.created, &result["task"]));
        created.into_iter().chain(gets.filter_map(|get| Some((get, get.result()?.1))))
    }

    /// Whether that long has gone by since the answer to a request, with the connection still in use. Where the client gives
    /// up what it asked for, the server may give up the task.
    fn has_passed(&self, since: &Exchange<'_>, time: Duration) -> bool {
        let mut later = self.connection.messages().iter().filter(|message| message.seq > self.created.request.seq);
        let given_up = later.clone().find(|message| message.method() == Some("notifications/cancelled"));
        let end = given_up.or_else(|| later.next_back()).map(|message| message.at);
        since.answer().zip(end).is_some_and(|(answer, end)| end > answer.at + time)
    }
}

fn interval(task: &Value) -> Option<Duration> {
    task["pollInterval"].as_u64().map(Duration::from_millis)
}

/// As long as a server may take for its next step.
fn patience(task: &Value) -> Duration {
    interval(task).map_or(Duration::from_secs(10), |interval| Duration::from_secs(1) + interval * 10)
}

fn poll_interval_is_respected(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server looked at no task of the client with a poll interval");
    for task in followed(t) {
        let looks: Vec<_> = task.looks().collect();
        for pair in looks.windows(2) {
            let ((first, shown), (again, _)) = (pair[0], pair[1]);
            let (Some(interval), Some(answer)) = (interval(shown), first.answer()) else { continue };
            let waited = again.request.at.saturating_sub(answer.at);
            let short = waited + interval / 10 < interval;
            seen.judge([answer, again.request], short.then(|| format!("it waited {} ms", waited.as_millis())));
        }
    }
    seen
}

fn task_is_followed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked the client for no task");
    for task in followed(t) {
        let Some((last, shown)) = task.looks().last() else { continue };
        let fetched = task.asked.iter().any(|exchange| exchange.method() != "tasks/get" && !exchange.is_unanswered());
        if fetched || shown["status"] != "working" {
            seen.held();
        } else if task.has_passed(last, patience(shown)) {
            seen.broken([last.request], "the task was working, and the server did not look again");
        }
    }
    seen
}

fn result_is_fetched_where_input_is_required(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task of the client needed anything");
    for task in followed(t) {
        let is =
            |wanted: &[&str], shown: &Value| shown["status"].as_str().is_some_and(|status| wanted.contains(&status));
        let Some((look, shown)) = task.looks().find(|(_, shown)| is(&["input_required"], shown)) else { continue };
        let over = task.looks().find(|(_, shown)| is(&["completed", "failed", "cancelled"], shown));
        let came = task.asked.iter().find(|exchange| exchange.method() != "tasks/get");
        let in_time = |came: &Exchange<'_>| over.is_none_or(|(over, _)| came.request.seq < over.request.seq);
        if came.is_some_and(in_time) {
            seen.held();
        } else if over.is_some() || task.has_passed(look, patience(shown)) {
            seen.broken([look.request], "the task is `input_required`, and the server did not come for its result");
        }
    }
    seen
}
