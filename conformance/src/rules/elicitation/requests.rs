//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests>

use std::collections::BTreeMap;

use super::mode::{elicitations, is_declared, of};
use crate::rule::{Observations, rules};
use crate::transcript::{Party, Transcript};

rules! { "elicitation";
    /// A server uses only the modes that the client declares.
    ///
    /// `form` and `url` are declared one by one; an empty declaration means forms. Servers break this by looking for the
    /// capability and not for its modes, so that a client for one gets the other.
    Must mode_is_declared since V2025_11_25
        cites ["elicitation-server-mode-undeclared", "elicitation-empty-means-form"] = "client/elicitation#capabilities";

    /// An elicitation says which of the two modes it has, and brings what belongs to that mode.
    ///
    /// The mode may be left out for a form. Servers break this with a mode of their own, or with the address of a URL
    /// elicitation and no mode, which a client takes for a form without fields.
    Must mode_fits since V2025_11_25
        cites ["elicitation-request-mode", "elicitation-form-mode-value", "elicitation-url-mode-value"]
        = "client/elicitation#elicitation-requests";

    /// An elicitation has a message for the user.
    ///
    /// Without it nobody knows why to answer. Servers break this by leaving it out, or with an empty text, because the
    /// titles of the fields seem to say it all.
    Must has_a_message since V2025_06_18
        cites ["elicitation-request-message", "elicitation-url-message"] = "client/elicitation#elicitation-requests";

    /// A URL elicitation has an address.
    ///
    /// Servers break this by putting the address into the message.
    Must url_mode_has_a_url since V2025_11_25
        cites ["elicitation-url-param"] = "client/elicitation#url-mode-elicitation-requests";

    /// A URL elicitation has an id.
    ///
    /// The completion notice names it. Servers that never send one leave it out.
    Must url_mode_has_an_id since V2025_11_25
        cites ["elicitation-url-id"] = "client/elicitation#url-mode-elicitation-requests";

    /// No two URL elicitations have one id.
    ///
    /// It is judged by the address: one id that leads to two addresses stands for two elicitations. Servers break this with
    /// the name of the service for an id.
    Must id_is_unique since V2025_11_25 cites ["elicitation-id-unique"] = "schema#elicitrequesturlparams";

    /// A completion notice names an elicitation of this client.
    ///
    /// Servers break this by leaving the id out, by making up one, or by telling every client.
    Must completion_names_an_elicitation since V2025_11_25
        cites ["elicitation-complete-id", "elicitation-complete-shape", "elicitation-complete-same-client"]
        = "client/elicitation#completion-notifications-for-url-mode-elicitation";
}

const NONE: &str = "the server asked for no elicitation";
const NO_URL: &str = "the server asked for no elicitation by URL";

fn mode_is_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (connection, exchange) in elicitations(t) {
        let Some(mode) = of(exchange.params()).filter(|mode| matches!(*mode, "form" | "url")) else { continue };
        if let Some(declared) = is_declared(connection, t, mode) {
            let why = (!declared).then(|| format!("the client does not declare the mode {mode}"));
            seen.judge([exchange.request], why);
        }
    }
    seen
}

fn mode_fits(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in elicitations(t) {
        let params = exchange.params();
        let by_url = params.get("url").is_some() || params.get("elicitationId").is_some();
        let why = match of(params) {
            Some("form") if by_url => Some("it has an address, and its mode is not `url`".to_owned()),
            Some("url") if params.get("requestedSchema").is_some() => {
                Some("it has `requestedSchema`, and its mode is not `form`".to_owned())
            }
            Some("form" | "url") => None,
            _ => Some(format!("the mode is {}", params["mode"])),
        };
        seen.judge([exchange.request], why);
    }
    seen
}

fn has_a_message(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in elicitations(t) {
        let why = match exchange.params()["message"].as_str() {
            None => Some("`message` is no text"),
            Some(text) => text.trim().is_empty().then_some("`message` is empty"),
        };
        seen.judge([exchange.request], why);
    }
    seen
}

fn url_mode_has_a_url(t: &Transcript) -> Observations {
    is_a_text(t, "url")
}

fn url_mode_has_an_id(t: &Transcript) -> Observations {
    is_a_text(t, "elicitationId")
}

fn is_a_text(t: &Transcript, name: &str) -> Observations {
    let mut seen = Observations::new(NO_URL);
    for (_, exchange) in super::mode::in_mode(t, "url") {
        let why = (!exchange.params()[name].is_string()).then(|| format!("`{name}` is no text"));
        seen.judge([exchange.request], why);
    }
    seen
}

fn id_is_unique(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NO_URL);
    let mut known = BTreeMap::new();
    for (params, message) in super::required::by_url(t) {
        let (Some(id), Some(url)) = (params["elicitationId"].as_str(), params["url"].as_str()) else { continue };
        let (first, at) = *known.entry(id).or_insert((url, message.seq));
        let why = (first != url).then(|| format!("the id {id:?} stands for another elicitation already"));
        seen.judge([at, message.seq], why);
    }
    seen
}

fn completion_names_an_elicitation(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no elicitation was said to be complete");
    let method = "notifications/elicitation/complete";
    for connection in t.connections() {
        let issued = super::required::by_url_on(connection);
        for notice in connection.messages_from(Party::Server).filter(|message| message.method() == Some(method)) {
            let why = match notice.params()["elicitationId"].as_str() {
                None => Some("`elicitationId` is no text".to_owned()),
                Some(id) if issued.iter().any(|(params, _)| params["elicitationId"] == id) => None,
                Some(_) if !connection.is_from_the_start() => continue,
                Some(id) => Some(format!("no elicitation of this client has the id {id:?}")),
            };
            seen.judge([notice], why);
        }
    }
    seen
}
