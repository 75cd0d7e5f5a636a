//! The server as clients and its authors see it.

mod company;
mod context;
mod customizers;
mod examples;
mod handlers;
mod http;
mod malformed;
mod middleware;
mod official;
mod protocol;
mod session;
mod support;
mod tasks;
