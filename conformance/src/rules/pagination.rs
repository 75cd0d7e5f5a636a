//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination>

use std::collections::HashSet;

use super::shared::listing::{LISTS, List, Page, Walk};
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::{Connection, Exchange, Transcript};

rules! { "pagination";
    /// A cursor is a text.
    ///
    /// `nextCursor` is a string, or it is absent. `null` at the end of the list is the most frequent violation, as many
    /// serializers write it; numbers come from offsets.
    Must next_cursor_is_a_string since V2024_11_05
    cites ["pagination-cursor-string"] = "server/utilities/pagination#pagination-model";

    /// Cursors lead to an end.
    ///
    /// A cursor is a position, and `nextCursor` says that there is more after it. A page that gives the cursor by which it
    /// was asked for, or one from before, sends clients round in a circle. It happens when the last page keeps its cursor
    /// or the offset is never advanced.
    Must cursors_advance since V2024_11_05
    cites ["pagination-nextcursor-means-more"] = "server/utilities/pagination#response-format";

    /// The page after a cursor is another page.
    ///
    /// A server that gives cursors and then does not look at them returns the first page again and again; one that forgets
    /// them, or checks them against something else, refuses what it gave itself.
    Should cursor_is_heeded since V2024_11_05
    cites ["pagination-cursor-resume"] = "server/utilities/pagination#request-format";

    /// A cursor leads to the same page each time.
    ///
    /// As long as the list has not changed, a client may ask for a page twice. Cursors that are used up, or whose pages
    /// shift, lose or repeat entries.
    Should cursors_are_stable since V2024_11_05
    cites ["pagination-stable-cursors"] = "server/utilities/pagination#implementation-guidelines";

    /// A cursor that the server never gave is refused with -32602.
    ///
    /// Servers without pages ignore it and answer with the whole list; the client that lost its place then believes that it
    /// is at the beginning of a page in the middle.
    Should invalid_cursor_is_refused since V2024_11_05
    cites ["pagination-invalid-code", "pagination-invalid-graceful"] = "server/utilities/pagination#error-handling";
}

/// Every walk through every list.
fn walks(t: &Transcript) -> impl Iterator<Item = (&Connection, List, Walk<'_>)> {
    t.connections().flat_map(|connection| {
        LISTS
            .into_iter()
            .flat_map(move |list| list.walks(connection).into_iter().map(move |walk| (connection, list, walk)))
    })
}

fn cursors_advance(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no list came in pages");
    for (_, _, walk) in walks(t).filter(|(.., walk)| walk.pages.iter().any(|page| page.next().is_some())) {
        let mut given = HashSet::new();
        let circle = walk.pages.iter().find(|page| page.next().is_some_and(|next| !given.insert(next)));
        match circle {
            Some(page) => {
                let cursor = page.next().unwrap_or_default();
                seen.broken([page.request, page.answer], format!("/result/nextCursor is {cursor:?} again"));
            }
            None => seen.held(),
        }
    }
    seen
}

fn cursor_is_heeded(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no list came in pages");
    for (_, list, walk) in walks(t) {
        for pages in walk.pages.windows(2).filter(|pages| pages[0].next() != pages[0].cursor()) {
            let entries = list.entries(&pages[1]);
            // Two entries may be alike; the first page again would say that there is more.
            let is_telling = entries.len() > 1 || !entries.is_empty() && pages[1].next().is_some();
            let same = is_telling && list.entries(&pages[0]) == entries;
            let events = [pages[0].answer, pages[1].request, pages[1].answer];
            seen.judge(events, same.then_some("the page after the cursor is the page before it"));
        }
    }
    let refused = t.connections().flat_map(|connection| LISTS.into_iter().flat_map(|list| refused(connection, list)));
    for (asked, page) in refused {
        let events = [page.answer, asked.request].into_iter().chain(asked.answer());
        seen.broken(events, "the cursor was given, and is refused");
    }
    seen
}

/// The requests for a page that were refused, though its cursor was given and the list has not changed since.
fn refused(connection: &Connection, list: List) -> Vec<(Exchange<'_>, Page<'_>)> {
    let gave = |exchange: &Exchange<'_>| {
        let (cursor, answer) = (exchange.params()["cursor"].as_str()?, exchange.error()?);
        let gives = |page: &Page<'_>| page.next() == Some(cursor) && page.answer.seq < exchange.request.seq;
        let source = list.pages(connection).filter(gives).last()?;
        (!list.changes_between(connection, source.answer, answer)).then_some(source)
    };
    let all = connection.requests(list.method);
    all.filter_map(|exchange| gave(&exchange).map(|page| (exchange, page))).collect()
}

fn cursors_are_stable(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no page was asked for twice");
    for connection in t.connections() {
        for list in LISTS {
            let pages: Vec<_> = list.pages(connection).filter(|page| page.cursor().is_some()).collect();
            for (at, page) in pages.iter().enumerate() {
                let is_same = |earlier: &&Page<'_>| earlier.cursor() == page.cursor();
                let Some(earlier) = pages[..at].iter().rfind(is_same) else { continue };
                if !list.changes_between(connection, earlier.request, page.answer) {
                    let differs = list.entries(earlier) != list.entries(page);
                    seen.judge(
                        [earlier.answer, page.answer],
                        differs.then_some("the cursor leads to another page now"),
                    );
                }
            }
        }
    }
    seen
}

fn invalid_cursor_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no cursor was made up");
    let given: HashSet<_> = LISTS
        .iter()
        .flat_map(|list| t.connections().flat_map(|connection| list.pages(connection)))
        .filter_map(|page| page.next())
        .collect();
    let is_made_up =
        |exchange: &Exchange<'_>| exchange.params()["cursor"].as_str().is_some_and(|cursor| !given.contains(cursor));
    for connection in t.connections().filter(|connection| connection.is_from_the_start()) {
        for list in LISTS {
            for exchange in connection.requests(list.method).filter(is_made_up) {
                let Some(answer) = exchange.answer() else { continue };
                let fault = match answer.code() {
                    Some(-32601 | -32602) => None,
                    Some(code) => Some(format!("the code is {code}, where -32602 was expected")),
                    None if answer.result().is_some() => Some("the cursor was never given, and a page came".to_owned()),
                    None => continue,
                };
                seen.judge([exchange.request, answer], fault);
            }
        }
    }
    seen
}

fn next_cursor_is_a_string(t: &Transcript) -> Observations {
    const RESULTS: &[&str] = &[
        "ListToolsResult",
        "ListResourcesResult",
        "ListResourceTemplatesResult",
        "ListPromptsResult",
        "ListTasksResult",
    ];
    Shape::member(RESULTS, "nextCursor", "no list came in pages").judge(t)
}
