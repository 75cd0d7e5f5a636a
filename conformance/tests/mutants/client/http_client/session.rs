//! A session: how it begins, also anew, and how it ends.

use std::sync::Arc;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Response};
use tokio::task::AbortHandle;

use super::HttpClient;

/// What a client keeps of its session.
#[derive(Default)]
pub(super) struct Session {
    pub(super) id: Option<String>,
    pub(super) revision: Option<String>,
    /// The token, once the client has been asked for one.
    pub(super) token: Option<&'static str>,
    /// Both messages of the handshake.
    hello: Option<String>,
    ready: Option<String>,
    listening: Option<AbortHandle>,
}

impl Session {
    /// The headers that every request has.
    pub(super) fn headers(&self) -> HeaderMap {
        let own = [
            (HeaderName::from_static("mcp-session-id"), self.id.clone()),
            (HeaderName::from_static("mcp-protocol-version"), self.revision.clone()),
            (AUTHORIZATION, self.token.map(|token| format!("Bearer {token}"))),
        ];
        let fit = |(name, value): (_, Option<String>)| Some((name, HeaderValue::try_from(value?).ok()?));
        own.into_iter().filter_map(fit).collect()
    }

    /// The server has answered `initialize`.
    pub(super) fn begin(&mut self, hello: String, response: &Response) {
        let id = response.headers().get("mcp-session-id").and_then(|id| id.to_str().ok());
        self.id = id.map(str::to_owned);
        self.hello = Some(hello);
    }
}

impl HttpClient {
    /// The handshake is done: the client listens.
    pub(super) fn be_ready(self: &Arc<Self>, ready: String) {
        self.session().ready = Some(ready);
        let client = Arc::clone(self);
        let listening = tokio::spawn(async move {
            if let Some(stream) = client.get(None).await {
                client.follow(stream, None).await;
            }
        });
        let former = self.session().listening.replace(listening.abort_handle());
        former.inspect(AbortHandle::abort);
    }

    /// Shakes hands once more, after the server has forgotten the session; whether there is a new one.
    pub(super) async fn begin_anew(self: &Arc<Self>) -> bool {
        let (hello, ready, revision) = {
            let mut session = self.session();
            if session.id.take().is_none() {
                return false;
            }
            (session.hello.clone(), session.ready.clone(), session.revision.take())
        };
        let (Some(hello), Some(ready)) = (hello, ready) else { return false };
        let Some(greeted) = self.send(&hello).await.filter(|response| response.status().is_success()) else {
            return false;
        };
        self.session().begin(hello, &greeted);
        self.session().revision = revision;
        if self.send(&ready).await.is_none() {
            return false;
        }
        self.be_ready(ready);
        true
    }

    /// Says that the session is over.
    pub(super) async fn leave(&self) {
        let listening = self.session().listening.take();
        listening.as_ref().inspect(|listening| listening.abort());
        if self.session().id.is_some() {
            let _gone = self.request(Method::DELETE).send().await;
        }
    }
}
