//! Streamable HTTP: every message is a POST of its own, answers come as JSON or as a stream of events, and one GET
//! listens for what the server says unasked.

mod body;
mod client;
mod exchange;
mod open;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{Farewell, Incoming, Outcome, Tap};
use crate::transcript::Text;
pub(crate) use client::Client;
use exchange::{Line, Request};
use open::Open;

/// How long answers that are under way may still take when the connection ends.
const REST: Duration = Duration::from_millis(100);

/// One client's connection: a session, where the server keeps one.
pub(crate) struct Http {
    line: Arc<Line>,
    posts: JoinSet<()>,
    streams: JoinSet<()>,
    sent: u64,
}

/// The status of a response, and its challenge.
pub(crate) type Head = (u16, Option<String>);

/// A header that a script sets its own way: a value, or none to leave it out.
pub(crate) type Change<'a> = (&'a str, Option<&'a str>);

impl Http {
    pub(super) fn new(client: Client, tap: Tap) -> Self {
        let line = Arc::new(Line::new(client, tap));
        Self { line, posts: JoinSet::new(), streams: JoinSet::new(), sent: 0 }
    }

    /// Posts a message and does not wait for what comes of it.
    pub(super) fn send(&mut self, text: &Text) -> u64 {
        self.post(text, oneshot::channel().0)
    }

    /// Posts a message and waits until the server has taken it or refused to.
    pub(super) async fn tell(&mut self, text: &Text, patience: Duration) -> u64 {
        let (sender, taken) = oneshot::channel();
        let sent = self.post(text, sender);
        let _ = timeout(patience, taken).await;
        sent
    }

    /// From here on every request names the revision.
    pub(super) fn agree(&mut self, revision: &str) {
        self.line.agree(revision);
    }

    /// Opens a stream for what the server says unasked.
    pub(super) fn listen(&mut self) {
        let line = self.line.clone();
        let request = line.request("GET", &[], None);
        let mut open = line.begin(&request);
        self.streams.spawn(async move {
            if let Ok(response) = line.exchange(&mut open, &request).await {
                line.read(open, response, None, false).await;
            }
        });
    }

    /// The path of the endpoint.
    pub(crate) fn path(&self) -> String {
        self.line.path()
    }

    /// The session that the server gave, if it gave one.
    pub(crate) fn session(&self) -> Option<String> {
        self.line.session()
    }

    /// The id of the last event that a stream brought.
    pub(crate) fn last_event_id(&self) -> Option<String> {
        self.line.last_event_id()
    }

    /// One request as a script wants it; what comes within the time is recorded. Gives the status.
    pub(crate) async fn raw(
        &self,
        method: &'static str,
        changes: &[Change<'_>],
        body: Option<&str>,
        patience: Duration,
    ) -> Option<u16> {
        let request = self.line.request(method, changes, body.map(Text::from));
        self.exchange(&request, patience).await.map(|(status, _)| status)
    }

    /// One request to the endpoint, as a script wants it; gives the status and the challenge.
    pub(crate) async fn challenged(&mut self, changes: &[Change<'_>], body: &str, patience: Duration) -> Option<Head> {
        let request = self.line.request("POST", changes, Some(Text::from(body)));
        self.exchange(&request, patience).await
    }

    /// Fetches a document that lies beside the endpoint, with none of the headers that belong to this protocol. An address on
    /// another server is left alone. Gives the status.
    pub(crate) async fn fetch(&mut self, address: &str, patience: Duration) -> Option<u16> {
        let request = self.line.document(address)?;
        self.exchange(&request, patience).await.map(|(status, _)| status)
    }

    /// Posts a request, lets go of the stream that answers it after the first event, and takes it up again.
    pub(crate) async fn broken(&mut self, body: &str, patience: Duration) {
        let request = self.line.request("POST", &[], Some(Text::from(body)));
        let mut open = self.line.begin(&request);
        let _ = timeout(patience, async {
            if let Ok(response) = self.line.exchange(&mut open, &request).await {
                self.line.read_with_a_break(open, response, request.awaits()).await;
            }
        })
        .await;
    }

    async fn exchange(&self, request: &Request, patience: Duration) -> Option<Head> {
        let mut open = self.line.begin(request);
        let mut head = None;
        let _ = timeout(patience, async {
            if let Ok(response) = self.line.exchange(&mut open, request).await {
                head = Some((response.status().as_u16(), challenge(&response)));
                self.line.read(open, response, request.awaits(), true).await;
            }
        })
        .await;
        head
    }

    /// Ends the session and every stream.
    pub(super) async fn finish(mut self, farewell: Farewell) -> bool {
        let _ = timeout(REST, async { while self.posts.join_next().await.is_some() {} }).await;
        self.posts.abort_all();
        self.streams.abort_all();
        if self.session().is_some() {
            self.raw("DELETE", &[], None, farewell.after_term).await;
        }
        true
    }

    fn post(&mut self, text: &Text, taken: oneshot::Sender<()>) -> u64 {
        self.sent += 1;
        let (line, sent) = (self.line.clone(), self.sent);
        let request = line.request("POST", &[], Some(Text::new(text.line())));
        let open = line.begin(&request);
        self.posts.spawn(async move {
            let outcome = carry(&line, open, &request, taken).await;
            let _ = line.tap.sender.send(Incoming::Done { sent, outcome });
        });
        sent
    }
}

/// What the response says in `WWW-Authenticate`.
fn challenge(response: &reqwest::Response) -> Option<String> {
    let said = response.headers().get("www-authenticate")?;
    Some(String::from_utf8_lossy(said.as_bytes()).into_owned())
}

async fn carry(line: &Line, mut open: Open, request: &Request, taken: oneshot::Sender<()>) -> Outcome {
    match line.exchange(&mut open, request).await {
        Ok(response) => {
            let status = response.status().as_u16();
            let challenge = challenge(&response);
            let _ = taken.send(());
            line.read(open, response, request.awaits(), false).await;
            Outcome::Status(status, challenge)
        }
        Err(why) => Outcome::Failed(why),
    }
}
