//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination#implementation-guidelines>

use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Party, Transcript, What};

rules! { "pagination";
    /// A client sends a cursor as it got it.
    ///
    /// Clients break this by counting on, by decoding it, or by taking the cursor of another list.
    Must client_keeps_cursors_as_they_are binds Client since V2024_11_05
        cites ["pagination-client-unmodified", "pagination-client-end"] = "server/utilities/pagination#implementation-guidelines";

    /// A client does not take cursors from one session to the next.
    ///
    /// Clients break this by storing where they were.
    Must client_forgets_cursors binds Client since V2024_11_05
        cites ["pagination-client-no-persist"] = "server/utilities/pagination#implementation-guidelines";

    /// A client reads a list to its end.
    ///
    /// A page with `nextCursor` is not the whole, however short it is. Clients without pagination show the first page as if
    /// it were all. It is judged where the connection was recorded to its end, and no page of that list was ever followed.
    Should client_follows_the_pages binds Client since V2024_11_05
        cites ["pagination-client-both-flows", "pagination-client-no-fixed-size", "prompts-client-pagination"]
        = "server/utilities/pagination#implementation-guidelines";
}

fn is_list(exchange: &Exchange<'_>) -> bool {
    matches!(exchange.method(), "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list")
}

/// Whether a list of that method gave the cursor before.
fn gave(connection: &Connection, asked: &Exchange<'_>) -> bool {
    let cursor = asked.params().get("cursor");
    connection
        .requests(asked.method())
        .filter_map(|page: Exchange<'_>| page.result())
        .any(|(answer, result)| answer.seq < asked.request.seq && result.get("nextCursor") == cursor)
}

/// The requests with a cursor, on connections that were recorded from their start.
fn continued(t: &Transcript) -> impl Iterator<Item = (&Connection, Exchange<'_>)> {
    t.connections().filter(|connection| Connection::is_from_the_start(connection)).flat_map(|connection| {
        let all = connection.exchanges(Party::Client).filter(is_list);
        all.filter(|exchange| exchange.params().get("cursor").is_some()).map(move |exchange| (connection, exchange))
    })
}

/// The other connection that gave the cursor.
fn elsewhere(t: &Transcript, here: &Connection, asked: &Exchange<'_>) -> bool {
    t.connections().filter(|other| other.id() != here.id()).any(|other| gave(other, asked))
}

fn client_keeps_cursors_as_they_are(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client read no second page");
    for (connection, exchange) in continued(t) {
        let known = gave(connection, &exchange) || elsewhere(t, connection, &exchange);
        let why = (!known).then(|| format!("no page of this list gave the cursor {}", exchange.params()["cursor"]));
        seen.judge([exchange.request], why);
    }
    seen
}

fn client_forgets_cursors(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client read no second page");
    for (connection, exchange) in continued(t) {
        let stored = !gave(connection, &exchange) && elsewhere(t, connection, &exchange);
        seen.judge([exchange.request], stored.then_some("the cursor is that of another session"));
    }
    seen
}

fn client_follows_the_pages(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no list came in pages, or the end of the connection was not recorded");
    let ended = |connection: &&Connection| {
        let is_end = |what: &What| matches!(what, What::Closed | What::Exited(_) | What::InputClosed);
        connection.events().iter().any(|event| event.http.is_none() && is_end(&event.what))
    };
    for connection in t.connections().filter(ended) {
        let lists: Vec<_> = connection.exchanges(Party::Client).filter(is_list).collect();
        for (exchange, answer) in lists.iter().filter_map(|list| Some((list, list.result()?))) {
            let first = exchange.params().get("cursor").is_none();
            if first && answer.1.get("nextCursor").is_some_and(serde_json::Value::is_string) {
                let goes_on = |other: &Exchange<'_>| {
                    other.method() == exchange.method() && other.params().get("cursor").is_some()
                };
                let why = (!lists.iter().any(goes_on)).then_some("the client reads the first page alone");
                seen.judge([exchange.request, answer.0], why);
            }
        }
    }
    seen
}
