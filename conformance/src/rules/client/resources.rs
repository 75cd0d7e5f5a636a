//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Transcript};

rules! { "resources";
    /// A client unsubscribes from what it subscribed to.
    ///
    /// Clients break this by ending all subscriptions they know of, whether they were made or not.
    Should client_unsubscribes_what_it_subscribed binds Client since V2024_11_05
        cites ["resources-client-unsubscribe-order"] = "schema#unsubscriberequest";
}

fn client_unsubscribes_what_it_subscribed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client ended no subscription");
    for connection in t.connections().filter(|connection| Connection::is_from_the_start(connection)) {
        for exchange in connection.requests("resources/unsubscribe") {
            let uri = &exchange.params()["uri"];
            let made = connection
                .requests("resources/subscribe")
                .any(|subscribed| subscribed.request.seq < exchange.request.seq && subscribed.params()["uri"] == *uri);
            seen.judge([exchange.request], (!made).then(|| format!("there is no subscription to {uri}")));
        }
    }
    seen
}
