//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping>

use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "ping";
    /// A server answers `ping` with an empty result.
    ///
    /// Either side may ask at any time whether the other still lives, and the other answers at once with `{}`. Servers
    /// break this by treating `ping` as an unknown method (an error), by answering with a text such as `"pong"` in place of
    /// an object, or by not answering while another call runs.
    Must is_answered since V2024_11_05 cites ["ping-respond-promptly"] = "basic/utilities/ping#behavior-requirements";
}

fn is_answered(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no `ping` was sent");
    for ping in t.requests("ping").filter(|ping| ping.refused.is_none()) {
        match ping.answer() {
            Some(answer) if answer.result().is_some_and(serde_json::Value::is_object) => seen.held(),
            Some(answer) => seen.broken([ping.request, answer], "the answer is no result object"),
            None if ping.is_unanswered() => seen.broken([ping.request], "no answer came"),
            None => {}
        }
    }
    seen
}
