//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types>

use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "completion";
    /// What a client wants completed belongs to a prompt or to a resource.
    ///
    /// `ref/prompt` with a name, or `ref/resource` with a URI. Clients break this with kinds of their own, such as a tool.
    Must client_refers_to_a_prompt_or_resource binds Client since V2024_11_05
        cites ["completion-ref-types"] = "server/utilities/completion#reference-types";
}

fn client_refers_to_a_prompt_or_resource(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no completion was asked for");
    for exchange in t.requests("completion/complete") {
        let reference = &exchange.params()["ref"];
        let fits = match reference["type"].as_str() {
            Some("ref/prompt") => reference["name"].is_string(),
            Some("ref/resource") => reference["uri"].is_string(),
            _ => false,
        };
        seen.judge([exchange.request], (!fits).then(|| format!("`ref` is {reference}")));
    }
    seen
}
