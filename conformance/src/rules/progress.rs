//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress>

use std::time::Duration;

use crate::rule::{Observations, rules};
use crate::rules::shared::shape::Shape;
use crate::transcript::{Connection, Exchange, Id, Message, Party, Transcript};

rules! { "progress";
    /// A progress notification has a token and a number.
    ///
    /// `progress`, and `total` where it is given, are numbers; a text such as `"50%"` belongs into `message`.
    Must notification_is_valid since V2024_11_05
    cites ["progress-notification-fields"] = "basic/utilities/progress#progress-flow";

    /// Progress is reported under a token that a request of the client has given.
    ///
    /// The token comes back as it was given, a string as a string and a number as a number. Servers invent tokens for calls
    /// that asked for no progress, use the id of the request or of the task, or make a text of a number; clients cannot
    /// tell whose progress it is.
    Must token_was_given since V2024_11_05
    cites ["progress-token-from-active-request", "general-progress-token-echo", "progress-task-same-token", "progress-task-token-lifetime", "tasks-progress-token-valid"] = "basic/utilities/progress#behavior-requirements";

    /// Progress ends with the answer.
    ///
    /// Once the request is answered, its token is done with, and it may be given to another request. A timer or a thread
    /// that outlives the call goes on reporting. Where the answer creates a task, the token lives as long as the task.
    Must ends_with_the_answer since V2024_11_05
    cites ["progress-operation-in-progress", "progress-stop-after-completion"] = "basic/utilities/progress#behavior-requirements";

    /// The progress of a task ends with the task.
    ///
    /// Once it is completed, failed or cancelled, there is nothing to report. Work that nobody stopped goes on counting.
    Must ends_with_the_task since V2025_11_25
    cites ["progress-task-stop-at-terminal"] = "basic/utilities/progress#behavior-requirements";

    /// Progress increases with every notification.
    ///
    /// A value that stays or falls tells nothing, and clients that draw a bar run backwards. Servers get there by reporting
    /// phases that each begin at 0, or from several threads.
    Must increases since V2024_11_05
    cites ["progress-monotonic", "general-progress-increases"] = "basic/utilities/progress#progress-flow";

    /// The message of a progress notification says something.
    ///
    /// A person reads it. An empty text is worse than none, as it wipes out what was shown before.
    Should message_says_something since V2025_03_26
    cites ["progress-message-relevant"] = "basic/utilities/progress#progress-flow";

    /// Progress does not come in floods.
    ///
    /// More than a hundred notifications of one request within a second count as a flood here; the text names no number.
    Should is_not_a_flood since V2024_11_05
    cites ["progress-rate-limit"] = "basic/utilities/progress#implementation-notes";

    /// The token that a server gives in its requests is a string or an integer.
    ///
    /// It stands in `_meta` under `progressToken`. Fractions, null and objects are none.
    Must server_tokens_are_strings_or_integers since V2024_11_05
    cites ["progress-token-type", "progress-token-in-meta"] = "basic/utilities/progress#progress-flow";

    /// The tokens that a server gives are unique among its open requests.
    ///
    /// With one token for two requests, the client's progress belongs to both and to none.
    Must server_tokens_are_unique since V2024_11_05
    cites ["progress-token-unique"] = "basic/utilities/progress#progress-flow";
}

/// A progress notification of the server.
struct Report<'t> {
    message: &'t Message,
    token: Id,
    /// The client's requests that gave this token before.
    given_by: Vec<Exchange<'t>>,
}

fn reports(connection: &Connection) -> impl Iterator<Item = Report<'_>> {
    let said = connection.messages_from(Party::Server);
    said.filter(|message| message.is_notification() && message.method() == Some("notifications/progress")).filter_map(
        |message| {
            let token = Id::new(&message.params().get("progressToken")?.to_string())?;
            let is_it = |exchange: &Exchange<'_>| {
                exchange.request.seq < message.seq && token_of(exchange.request).as_ref() == Some(&token)
            };
            let given_by = connection.exchanges(Party::Client).filter(is_it).collect();
            Some(Report { message, token, given_by })
        },
    )
}

/// The progress token that a request gives.
fn token_of(request: &Message) -> Option<Id> {
    Id::new(&request.params()["_meta"].get("progressToken")?.to_string())
}

fn token_was_given(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no progress was reported");
    for connection in t.connections().filter(|connection| connection.is_from_the_start()) {
        for report in reports(connection) {
            let fault = report.given_by.is_empty().then(|| format!("no request gave the token {}", report.token));
            seen.judge([report.message], fault);
        }
    }
    seen
}

fn ends_with_the_answer(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no progress was reported");
    for report in t.connections().flat_map(reports).filter(|report| !report.given_by.is_empty()) {
        let is_open =
            |exchange: &Exchange<'_>| exchange.answer().is_none_or(|answer| is_still_open(answer, report.message));
        match report.given_by.iter().rfind(|exchange| !is_open(exchange)) {
            _ if report.given_by.iter().any(is_open) => seen.held(),
            Some(done) => {
                let answer = done.answer().unwrap_or(done.request);
                seen.broken([done.request, answer, report.message], "progress was reported after the answer");
            }
            None => {}
        }
    }
    seen
}

/// Whether progress may come in spite of the answer: it came later, made a task, or travels on another stream.
fn is_still_open(answer: &Message, report: &Message) -> bool {
    let makes_a_task = answer.result().is_some_and(|result| result.get("task").is_some());
    answer.seq > report.seq || makes_a_task || answer.http != report.http
}

fn ends_with_the_task(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no task reported progress");
    for connection in t.connections() {
        for report in reports(connection) {
            let Some((_, begun)) = report.given_by.last().and_then(Exchange::result) else { continue };
            let Some(begun) = begun["task"]["taskId"].as_str() else { continue };
            match ended(connection, begun).filter(|ended| comes_after(report.message, ended)) {
                Some(ended) => seen.broken([ended, report.message], "progress was reported after the end of the task"),
                None => seen.held(),
            }
        }
    }
    seen
}

/// Whether a message was said after another; between two streams the order of arrival tells that only after a while.
pub(super) fn comes_after(later: &Message, former: &Message) -> bool {
    let while_ago = later.http == former.http || later.at > former.at + Duration::from_secs(1);
    later.seq > former.seq && while_ago
}

/// Where the server first says that a task has come to its end.
fn ended<'t>(connection: &'t Connection, task: &str) -> Option<&'t Message> {
    connection.messages_from(Party::Server).find(|message| {
        let says = [message.params(), &message.value["result"]];
        says.iter().any(|told| {
            told["taskId"] == task && matches!(told["status"].as_str(), Some("completed" | "failed" | "cancelled"))
        })
    })
}

fn increases(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no progress was reported twice for one request");
    for connection in t.connections() {
        let mut last: Vec<(u64, &Message, f64)> = Vec::new();
        for report in reports(connection) {
            let (Some(request), Some(value)) = (report.given_by.last(), report.message.params()["progress"].as_f64())
            else {
                continue;
            };
            let earlier = last.iter_mut().find(|(seq, ..)| *seq == request.request.seq);
            let Some((_, message, before)) = earlier else {
                last.push((request.request.seq, report.message, value));
                continue;
            };
            let fault = (value <= *before).then(|| format!("progress is {value} after {before}"));
            seen.judge([*message, report.message], fault);
            (*message, *before) = (report.message, value);
        }
    }
    seen
}

fn message_says_something(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no progress came with a message");
    for report in t.connections().flat_map(reports) {
        if let Some(text) = report.message.params()["message"].as_str() {
            seen.judge([report.message], text.trim().is_empty().then_some("/params/message is empty"));
        }
    }
    seen
}

fn is_not_a_flood(t: &Transcript) -> Observations {
    const MANY: usize = 100;
    let mut seen = Observations::new("no progress was reported");
    for connection in t.connections() {
        let all: Vec<_> = reports(connection).collect();
        for exchange in connection.exchanges(Party::Client).filter(|exchange| token_of(exchange.request).is_some()) {
            let is_its_own =
                |report: &&Report<'_>| report.given_by.last().is_some_and(|by| by.request.seq == exchange.request.seq);
            let own: Vec<_> = all.iter().filter(is_its_own).map(|report| report.message).collect();
            let flood = own
                .windows(MANY + 1)
                .find(|window| window[MANY].at.saturating_sub(window[0].at) < Duration::from_secs(1));
            match flood {
                Some(window) => {
                    seen.broken([window[0], window[MANY]], "more than a hundred notifications came within a second");
                }
                None if own.is_empty() => {}
                None => seen.held(),
            }
        }
    }
    seen
}

fn server_tokens_are_strings_or_integers(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked for no progress");
    for exchange in t.exchanges(Party::Server) {
        if exchange.params().get("progressToken").is_some() {
            seen.broken([exchange.request], "/params/progressToken stands outside of `_meta`");
        }
        if let Some(token) = exchange.params()["_meta"].get("progressToken") {
            let is_good = Id::new(&token.to_string()).is_some_and(|token| token.is_usual());
            let fault = (!is_good).then(|| format!("/params/_meta/progressToken is {token}"));
            seen.judge([exchange.request], fault);
        }
    }
    seen
}

fn server_tokens_are_unique(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked for no progress");
    for connection in t.connections() {
        let mut open: Vec<(Id, Exchange<'_>)> = Vec::new();
        for exchange in connection.exchanges(Party::Server) {
            let Some(token) = token_of(exchange.request) else { continue };
            let is_open = |other: &Exchange<'_>| other.answer().is_none_or(|answer| answer.seq > exchange.request.seq);
            match open.iter().find(|(other, by)| *other == token && is_open(by)) {
                Some((_, by)) => seen.broken([by.request, exchange.request], format!("the token {token} is in use")),
                None => seen.held(),
            }
            open.push((token, exchange));
        }
    }
    seen
}

fn notification_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ProgressNotificationParams"], "no progress was reported").judge(t)
}
