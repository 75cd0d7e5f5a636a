//! Scripts: what a client says. They talk to a server and judge nothing.

mod answers;
mod arguments;
pub(crate) mod calls;
mod cancellation;
mod credentials;
mod features;
mod http;
mod ids;
mod levels;
mod lifecycle;
mod lists;
mod malformed;
mod own_tasks;
mod replies;
mod server;
pub(crate) mod session;
mod tasks;
mod tour;
mod unknown;
mod versions;

use std::fmt::Display;
use std::pin::Pin;

use crate::wire::Gone;
use session::Session;

/// A script in progress.
type Talk<'s> = Pin<Box<dyn Future<Output = Result<(), Gone>> + Send + 's>>;

/// On which connection a script runs, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// On the one that is greeted first, one after the other.
    Shared,
    /// On one of its own, from before the handshake, because it disturbs what others rely on.
    Alone,
    /// On one of its own, and a server may end over it: where all connections reach one process, it comes after all others.
    Harsh,
    /// On one of its own, where the user gave credentials.
    Guarded,
    /// On one of its own, once the tour has shown what the server has.
    Later,
    /// The same, where a call made the server ask something.
    Errand,
}

/// One script.
pub(crate) struct Script {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does, in a line.
    pub(crate) about: &'static str,
    /// On which connection it runs, and when.
    pub(crate) place: Place,
    /// Whether it is about Streamable HTTP only.
    pub(crate) http: bool,
    /// What it says.
    pub(crate) talk: for<'s> fn(&'s mut Session) -> Talk<'s>,
}

impl Script {
    /// What kept it from its end, for people.
    pub(crate) fn note(&self, why: &impl Display) -> String {
        format!("`{}` ({}) ended early: {why}", self.name, self.about)
    }
}

/// The scripts for a transport and a place.
pub(crate) fn of(http: bool, place: Place) -> impl Iterator<Item = &'static Script> {
    ALL.iter().filter(move |script| script.place == place && (http || !script.http))
}

macro_rules! scripts {
    ($($alone:ident $($http:ident)? $name:literal $about:literal $session:ident => $talk:expr;)+) => {
        /// Every script; those that share a connection run in this order.
        const ALL: &[Script] = &[$(Script {
            name: $name,
            about: $about,
            place: scripts!(@$alone),
            http: scripts!(@$($http)?),
            talk: |$session| Box::pin($talk),
        }),+];
    };
    (@) => { false };
    (@shared) => { Place::Shared };
    (@alone) => { Place::Alone };
    (@harsh) => { Place::Harsh };
    (@guarded) => { Place::Guarded };
    (@later) => { Place::Later };
    (@errand) => { Place::Errand };
    (@http) => { true };
}

scripts! {
    shared "tour" "what a well-meaning client does" s => tour::run(s);
    shared "tasks" "calls that run as tasks" s => tasks::run(s);
    shared "log-levels" "calls that log, with levels set" s => levels::run(s);
    shared "answers" "other answers to what the server asks" s => answers::run(s);
    shared "bad-cursors" "pages that do not exist" s => lists::bad_cursors(s);
    shared "unknown-names" "tools, resources, prompts that do not exist" s => unknown::names(s);
    shared "unknown-notifications" "notifications that mean nothing" s => unknown::notifications(s);
    shared "unknown-methods" "methods that do not exist or are not declared" s => unknown::methods(s);
    shared http "http-headers" "headers that do not fit" s => http::headers(s);
    shared "slow-tools" "other calls of tools that take long" s => s.call_what_is_left();
    shared "cancellation" "requests that are cancelled" s => cancellation::run(s);
    shared "roots-change" "a change of the roots" s => features::roots(s);
    shared "expired-task" "a task whose time is over" s => tasks::expired(s);
    alone "half-handshake" "a client that is never ready" s => lifecycle::half(s);
    alone http "http-methods" "methods and streams of HTTP" s => http::methods(s);
    alone http "http-ended-session" "a session that was ended" s => http::ended(s);
    guarded http "http-credentials" "missing and bad credentials" s => credentials::run(s);
    later http "http-streams" "streams beside each other, and streams that break" s => http::streams(s);
    errand "no-capabilities" "a client that can do nothing" s => answers::none(s);
    errand "some-capabilities" "a client that can do the half" s => answers::some(s);
    errand "all-capabilities" "a client that can do everything" s => answers::all(s);
    alone "early" "requests before the handshake" s => lifecycle::early(s);
    harsh "malformed-messages" "lines that are no message" s => malformed::lines(s);
    harsh "malformed-bytes" "bytes that are hard to read" s => malformed::bytes(s);
    harsh "malformed-handshake" "an `initialize` that is none" s => lifecycle::malformed(s);
    alone "unknown-revision" "a revision that never was" s => versions::run(s, versions::UNKNOWN);
    alone "revision-2025-06-18" "the handshake of revision 2025-06-18" s => versions::run(s, "2025-06-18");
    alone "revision-2025-03-26" "the handshake of revision 2025-03-26" s => versions::run(s, "2025-03-26");
    alone "revision-2024-11-05" "the handshake of revision 2024-11-05" s => versions::run(s, "2024-11-05");
}

/// Lists what a greeted server has, and nothing else.
pub(crate) async fn list(session: &mut Session) -> Result<(), Gone> {
    lists::run(session).await
}

/// What this client declares where it declares everything that it can answer.
pub(crate) fn capabilities() -> serde_json::Value {
    let requests = serde_json::json!({"sampling": {"createMessage": {}}, "elicitation": {"create": {}}});
    serde_json::json!({
        "roots": {"listChanged": true},
        "sampling": {},
        "elicitation": {"form": {}, "url": {}},
        "tasks": {"list": {}, "cancel": {}, "requests": requests},
    })
}
