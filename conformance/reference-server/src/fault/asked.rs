//! The requests of a conversation, so that answers can be told apart.

use std::collections::HashMap;

use serde_json::Value;

use super::message::Message;

/// What no request can be found for.
const MALFORMED: &str = "malformed";

/// The requests that a party heard, and that it made, by their ids.
#[derive(Debug, Default)]
pub(super) struct Asked {
    heard: HashMap<String, Value>,
    made: HashMap<String, Value>,
    /// The last that it heard.
    pub(super) latest: Option<Value>,
}

impl Asked {
    /// Keeps in mind what the party is asked, one by one where it is a batch.
    pub(super) fn hears(&mut self, json: Option<&Value>) {
        match json {
            Some(Value::Array(batch)) => batch.iter().for_each(|message| self.hears(Some(message))),
            Some(message) if is_request(message) => {
                self.heard.insert(message["id"].to_string(), message.clone());
                self.latest = Some(message.clone());
            }
            _ => {}
        }
    }

    /// Keeps in mind what the party asks.
    pub(super) fn says(&mut self, message: &Message) {
        if let (Some(_), Some(id)) = (message.method(), message.id()) {
            self.made.extend(message.json.clone().map(|json| (id, json)));
        }
    }

    /// The request of the peer's that this message answers.
    pub(super) fn of_the_peer(&self, message: &Message) -> Option<Value> {
        if !message.is_response() {
            return None;
        }
        self.heard.get(&message.id()?).cloned()
    }

    /// The request of the party's own that this message answers.
    pub(super) fn of_the_party(&self, message: &Message) -> Option<Value> {
        if !message.is_response() {
            return None;
        }
        self.made.get(&message.id()?).cloned()
    }

    /// The method of a message that the party hears, or of its own request that this answers.
    pub(super) fn method_of(&self, message: &Message) -> String {
        let own = self.of_the_party(message);
        let said = message.method().filter(|_| message.json.as_ref().is_some_and(is_sound));
        said.unwrap_or_else(|| method(own.as_ref())).to_owned()
    }
}

/// Whether a message with a method is a notification, or a request that can be answered.
fn is_sound(message: &Value) -> bool {
    let id = message.get("id").is_none_or(|id| id.is_string() || id.is_number());
    id && message["jsonrpc"] == "2.0" && message.get("params").is_none_or(Value::is_object)
}

fn is_request(message: &Value) -> bool {
    message.get("method").is_some_and(Value::is_string) && message.get("id").is_some() && is_sound(message)
}

/// The method of the request that is answered.
pub(super) fn method(asked: Option<&Value>) -> &str {
    asked.and_then(|asked| asked.get("method")?.as_str()).unwrap_or(MALFORMED)
}
