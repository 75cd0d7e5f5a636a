//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>

use serde_json::Value;

use super::mode::of;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Message, Party, Transcript};

rules! { "elicitation";
    /// The error -32042 lists what has to be done first.
    ///
    /// It is used for nothing else than a needed URL elicitation, and `data.elicitations` tells which. Servers break this by
    /// putting the address into the message, or with an empty list.
    Must required_error_lists_elicitations since V2025_11_25
        cites ["elicitation-required-error-list", "elicitation-required-error-only"]
        = "client/elicitation#url-elicitation-required-error";

    /// What the error -32042 lists are URL elicitations.
    ///
    /// Servers break this by listing forms, or entries without mode, message or address.
    Must required_error_lists_urls since V2025_11_25
        cites ["elicitation-required-error-url-mode"] = "client/elicitation#url-elicitation-required-error";

    /// What the error -32042 lists have ids.
    ///
    /// Without the id the client cannot tell which of them is complete.
    Must required_error_entries_have_ids since V2025_11_25
        cites ["elicitation-required-error-ids"] = "client/elicitation#url-elicitation-required-error";
}

const NONE: &str = "no request needed an elicitation first";

/// The errors that ask for an elicitation.
fn required(t: &Transcript) -> impl Iterator<Item = &Message> {
    t.messages_from(Party::Server).filter(|message| message.code() == Some(-32042))
}

fn listed(message: &Message) -> &[Value] {
    message.value["error"]["data"]["elicitations"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The params of every URL elicitation of a connection: asked for, or listed in an error.
pub(super) fn by_url_on(connection: &Connection) -> Vec<(&Value, &Message)> {
    let of_message = |message| -> Vec<(&Value, &Message)> {
        let message: &Message = message;
        if message.code() == Some(-32042) {
            return listed(message).iter().map(|params| (params, message)).collect();
        }
        let asks = message.is_request() && message.method() == Some("elicitation/create");
        if asks && of(message.params()) == Some("url") { vec![(message.params(), message)] } else { Vec::new() }
    };
    connection.messages_from(Party::Server).flat_map(of_message).collect()
}

/// The params of every URL elicitation.
pub(super) fn by_url(t: &Transcript) -> impl Iterator<Item = (&Value, &Message)> {
    t.connections().flat_map(by_url_on)
}

fn required_error_lists_elicitations(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in required(t) {
        let why = listed(message).is_empty().then_some("`data.elicitations` lists nothing");
        seen.judge([message], why);
    }
    seen
}

fn required_error_lists_urls(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in required(t) {
        for entry in listed(message) {
            let odd = if entry["mode"] == "url" {
                ["url", "message"].into_iter().find(|name| !entry[*name].is_string())
            } else {
                Some("mode")
            };
            seen.judge([message], odd.map(|name| format!("the `{name}` of an entry is {}", entry[name])));
        }
    }
    seen
}

fn required_error_entries_have_ids(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for message in required(t) {
        for entry in listed(message) {
            let why = (!entry["elicitationId"].is_string()).then_some("an entry has no `elicitationId`");
            seen.judge([message], why);
        }
    }
    seen
}
