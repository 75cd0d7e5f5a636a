//! Lists in pages.

use serde_json::Value;

use super::part::{self, Part};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

/// A method that lists things, and where they stand in its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct List {
    pub method: &'static str,
    pub member: &'static str,
    /// The schema's name of the result.
    pub definition: &'static str,
    /// What tells the entries apart.
    pub key: &'static str,
    /// The notification that the list has changed.
    pub changed: &'static str,
}

pub(in crate::rules) const TOOLS: List = List {
    method: "tools/list",
    member: "tools",
    definition: "ListToolsResult",
    key: "name",
    changed: "notifications/tools/list_changed",
};
pub(in crate::rules) const RESOURCES: List = List {
    method: "resources/list",
    member: "resources",
    definition: "ListResourcesResult",
    key: "uri",
    changed: "notifications/resources/list_changed",
};
pub(in crate::rules) const TEMPLATES: List = List {
    method: "resources/templates/list",
    member: "resourceTemplates",
    definition: "ListResourceTemplatesResult",
    key: "uriTemplate",
    changed: "notifications/resources/list_changed",
};
pub(in crate::rules) const PROMPTS: List = List {
    method: "prompts/list",
    member: "prompts",
    definition: "ListPromptsResult",
    key: "name",
    changed: "notifications/prompts/list_changed",
};
pub(in crate::rules) const LISTS: [List; 4] = [TOOLS, RESOURCES, TEMPLATES, PROMPTS];

/// One page of a list.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct Page<'t> {
    pub request: &'t Message,
    pub answer: &'t Message,
    pub result: &'t Value,
}

impl<'t> Page<'t> {
    /// The cursor that was asked for.
    pub(in crate::rules) fn cursor(&self) -> Option<&'t str> {
        self.request.params()["cursor"].as_str()
    }

    /// The cursor of the page after it.
    pub(in crate::rules) fn next(&self) -> Option<&'t str> {
        self.result["nextCursor"].as_str()
    }
}

/// Pages that follow each other, the first without a cursor.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Walk<'t> {
    pub pages: Vec<Page<'t>>,
}

impl List {
    /// The pages that were given, in order.
    pub(in crate::rules) fn pages(self, connection: &Connection) -> impl Iterator<Item = Page<'_>> {
        connection.requests(self.method).filter_map(|exchange: Exchange<'_>| {
            let (answer, result) = exchange.result()?;
            Some(Page { request: exchange.request, answer, result })
        })
    }

    /// The entries of a page.
    pub(in crate::rules) fn entries<'t>(self, page: &Page<'t>) -> &'t [Value] {
        page.result[self.member].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// The walks through the whole list: each begins without a cursor and goes on with the one that was given.
    pub(in crate::rules) fn walks(self, connection: &Connection) -> Vec<Walk<'_>> {
        let mut walks: Vec<Walk<'_>> = Vec::new();
        for page in self.pages(connection) {
            match page.cursor() {
                None if page.request.params().get("cursor").is_none() => walks.push(Walk { pages: vec![page] }),
                None => {}
                Some(cursor) => {
                    let is_end = |walk: &&mut Walk<'_>| walk.pages.last().and_then(Page::next) == Some(cursor);
                    if let Some(walk) = walks.iter_mut().rev().find(is_end) {
                        walk.pages.push(page);
                    }
                }
            }
        }
        walks
    }

    /// Every entry that was listed anywhere.
    pub(in crate::rules) fn listed(self, t: &Transcript) -> impl Iterator<Item = (&Message, &Value)> {
        let lists = t.connections().flat_map(part::roots).filter(move |root| root.definition == self.definition);
        lists.flat_map(move |root: Part<'_>| {
            let entries = root.value[self.member].as_array().into_iter().flatten();
            entries.map(move |entry| (root.message, entry))
        })
    }

    /// The entry of that name as it was listed last before a message, else anywhere.
    pub(in crate::rules) fn find<'t>(self, t: &'t Transcript, name: &str, before: &Message) -> Option<&'t Value> {
        let all: Vec<_> = self.listed(t).filter(|(_, entry)| entry[self.key] == name).collect();
        let earlier = all.iter().rev().find(|(message, _)| message.seq < before.seq);
        earlier.or_else(|| all.first()).map(|(_, entry)| *entry)
    }

    /// Whether the server says between two messages that the list has changed.
    pub(in crate::rules) fn changes_between(self, connection: &Connection, from: &Message, to: &Message) -> bool {
        connection
            .messages_from(Party::Server)
            .any(|message| message.method() == Some(self.changed) && message.seq > from.seq && message.seq < to.seq)
    }
}

impl<'t> Walk<'t> {
    /// Whether the last page is here.
    pub(in crate::rules) fn is_complete(&self) -> bool {
        self.pages.last().is_some_and(|page| page.result.get("nextCursor").is_none())
    }

    /// The entries of all pages, each with the page that has it.
    pub(in crate::rules) fn entries(&self, list: List) -> impl Iterator<Item = (&Page<'t>, &'t Value)> {
        self.pages.iter().flat_map(move |page| list.entries(page).iter().map(move |entry| (page, entry)))
    }
}
