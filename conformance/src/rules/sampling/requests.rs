//! <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages>

use serde_json::Value;

use super::super::shared::asked::{asked, declared};
use crate::prose;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "sampling";
    /// Tools are only given to a client that can use them.
    ///
    /// Without `sampling.tools` a client refuses a request with `tools` or `toolChoice`. Servers break this by looking only
    /// for `sampling`, which says nothing about tools.
    Must tools_only_where_declared since V2025_11_25
        cites ["sampling-server-tools-undeclared"] = "client/sampling#tools-in-sampling";

    /// A server does without context from other servers.
    ///
    /// The values `thisServer` and `allServers` of `includeContext` are on their way out, and clients need not know them.
    Should avoids_context since V2025_11_25 cites ["sampling-context-avoid"] = "client/sampling#capabilities";

    /// Context is only asked of a client that declares it.
    ///
    /// Servers written for older revisions ask for `thisServer` of everybody; without `sampling.context` nobody promised it.
    Should context_only_where_declared since V2025_11_25
        cites ["lifecycle-include-context-undeclared", "sampling-context-undeclared"] = "client/sampling#capabilities";

    /// A sampling request has messages and a limit of tokens.
    ///
    /// Servers break this by leaving `maxTokens` out or writing it as a text, by sending one message in place of a list, or
    /// with blocks that only tool results and prompts may hold, such as embedded resources.
    Must request_is_whole since V2024_11_05
        cites ["sampling-request-shape"] = "schema#createmessagerequestparams";

    /// Messages are the user's or the assistant's.
    ///
    /// There is no third role: the system prompt has a member of its own, and tool results are the user's. Servers that hand
    /// on what they keep for a model's interface send `system` or `tool`.
    Must roles_are_user_or_assistant since V2024_11_05 cites ["sampling-roles"] = "client/sampling#message-roles";

    /// Priorities are numbers from 0 to 1.
    ///
    /// Servers break this with percentages, or with a scale of 1 to 10.
    Must priorities_are_fractions since V2024_11_05
        cites ["sampling-priorities-range"] = "client/sampling#capability-priorities";
}

const NONE: &str = "the server asked for no sampling";
const METHOD: &str = "sampling/createMessage";

fn tools_only_where_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client declares `sampling.tools`, or was asked for no sampling");
    for (connection, exchange) in asked(t, METHOD) {
        let Some(declared) = declared(connection, t).filter(|declared| lacks(declared, "tools")) else { continue };
        let given = ["tools", "toolChoice"].into_iter().find(|name| exchange.params().get(name).is_some());
        let why = given.map(|name| format!("`{name}` is given, and the client declares {}", declared["sampling"]));
        seen.judge([exchange.request], why);
    }
    seen
}

/// Whether the client declares sampling without that part; asking one that declares none is the lifecycle's matter.
fn lacks(declared: &Value, part: &str) -> bool {
    declared["sampling"].is_object() && !declared["sampling"][part].is_object()
}

fn avoids_context(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        let asks = exchange.params()["includeContext"].as_str().and_then(prose::sampling::context_fault);
        seen.judge([exchange.request], asks.map(|why| format!("`includeContext` {why}")));
    }
    seen
}

fn context_only_where_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client declares `sampling.context`, or was asked for no sampling");
    for (connection, exchange) in asked(t, METHOD) {
        if declared(connection, t).is_some_and(|declared| lacks(declared, "context")) {
            let asks = exchange.params()["includeContext"].as_str().and_then(prose::sampling::context_fault);
            seen.judge(
                [exchange.request],
                asks.map(|_| "context is asked for, and `sampling.context` is not declared"),
            );
        }
    }
    seen
}

fn request_is_whole(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        seen.judge([exchange.request], shape_fault(exchange.params()));
    }
    seen
}

fn shape_fault(params: &Value) -> Option<String> {
    let Some(messages) = params["messages"].as_array() else { return Some("`messages` is no list".to_owned()) };
    if !params["maxTokens"].as_number().is_some_and(|number| number.as_f64().is_some_and(|f| f.fract() == 0.0)) {
        return Some("`maxTokens` is no integer".to_owned());
    }
    let known = ["text", "image", "audio", "tool_use", "tool_result"];
    let blocks = messages.iter().flat_map(|message| match &message["content"] {
        Value::Array(blocks) => blocks.iter().collect(),
        one => vec![one],
    });
    blocks.map(|block| &block["type"]).find(|kind| !known.iter().any(|known| *kind == known)).map(|kind| match kind {
        Value::Null => "a block of `content` has no type".to_owned(),
        kind => format!("`content` holds a block of the type {kind}"),
    })
}

fn roles_are_user_or_assistant(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in asked(t, METHOD) {
        let messages = exchange.params()["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut roles = messages.iter().map(|message| &message["role"]);
        let odd = roles.find(|role| *role != "user" && *role != "assistant");
        seen.judge([exchange.request], odd.map(|role| format!("a message has the role {role}")));
    }
    seen
}

fn priorities_are_fractions(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server told no priorities");
    for (_, exchange) in asked(t, METHOD) {
        for name in ["costPriority", "speedPriority", "intelligencePriority"] {
            let Some(priority) = exchange.params()["modelPreferences"].get(name) else { continue };
            let fits = priority.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number));
            seen.judge([exchange.request], (!fits).then(|| format!("`{name}` is {priority}")));
        }
    }
    seen
}
