//! A small believable server, which offers a bit of everything: a lending library.

mod book;
mod company;
mod desk;
mod errands;
mod librarian;
mod office;
mod prompts;
mod resources;
pub(crate) mod samples;
mod shelves;

use std::{sync::Arc, time::Duration};

use mcp_model::{Icon, Implementation};
use tower::limit::ConcurrencyLimitLayer;

use crate::{Server, ServerBuilder};
use shelves::Shelves;

/// How many entries a page of a list has, so that the lists here have several.
const PAGE: usize = 5;

/// How often to look at a task, none of which takes long here.
const POLL: Duration = Duration::from_millis(50);

/// How many tools run at once; more calls wait their turn.
const AT_ONCE: usize = 64;

/// A small believable server, the same every time: tools that look things up, change them and destroy them,
/// resources on several pages, a template, prompts. Each server made here has books of its own.
///
/// # Panics
///
/// Never; that it can be built is tested.
pub fn catalogue() -> Server {
    builder().build().expect("the catalogue is sound")
}

/// The same server before it is built, for more handlers, middleware or customizers.
pub fn builder() -> ServerBuilder {
    let icon = Icon::data_encode("image/svg+xml", samples::BOOK_SVG).sizes(["any"]);
    let info = Implementation::new("lending-library", env!("CARGO_PKG_VERSION"))
        .title("Lending library")
        .description("A small library whose books can be found, read, lent and lost.")
        .website_url("https://library.example/")
        .icon(icon);
    let shelves = Arc::new(Shelves::new());
    let server = Server::builder(info)
        .instructions("Search the books first; every other tool takes a book by its id.")
        .page_size(PAGE)
        .task_poll_interval(POLL)
        .layer(ConcurrencyLimitLayer::new(AT_ONCE));
    let server = desk::add(server, &shelves);
    let server = company::add(librarian::add(server, &shelves));
    let server = errands::add(office::add(server, &shelves), &shelves);
    let server = resources::add(server, &shelves);
    prompts::add(server, &shelves)
}
