//! The rules, one file per page of the specification.

mod annotations;
mod authorization;
mod cancellation;
mod client;
mod completion;
mod content;
mod elicitation;
mod http;
mod icons;
mod implementation;
mod jsonrpc;
mod lifecycle;
mod logging;
mod meta;
mod pagination;
mod ping;
mod progress;
mod prompts;
mod resources;
mod roots;
mod sampling;
mod schema_dialect;
mod security;
mod shared;
mod stdio;
mod tasks;
mod templates;
mod tools;

use crate::rule::Rule;

/// Every page's rules; a page is added here and nowhere else.
const PAGES: &[&[Rule]] = &[
    jsonrpc::envelope::RULES,
    jsonrpc::ids::RULES,
    jsonrpc::answers::RULES,
    jsonrpc::errors::RULES,
    jsonrpc::input::RULES,
    jsonrpc::schema::RULES,
    lifecycle::initialize::RULES,
    lifecycle::version::RULES,
    lifecycle::order::RULES,
    lifecycle::capabilities::RULES,
    lifecycle::agreed::RULES,
    lifecycle::coping::RULES,
    lifecycle::timeouts::RULES,
    stdio::framing::RULES,
    stdio::process::RULES,
    ping::RULES,
    progress::RULES,
    cancellation::RULES,
    cancellation::late::RULES,
    tools::listing::RULES,
    tools::schemas::RULES,
    tools::results::RULES,
    tools::errors::RULES,
    tools::inputs::RULES,
    resources::listing::RULES,
    resources::errors::RULES,
    resources::subscriptions::RULES,
    templates::RULES,
    prompts::RULES,
    completion::RULES,
    logging::RULES,
    logging::severe::RULES,
    pagination::RULES,
    content::RULES,
    annotations::RULES,
    icons::RULES,
    implementation::RULES,
    meta::RULES,
    schema_dialect::RULES,
    http::endpoint::RULES,
    http::origin::RULES,
    http::answers::RULES,
    http::requests::RULES,
    http::sessions::RULES,
    http::version::RULES,
    http::streams::RULES,
    http::listening::RULES,
    http::resuming::RULES,
    http::client::RULES,
    http::client_sessions::RULES,
    http::client_streams::RULES,
    sampling::requests::RULES,
    sampling::tools::RULES,
    sampling::answers::RULES,
    sampling::validation::RULES,
    authorization::metadata::RULES,
    authorization::refusals::RULES,
    authorization::scopes::RULES,
    authorization::discovery::RULES,
    authorization::token::RULES,
    security::RULES,
    client::handshake::RULES,
    client::shutdown::RULES,
    client::cancellation::RULES,
    client::pagination::RULES,
    client::completion::RULES,
    client::prompts::RULES,
    client::resources::RULES,
    tasks::support::RULES,
    tasks::creation::RULES,
    tasks::object::RULES,
    tasks::lifecycle::RULES,
    tasks::results::RULES,
    tasks::naming::RULES,
    tasks::input::RULES,
    tasks::listing::RULES,
    tasks::cancelling::RULES,
    tasks::unknown::RULES,
    tasks::requestor::RULES,
    tasks::client::RULES,
    elicitation::requests::RULES,
    elicitation::forms::RULES,
    elicitation::urls::RULES,
    elicitation::required::RULES,
    elicitation::outcome::RULES,
    elicitation::answers::RULES,
    roots::requests::RULES,
    roots::answers::RULES,
];

/// Every rule of the suite, page by page.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    PAGES.iter().flat_map(|page| page.iter())
}

/// The rule with that id.
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
