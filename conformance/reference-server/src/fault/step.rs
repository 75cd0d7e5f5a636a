//! What goes wrong.

use std::{collections::BTreeMap, time::Duration};

use json_patch::Patch;
use serde::Deserialize;
use serde_json::Value;

use super::{
    http::{HttpEdit, StreamEdit},
    message::{Encoding, Message},
    reference::AtHand,
};

/// What goes wrong; every member may be absent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Step {
    /// A JSON Patch; where it does not fit the message, nothing goes wrong.
    edit: Option<Value>,
    /// A JSON Merge Patch.
    merge: Option<Value>,
    /// Pieces of the message's text, and what is written in their place.
    replace: BTreeMap<String, String>,
    /// The whole text; `{text}` in it is the message's.
    text: Option<String>,
    encoded: Option<Encoding>,
    /// What ends the line, in place of a newline.
    end: Option<String>,
    /// The message is not said, or does not reach.
    pub(super) drop: bool,
    /// How often it is said; over HTTP, how often the client sends the request.
    pub(super) times: Option<usize>,
    /// How many milliseconds later it comes.
    #[serde(deserialize_with = "milliseconds")]
    delay: Duration,
    /// It comes after the next message like this.
    until: Option<Until>,
    before: Vec<Value>,
    after: Vec<Value>,
    /// What a request is answered with; it does not reach then.
    pub(super) answer: Option<Value>,
    /// How many milliseconds later comes what is said after, or as an answer.
    #[serde(deserialize_with = "milliseconds")]
    pause: Duration,
    /// The fields of its event in a stream; null removes one.
    event: BTreeMap<String, Option<String>>,
    onto: Option<Onto>,
    /// Ends the process with this code.
    pub(super) exit: Option<u8>,
    /// A line for standard error.
    pub(super) stderr: Option<String>,
    /// Stays, though it should end.
    pub(super) linger: bool,
    /// The HTTP request as it reaches the server.
    pub(super) request: Option<HttpEdit>,
    /// The HTTP response that is given in place of the server's.
    pub(super) respond: Option<HttpEdit>,
    /// What is changed in the server's HTTP response.
    pub(super) response: Option<HttpEdit>,
    pub(super) stream: Option<StreamEdit>,
}

/// The streams of a session that a message goes to: its own is one that a POST or one that a GET opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Onto {
    /// The newest of the other kind in place of its own, where there is one.
    Other,
    /// Its own, and the newest of the other kind.
    Both,
}

/// A message that is waited for.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Until {
    /// The next that is heard, of this method.
    Hears(String),
    /// The next that is said, of this method.
    Says(String),
    /// The next answer to a request of this method.
    Answers(String),
}

const SAID: &[&str] = &[
    "edit", "merge", "replace", "text", "encoded", "end", "drop", "times", "delay", "until", "before", "after",
    "pause", "event", "onto", "exit", "stderr",
];
const HEARD: &[&str] = &[
    "edit", "merge", "replace", "text", "encoded", "end", "drop", "times", "delay", "until", "before", "after",
    "pause", "answer", "event", "exit", "stderr",
];

impl Step {
    /// What may go wrong on an occasion of this name.
    pub(super) fn of(occasion: &str) -> &'static [&'static str] {
        match occasion {
            "hears" => HEARD,
            "http" => &["request", "respond", "response", "stream", "times"],
            "at" => &["after", "pause", "exit", "stderr", "linger"],
            _ => SAID,
        }
    }

    /// Whether this message can be answered, where that is what goes wrong: a response cannot.
    pub(super) fn can_answer(&self, message: &Message) -> bool {
        self.answer.is_none() || !message.is_response()
    }

    /// What becomes of the message itself.
    pub(super) fn bend(&self, mut message: Message, at_hand: AtHand<'_>) -> Vec<Message> {
        if self.drop || self.answer.is_some() {
            return Vec::new();
        }
        if let Some(json) = self.changed(&message, at_hand) {
            message = message.with_json(json);
        }
        for (piece, other) in &self.replace {
            message = message.with_text(|text| text.replace(piece, other), Encoding::Utf8);
        }
        if self.text.is_some() || self.encoded.is_some() {
            let whole = self.text.as_deref().unwrap_or("{text}");
            message = message.with_text(|text| whole.replace("{text}", text), self.encoded.unwrap_or_default());
        }
        message.end = self.end.clone().or(message.end);
        message.delay += self.delay;
        message.until = self.until.clone().or(message.until);
        message.event.extend(self.event.clone());
        message.onto = self.onto.or(message.onto);
        vec![message; self.times.unwrap_or(1)]
    }

    fn changed(&self, message: &Message, at_hand: AtHand<'_>) -> Option<Value> {
        let mut json = message.json.clone()?;
        if let Some(edit) = &self.edit {
            let patch: Patch = serde_json::from_value(at_hand.resolve(edit)?).ok()?;
            json_patch::patch(&mut json, &patch).ok()?;
        }
        if let Some(merge) = &self.merge {
            let merge = at_hand.resolve(merge)?;
            let is_about_results = merge.get("result").is_some() && merge.get("error").is_none();
            if !is_about_results || json.get("error").is_none() {
                json_patch::merge(&mut json, &merge);
            }
        }
        (self.edit.is_some() || self.merge.is_some()).then_some(json)
    }

    /// What is said before it.
    pub(super) fn before(&self, at_hand: AtHand<'_>) -> Vec<Message> {
        self.before.iter().filter_map(|value| Some(Message::made(at_hand.resolve(value)?))).collect()
    }

    /// What is said after it, or as its answer.
    pub(super) fn after(&self, at_hand: AtHand<'_>) -> Vec<Message> {
        let answer = self.answer.as_ref().and_then(|answer| response(answer, at_hand));
        let after = self.after.iter().filter_map(|value| at_hand.resolve(value));
        let later = |value| Message { delay: self.pause, ..Message::made(value) };
        answer.into_iter().chain(after).map(later).collect()
    }
}

/// A response with this result or error to the request at hand.
fn response(answer: &Value, at_hand: AtHand<'_>) -> Option<Value> {
    let id = at_hand.this?.get("id")?;
    let mut response = at_hand.resolve(answer)?;
    let members = response.as_object_mut()?;
    members.entry("jsonrpc").or_insert_with(|| "2.0".into());
    members.entry("id").or_insert_with(|| id.clone());
    Some(response)
}

fn milliseconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_millis)
}
