//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements>

use crate::rule::{Observations, rules};
use crate::transcript::{Party, Transcript};

rules! { "cancellation";
    /// A client does not cancel `initialize`.
    ///
    /// A client that gives up closes the connection. Clients break this with a time limit that is the same for all requests.
    Must client_lets_initialize_be binds Client since V2024_11_05
        cites ["cancellation-not-initialize", "general-client-no-cancel-initialize"]
        = "basic/utilities/cancellation#behavior-requirements";
}

fn client_lets_initialize_be(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client cancelled nothing");
    for exchange in t.exchanges(Party::Client) {
        if let Some(cancelled) = exchange.cancelled {
            let why = (exchange.method() == "initialize").then_some("`initialize` is cancelled");
            seen.judge([exchange.request, cancelled], why);
        }
    }
    seen
}
