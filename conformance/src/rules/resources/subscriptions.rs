//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions>

use crate::rule::{Observations, rules};
use crate::rules::shared::capability::is_withheld;
use crate::rules::shared::listing::RESOURCES;
use crate::rules::shared::shape::Shape;
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "resources";
    /// An update says which resource it is about.
    ///
    /// `notifications/resources/updated` has a `uri`.
    Must update_is_valid since V2024_11_05
    cites ["resources-updated-shape"] = "schema#resourceupdatednotificationparams";

    /// A server that declares subscriptions accepts them.
    ///
    /// `resources/subscribe` and `resources/unsubscribe` work for what the server lists. Servers declare `subscribe` by
    /// default and answer that the method does not exist.
    Must subscription_is_accepted needs "resources.subscribe" since V2024_11_05
    cites ["resources-subscribe-accepted", "lifecycle-cap-subscribe"] = "server/resources#capabilities";

    /// Where subscriptions are not declared, there are none.
    ///
    /// `resources/subscribe` is refused. A server that says yes all the same leaves the client to wait for updates that
    /// never come.
    Robustness undeclared_subscription_is_refused since V2024_11_05
    cites ["lifecycle-cap-subscribe"] = "server/resources#capabilities";

    /// Updates go to those who have subscribed.
    ///
    /// A server that tells every client of every change floods those who never asked.
    Should updates_go_to_subscribers since V2024_11_05
    cites ["resources-updated-only-subscribed"] = "schema#resourceupdatednotification";

    /// After unsubscribing no more updates come.
    ///
    /// The handler of `resources/unsubscribe` often does nothing but answer.
    Must unsubscribing_ends_updates since V2024_11_05 cites ["resources-unsubscribe-stops"] = "schema#unsubscriberequest";
}

fn subscription_is_accepted(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing that is listed was subscribed to");
    for exchange in t.requests("resources/subscribe").chain(t.requests("resources/unsubscribe")) {
        let is_listed =
            exchange.params()["uri"].as_str().is_some_and(|uri| RESOURCES.find(t, uri, exchange.request).is_some());
        if let Some(answer) = exchange.answer().filter(|_| is_listed) {
            seen.judge(
                [exchange.request, answer],
                answer.error().map(|_| format!("`{}` is refused", exchange.method())),
            );
        }
    }
    seen
}

fn undeclared_subscription_is_refused(t: &Transcript) -> Observations {
    is_withheld(t, "resources.subscribe", "resources/subscribe", |exchange| exchange.result().is_some())
}

fn updates(connection: &Connection) -> impl Iterator<Item = (&Message, &str)> {
    let said = connection.messages_from(Party::Server);
    let updated = said.filter(|message| message.method() == Some("notifications/resources/updated"));
    updated.filter_map(|message| Some((message, message.params()["uri"].as_str()?)))
}

/// The last subscription (or its end) before an update that is about its resource, or about a part of it.
fn last<'t>(connection: &'t Connection, uri: &str, update: &Message) -> Option<Exchange<'t>> {
    let subscriptions = connection.requests("resources/subscribe").chain(connection.requests("resources/unsubscribe"));
    let is_about = |exchange: &Exchange<'_>| {
        exchange.request.seq < update.seq && exchange.params()["uri"].as_str().is_some_and(|of| is_part(uri, of))
    };
    subscriptions.filter(is_about).max_by_key(|exchange| exchange.request.seq)
}

/// Whether the first resource is the other, or lies below it.
fn is_part(uri: &str, of: &str) -> bool {
    let rest = uri.strip_prefix(of);
    rest.is_some_and(|rest| rest.is_empty() || of.ends_with('/') || rest.starts_with(['/', '?', '#']))
}

fn updates_go_to_subscribers(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no resource was updated");
    for connection in t.connections().filter(|connection| connection.is_from_the_start()) {
        for (message, uri) in updates(connection) {
            let fault = last(connection, uri, message).is_none().then(|| format!("{uri} was not subscribed to"));
            seen.judge([message], fault);
        }
    }
    seen
}

fn unsubscribing_ends_updates(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no resource was unsubscribed from");
    for connection in t.connections() {
        for exchange in connection.requests("resources/unsubscribe") {
            let Some((answer, _)) = exchange.result() else { continue };
            let is_late = |&(message, uri): &(&Message, &str)| {
                let ended = last(connection, uri, message).filter(|last| last.request.seq == exchange.request.seq);
                message.seq > answer.seq && ended.is_some()
            };
            match updates(connection).find(is_late) {
                Some((message, _)) => seen.broken([exchange.request, answer, message], "an update came all the same"),
                None => seen.held(),
            }
        }
    }
    seen
}

fn update_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ResourceUpdatedNotificationParams"], "no resource was updated").judge(t)
}
