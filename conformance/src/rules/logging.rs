//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging>

pub(super) mod severe;

use std::time::Duration;

use serde_json::Value;

use super::shared::capability::notifications_are_declared;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Message, Party, Transcript};

rules! { "logging";
    /// A log message has a level and data.
    ///
    /// The level is one of the eight, in small letters: `warn`, `fatal` and `WARNING` are none. What is to be told stands in
    /// `data`, not in `message`.
    Must message_is_valid since V2024_11_05
    cites ["logging-message-shape", "logging-level-values", "logging-impl-validate-data"] = "server/utilities/logging#log-levels";

    /// A server that sends log messages declares it.
    ///
    /// `notifications/message` belongs to the capability `logging`. Servers forward the log of a library, or report their own
    /// exceptions that way, whether or not they have declared it.
    Must capability_is_declared since V2024_11_05
    cites ["logging-capability-declared", "lifecycle-cap-logging"] = "server/utilities/logging#capabilities";

    /// A server that declares logging lets the level be set.
    ///
    /// `logging/setLevel` is answered with a result for each of the eight levels. Servers declare the capability for the
    /// messages and forget the method.
    Must level_can_be_set needs "logging" since V2024_11_05
    cites ["logging-setlevel-empty-result", "lifecycle-cap-logging"] = "server/utilities/logging#message-flow";

    /// The result of setting the level holds nothing.
    ///
    /// The text asks for an empty result, the schema lets members pass.
    Should level_result_is_empty needs "logging" since V2024_11_05
    cites ["logging-setlevel-empty-result"] = "server/utilities/logging#message-flow";

    /// A level that does not exist is refused with -32602.
    ///
    /// `warn`, `fatal` or a number are none of the eight. Servers that store whatever comes never filter by it.
    Should invalid_level_is_refused needs "logging" since V2024_11_05
    cites ["logging-error-invalid-level"] = "server/utilities/logging#error-handling";

    /// Levels that were not asked for are held back.
    ///
    /// After `logging/setLevel` only messages of that level and above come.
    Should lower_levels_are_held_back needs "logging" since V2024_11_05
    cites ["logging-suppress-below-level"] = "server/utilities/logging#message-flow";

    /// A log message says something.
    ///
    /// Its `data` is neither null nor empty.
    Should data_says_something since V2024_11_05
    cites ["logging-useful-context"] = "server/utilities/logging#implementation-considerations";

    /// Log messages do not come in floods.
    ///
    /// More than a hundred within a second count as a flood here; the text names no number.
    Should is_not_a_flood since V2024_11_05
    cites ["logging-rate-limit", "logging-impl-rate-limit"] = "server/utilities/logging#implementation-considerations";

    /// A log message holds no credentials.
    ///
    /// Private keys, access keys and bearer tokens are told by their looks. They get there when whole requests or
    /// environments are logged.
    Must holds_no_credentials since V2024_11_05
    cites ["logging-no-credentials", "logging-strip-sensitive"] = "server/utilities/logging#security";
}

/// The levels, least first.
pub(super) const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const NONE: &str = "no log message was sent";
const SET: &str = "logging/setLevel";

fn rank(level: &Value) -> Option<usize> {
    LEVELS.iter().position(|name| level == name)
}

fn messages(connection: &Connection) -> impl Iterator<Item = &Message> {
    let said = connection.messages_from(Party::Server);
    said.filter(|message| message.is_notification() && message.method() == Some("notifications/message"))
}

fn capability_is_declared(t: &Transcript) -> Observations {
    notifications_are_declared(t, "logging", "notifications/message")
}

fn level_can_be_set(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no level was set");
    for exchange in t.requests(SET).filter(|exchange| rank(&exchange.params()["level"]).is_some()) {
        if let Some(answer) = exchange.answer() {
            let level = &exchange.params()["level"];
            let is_set = answer.result().is_some_and(Value::is_object);
            seen.judge([exchange.request, answer], (!is_set).then(|| format!("the level {level} cannot be set")));
        }
    }
    seen
}

fn level_result_is_empty(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no level was set");
    for exchange in t.requests(SET).filter(|exchange| rank(&exchange.params()["level"]).is_some()) {
        if let Some((answer, Value::Object(result))) = exchange.result() {
            let extra = result.keys().find(|name| *name != "_meta");
            seen.judge([exchange.request, answer], extra.map(|name| format!("/result has the member `{name}`")));
        }
    }
    seen
}

fn invalid_level_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no level was made up");
    for exchange in t.requests(SET).filter(|exchange| rank(&exchange.params()["level"]).is_none()) {
        let Some(answer) = exchange.answer() else { continue };
        let fault = match answer.code() {
            Some(-32602) => None,
            Some(code) => Some(format!("the code is {code}, where -32602 was expected")),
            None if answer.result().is_some() => Some("a level that does not exist was set".to_owned()),
            None => continue,
        };
        seen.judge([exchange.request, answer], fault);
    }
    seen
}

fn lower_levels_are_held_back(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no log message came after a level was set");
    for connection in t.connections() {
        let set: Vec<_> = connection
            .requests(SET)
            .filter_map(|exchange| Some((exchange.result()?.0, rank(&exchange.params()["level"])?)))
            .collect();
        for message in messages(connection) {
            let Some((answer, least)) = set.iter().rfind(|(answer, _)| answer.seq < message.seq) else { continue };
            let Some(level) = rank(&message.params()["level"]) else { continue };
            let fault = (level < *least).then(|| format!("`{}` came, and `{}` was set", LEVELS[level], LEVELS[*least]));
            seen.judge([*answer, message], fault);
        }
    }
    seen
}

fn data_says_something(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in t.connections().flat_map(messages) {
        let Some(data) = message.params().get("data") else { continue };
        let is_empty = match data {
            Value::Null => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            Value::Bool(_) | Value::Number(_) => false,
        };
        seen.judge([message], is_empty.then(|| format!("/params/data is {data}")));
    }
    seen
}

fn is_not_a_flood(t: &Transcript) -> Observations {
    const MANY: usize = 100;
    let mut seen = Observations::new(NONE);
    for connection in t.connections() {
        let all: Vec<_> = messages(connection).collect();
        let is_flood = |window: &&[&Message]| window[MANY].at.saturating_sub(window[0].at) < Duration::from_secs(1);
        match all.windows(MANY + 1).find(is_flood) {
            Some(window) => seen.broken([window[0], window[MANY]], "more than a hundred messages came within a second"),
            None if all.is_empty() => {}
            None => seen.held(),
        }
    }
    seen
}

fn holds_no_credentials(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in t.connections().flat_map(messages) {
        let text = message.params()["data"].to_string();
        seen.judge([message], credential(&text).map(|what| format!("/params/data holds {what}")));
    }
    seen
}

/// What in this text looks like a credential, if anything does.
fn credential(text: &str) -> Option<&'static str> {
    let follows = |mark: &str, least: usize, is_part: fn(char) -> bool| {
        text.match_indices(mark)
            .any(|(at, _)| text[at + mark.len()..].chars().take_while(|c| is_part(*c)).count() >= least)
    };
    let is_token = |c: char| c.is_ascii_alphanumeric() || "-._~+/".contains(c);
    if text.contains("-----BEGIN") && text.contains("PRIVATE KEY-----") {
        Some("a private key")
    } else if follows("AKIA", 16, |c| c.is_ascii_uppercase() || c.is_ascii_digit()) {
        Some("an access key")
    } else if follows("Bearer ", 20, is_token) || follows("bearer ", 20, is_token) {
        Some("a bearer token")
    } else {
        None
    }
}

fn message_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["LoggingMessageNotificationParams"], NONE).judge(t)
}
