//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping>

use std::time::Duration;

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::transcript::{Exchange, Message, Party, Transcript};

rules! { "ping";
    /// A server answers `ping` with an empty result.
    ///
    /// Either side may ask at any time whether the other still lives, and the other answers at once with `{}`. Servers
    /// break this by treating `ping` as an unknown method (an error), by answering with a text such as `"pong"` in place of
    /// an object, or by not answering while another call runs.
    Must is_answered since V2024_11_05
    cites ["ping-respond-promptly", "ping-empty-result", "general-ping-respond"] = "basic/utilities/ping#behavior-requirements";

    /// The result of `ping` holds nothing.
    ///
    /// The text asks for an empty answer, the schema lets members pass, so members such as `"status": "ok"` are only advised
    /// against. `_meta` may always be there.
    Should result_is_empty since V2024_11_05 cites ["ping-empty-result"] = "basic/utilities/ping#behavior-requirements";

    /// A `ping` of the server has no parameters.
    ///
    /// There is nothing to say beside the question itself; only `_meta` may be there.
    Must has_no_params since V2024_11_05 cites ["ping-no-params"] = "basic/utilities/ping#message-format";

    /// A server does not ping without pause.
    ///
    /// More than ten pings within ten seconds count as too many here; the text names no number.
    Should is_not_excessive since V2024_11_05
    cites ["ping-not-excessive"] = "basic/utilities/ping#implementation-considerations";
}

fn is_answered(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no `ping` was sent");
    let is_called_off = |ping: &Exchange<'_>| ping.cancelled.is_some() && ping.error().is_some();
    let is_odd = |ping: &Message| ping.is_malformed() || ping.has_unknown_members();
    let is_judged = |ping: &Exchange<'_>| ping.refused.is_none() && !is_odd(ping.request) && !is_called_off(ping);
    for ping in t.requests("ping").filter(is_judged) {
        match ping.answer() {
            Some(answer) if answer.result().is_some_and(Value::is_object) => seen.held(),
            Some(answer) => seen.broken([ping.request, answer], "the answer is no result object"),
            None if is_lost(&ping) => seen.broken([ping.request], "no answer came"),
            None => {}
        }
    }
    seen
}

/// Ids too large for a double have a rule of their own.
fn is_lost(ping: &Exchange<'_>) -> bool {
    ping.is_unanswered() && ping.request.id().is_some_and(|id| !id.is_beyond_double())
}

fn result_is_empty(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no `ping` was answered");
    for ping in t.requests("ping") {
        if let Some((answer, Value::Object(result))) = ping.result() {
            let extra = result.keys().find(|name| *name != "_meta");
            seen.judge([ping.request, answer], extra.map(|name| format!("/result has the member `{name}`")));
        }
    }
    seen
}

/// The server's own pings.
fn pings(t: &Transcript) -> impl Iterator<Item = Exchange<'_>> {
    t.exchanges(Party::Server).filter(|exchange| exchange.method() == "ping")
}

fn has_no_params(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no `ping`");
    for ping in pings(t) {
        let extra = ping.params().as_object().and_then(|params| params.keys().find(|name| *name != "_meta"));
        seen.judge([ping.request], extra.map(|name| format!("/params has the member `{name}`")));
    }
    seen
}

fn is_not_excessive(t: &Transcript) -> Observations {
    const MANY: usize = 10;
    let mut seen = Observations::new("the server sent no `ping`");
    for connection in t.connections() {
        let said = connection.messages_from(Party::Server).filter(|message| message.is_request());
        let all: Vec<&Message> = said.filter(|request| request.method() == Some("ping")).collect();
        let burst =
            all.windows(MANY + 1).find(|pings| pings[MANY].at.saturating_sub(pings[0].at) < Duration::from_secs(10));
        match burst {
            Some(pings) => seen.broken(pings.iter().copied(), "more than ten pings came within ten seconds"),
            None if all.is_empty() => {}
            None => seen.held(),
        }
    }
    seen
}
