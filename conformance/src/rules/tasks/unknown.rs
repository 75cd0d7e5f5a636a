//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#protocol-errors>

use super::sighting::target;
use crate::rule::{Observations, rules};
use crate::transcript::{Assumption, Client, Connection, Exchange, Party, Transcript};

rules! { "tasks";
    /// `tasks/get` of an unknown task is refused with -32602.
    ///
    /// Unknown is what the recording says, or what this suite made up, or an id that is no text. Servers break this with
    /// -32603, with a code of their own, or with a task that is null.
    Must get_refuses_unknown_tasks needs "tasks" since V2025_11_25
        cites ["tasks-get-unknown-id"] = "basic/utilities/tasks#protocol-errors"
        by |t| refuses(t, "tasks/get");

    /// `tasks/result` of an unknown task is refused with -32602.
    ///
    /// Servers break this by waiting for a task that does not exist, or with another code.
    Must result_refuses_unknown_tasks needs "tasks" since V2025_11_25
        cites ["tasks-result-unknown-id"] = "basic/utilities/tasks#protocol-errors"
        by |t| refuses(t, "tasks/result");

    /// `tasks/cancel` of an unknown task is refused with -32602.
    ///
    /// Servers break this by confirming that it is cancelled, or with another code.
    Must cancel_refuses_unknown_tasks needs "tasks.cancel" since V2025_11_25
        cites ["tasks-cancel-unknown-id"] = "basic/utilities/tasks#protocol-errors"
        by |t| refuses(t, "tasks/cancel");

    /// An error about a task says what is wrong.
    ///
    /// Servers break this with an empty message, or with the bare name of the code.
    Should errors_are_informative needs "tasks" since V2025_11_25
        cites ["tasks-error-informative"] = "basic/utilities/tasks#protocol-errors";
}

fn refuses(t: &Transcript, method: &str) -> Observations {
    let mut seen = Observations::new(format!("`{method}` was not asked for an unknown task"));
    for exchange in t.requests(method).filter(|exchange| is_unknown(t, exchange) && exchange.refused.is_none()) {
        let Some(answer) = exchange.answer() else {
            if exchange.is_unanswered() {
                seen.broken([exchange.request], "no answer came");
            }
            continue;
        };
        let why = match answer.code() {
            Some(-32602) => None,
            Some(code) => Some(format!("the code is {code}, not -32602")),
            None => Some("it is not refused".to_owned()),
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn is_unknown(t: &Transcript, exchange: &Exchange<'_>) -> bool {
    let Some(id) = target(exchange) else { return exchange.params().is_object() };
    let assumed = t.connections().flat_map(Connection::assumptions).any(|assumption| match assumption {
        Assumption::UnknownName(name) => name == id,
        _ => false,
    });
    assumed || t.header().client == Client::Suite && !is_mentioned(t, id)
}

/// Whether the server ever said that id.
fn is_mentioned(t: &Transcript, id: &str) -> bool {
    let quoted = serde_json::Value::from(id).to_string();
    t.messages_from(Party::Server).any(|message| message.text.lossy().contains(&quoted))
}

fn errors_are_informative(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request about a task failed");
    for exchange in t.exchanges(Party::Client).filter(|exchange| exchange.method().starts_with("tasks/")) {
        let Some(answer) = exchange.error() else { continue };
        let text = answer.value["error"]["message"].as_str().unwrap_or_default().trim().to_lowercase();
        let bare = ["", "error", "invalid params", "invalid parameters", "internal error", "failed"];
        let why = bare.contains(&&*text).then(|| format!("the message is {text:?}"));
        seen.judge([exchange.request, answer], why);
    }
    seen
}
