//! When something goes wrong.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{pattern::fits, step::Step};

/// One fault: when something goes wrong, and what.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub(super) struct Fault {
    pub(super) occasion: Occasion,
    pub(super) narrow: Narrow,
    pub(super) step: Step,
}

/// What a fault waits for. A method may be `*`, any of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Occasion {
    /// The answer to a request of this method; `malformed` is what no request can be found for.
    Answers(String),
    /// A request or notification of its own.
    Says(String),
    /// A message that reaches it, or the answer to a request of its own; `malformed` is what is neither.
    Hears(String),
    /// An HTTP request of this method.
    Http(String),
    /// A moment that brings no message.
    At(Moment),
}

/// A moment that brings no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Moment {
    /// Before anything is said.
    Start,
    /// The input has ended.
    End,
    /// The process is asked to terminate.
    Termination,
}

/// Which of the occasions are meant.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Narrow {
    /// What the message looks like; for HTTP, what the request looks like.
    #[serde(rename = "where")]
    like: Option<Value>,
    /// What the request that is answered looks like.
    asked: Option<Value>,
    /// What the HTTP response looks like.
    pub(super) gives: Option<Value>,
    /// Only the one of this number, counted from 1.
    nth: Option<u64>,
    /// Only those from this number on.
    from: Option<u64>,
    /// Only those up to that number.
    to: Option<u64>,
}

const OCCASIONS: [&str; 5] = ["answers", "says", "hears", "http", "at"];
const NARROWS: [&str; 6] = ["where", "asked", "gives", "nth", "from", "to"];

impl TryFrom<Map<String, Value>> for Fault {
    type Error = String;

    fn try_from(members: Map<String, Value>) -> Result<Self, String> {
        let (mut occasion, mut narrow, mut step) = (Map::new(), Map::new(), Map::new());
        for (name, value) in members {
            let part = match &*name {
                name if OCCASIONS.contains(&name) => &mut occasion,
                name if NARROWS.contains(&name) => &mut narrow,
                _ => &mut step,
            };
            part.insert(name, value);
        }
        let [name] = occasion.keys().collect::<Vec<_>>()[..] else {
            return Err(format!("a fault has exactly one of {}", OCCASIONS.join(", ")));
        };
        check(name, &step)?;
        let told = |error: serde_json::Error| error.to_string();
        Ok(Self {
            narrow: serde_json::from_value(narrow.into()).map_err(told)?,
            step: serde_json::from_value(step.into()).map_err(told)?,
            occasion: serde_json::from_value(occasion.into()).map_err(told)?,
        })
    }
}

/// Refuses what does not go with the occasion.
fn check(occasion: &str, step: &Map<String, Value>) -> Result<(), String> {
    let known = Step::of(occasion);
    match step.keys().find(|name| !known.contains(&&***name)) {
        Some(name) => Err(format!("`{name}` does not go with `{occasion}`, which takes {}", known.join(", "))),
        None if step.is_empty() => Err(format!("nothing goes wrong; `{occasion}` takes {}", known.join(", "))),
        None => Ok(()),
    }
}

impl Fault {
    pub(super) fn is_at(&self, moment: Moment) -> bool {
        matches!(self.occasion, Occasion::At(at) if at == moment)
    }

    pub(super) fn ignores_termination(&self) -> bool {
        self.is_at(Moment::Termination) && self.step.linger
    }
}

impl Narrow {
    /// Whether this message, which answers that request, is meant.
    pub(super) fn fits(&self, message: Option<&Value>, asked: Option<&Value>) -> bool {
        let fit = |wanted: &Option<Value>, found| wanted.as_ref().is_none_or(|wanted| fits(wanted, found));
        fit(&self.like, message) && fit(&self.asked, asked)
    }

    /// Counts one more that fits; whether it is one that is meant.
    pub(super) fn counts(&self, seen: &mut u64) -> bool {
        *seen += 1;
        let number = *seen;
        self.nth.is_none_or(|nth| nth == number)
            && self.from.is_none_or(|from| from <= number)
            && self.to.is_none_or(|to| number <= to)
    }
}

/// Whether a method is the one that is waited for.
pub(super) fn is_method(wanted: &str, method: &str) -> bool {
    wanted == "*" || wanted == method
}
