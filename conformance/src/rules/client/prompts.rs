//! <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Transcript};

rules! { "prompts";
    /// The arguments of a prompt are texts.
    ///
    /// Clients break this by sending the numbers and booleans of their own form.
    Must client_sends_texts binds Client since V2024_11_05
        cites ["prompts-client-args-strings"] = "schema#getpromptrequestparams";

    /// A client gives every argument that a prompt needs.
    ///
    /// Clients break this by asking for a prompt before the user filled anything in. Judged against the last list.
    Must client_gives_required_arguments binds Client since V2024_11_05
        cites ["prompts-client-required-args"] = "schema#promptargument";
}

fn client_sends_texts(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no prompt was asked for with arguments");
    for exchange in t.requests("prompts/get") {
        let Some(arguments) = exchange.params()["arguments"].as_object() else { continue };
        let odd = arguments.iter().find(|(_, value)| !value.is_string());
        seen.judge([exchange.request], odd.map(|(name, value)| format!("`{name}` is {value}")));
    }
    seen
}

/// The prompt of that name as it was last listed before.
fn listed<'t>(connection: &'t Connection, asked: &Exchange<'_>) -> Option<&'t Value> {
    let before = connection.requests("prompts/list").filter_map(|page: Exchange<'_>| page.result());
    let before = before.filter(|(answer, _)| answer.seq < asked.request.seq);
    let prompts = before.filter_map(|(_, result)| result["prompts"].as_array()).flatten();
    prompts.filter(|prompt| prompt["name"] == asked.params()["name"]).last()
}

fn client_gives_required_arguments(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no listed prompt was asked for");
    for connection in t.connections() {
        for exchange in connection.requests("prompts/get") {
            let Some(prompt) = listed(connection, &exchange) else { continue };
            let needed = prompt["arguments"].as_array().into_iter().flatten().filter(|one| one["required"] == true);
            let mut names = needed.filter_map(|argument| argument["name"].as_str());
            let missing = names.find(|name| exchange.params()["arguments"].get(name).is_none());
            seen.judge([exchange.request], missing.map(|name| format!("the argument `{name}` is missing")));
        }
    }
    seen
}
