//! The rules, one file per page of the specification.

mod http;
mod ping;

use crate::rule::Rule;

/// Every page's rules; a page is added here and nowhere else.
const PAGES: &[&[Rule]] = &[
    ping::RULES,
    http::endpoint::RULES,
    http::origin::RULES,
    http::answers::RULES,
    http::sessions::RULES,
    http::version::RULES,
];

/// Every rule of the suite, page by page.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    PAGES.iter().flat_map(|page| page.iter())
}

/// The rule with that id.
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
