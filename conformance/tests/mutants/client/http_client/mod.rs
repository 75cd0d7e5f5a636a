//! A client over Streamable HTTP that is right on purpose: it takes lines, and carries them as they should be.

mod authorization;
mod events;
mod session;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, WriteHalf, split};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{AbortHandle, JoinSet};

use events::Events;
use session::Session;

const JSON: &str = "application/json";
const STREAM: &str = "text/event-stream";

/// One client. What it keeps is shared by all that it does at a time.
pub(super) struct HttpClient {
    requests: reqwest::Client,
    address: SocketAddr,
    token: Option<&'static str>,
    session: Mutex<Session>,
    heard: UnboundedSender<String>,
}

/// Carries lines until there are no more; then the client ends its session.
pub(super) async fn carry(
    pipe: DuplexStream,
    requests: reqwest::Client,
    address: SocketAddr,
    token: Option<&'static str>,
) {
    let (reader, writer) = split(pipe);
    let (heard, lines) = unbounded_channel();
    let client = Arc::new(HttpClient { requests, address, token, session: Mutex::default(), heard });
    let writing = tokio::spawn(write(lines, writer));
    client.say(reader).await;
    writing.abort();
}

async fn write(mut lines: UnboundedReceiver<String>, mut writer: WriteHalf<DuplexStream>) {
    while let Some(line) = lines.recv().await {
        if writer.write_all(format!("{line}\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

impl HttpClient {
    async fn say(self: &Arc<Self>, lines: impl tokio::io::AsyncRead + Unpin) {
        let mut lines = BufReader::new(lines).lines();
        let (mut posts, mut waiting) = (JoinSet::new(), HashMap::<String, AbortHandle>::new());
        while let Ok(Some(line)) = lines.next_line().await {
            let message = serde_json::from_str::<Value>(&line).unwrap_or_default();
            let posting = Arc::clone(self).post(line, message.clone());
            match (message["method"].as_str(), message.get("id")) {
                (Some(method), Some(id)) if method != "initialize" => {
                    waiting.insert(id.to_string(), posts.spawn(posting));
                }
                (Some("notifications/cancelled"), _) => {
                    posting.await;
                    let left = waiting.remove(&message["params"]["requestId"].to_string());
                    left.inspect(AbortHandle::abort);
                }
                _ => posting.await,
            }
        }
        posts.shutdown().await;
        self.leave().await;
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Posts a message, and hears what comes of it.
    async fn post(self: Arc<Self>, text: String, message: Value) {
        let id = message.get("id").filter(|_| message["method"].is_string());
        let Some(response) = self.insist(&text).await else { return self.fail(id) };
        match message["method"].as_str() {
            Some("initialize") => self.session().begin(text, &response),
            Some("notifications/initialized") => self.be_ready(text),
            _ => {}
        }
        let answered = if is_stream(&response) {
            self.follow(response, id).await
        } else {
            self.tell(&response.text().await.unwrap_or_default(), id)
        };
        if !answered {
            self.fail(id);
        }
    }

    /// Sends a message; once more where the first refusal can be mended.
    async fn insist(self: &Arc<Self>, text: &str) -> Option<Response> {
        let response = self.send(text).await?;
        let challenge = authorization::challenge(&response);
        let mended = match response.status().as_u16() {
            401 => self.authorize(challenge).await,
            404 => self.begin_anew().await,
            _ => false,
        };
        if mended { self.send(text).await } else { Some(response) }
    }

    async fn send(&self, text: &str) -> Option<Response> {
        let request = self.request(Method::POST).header(CONTENT_TYPE, JSON).header(ACCEPT, format!("{JSON}, {STREAM}"));
        request.body(text.to_owned()).send().await.ok()
    }

    /// A request with everything that belongs to the session.
    fn request(&self, method: Method) -> RequestBuilder {
        let headers = self.session().headers();
        self.requests.request(method, format!("http://{}/mcp", self.address)).headers(headers)
    }

    /// Hears a stream to its end, and comes back to it until it has brought the answer; whether it has.
    async fn follow(&self, mut response: Response, awaited: Option<&Value>) -> bool {
        let (session, mut events, mut answered) = (self.session().id.clone(), Events::default(), false);
        loop {
            while let Ok(Some(chunk)) = response.chunk().await {
                for data in events.push(&chunk) {
                    answered |= self.tell(&data, awaited);
                }
            }
            let Some(last) = events.last_id.clone().filter(|_| !answered) else { return answered };
            tokio::time::sleep(events.retry).await;
            if self.session().id != session {
                return false;
            }
            let Some(more) = self.get(Some(&last)).await else { return false };
            response = more;
        }
    }

    /// A stream to listen to, or the rest of one.
    async fn get(&self, last: Option<&str>) -> Option<Response> {
        let request = self.request(Method::GET).header(ACCEPT, STREAM);
        let request = last.into_iter().fold(request, |request, last| request.header("last-event-id", last));
        request.send().await.ok().filter(|response| response.status().is_success() && is_stream(response))
    }

    /// Hands a message on; whether it is the answer that is waited for.
    fn tell(&self, text: &str, awaited: Option<&Value>) -> bool {
        let Ok(message) = serde_json::from_str::<Value>(text) else { return false };
        let answers = message.get("method").is_none() && awaited.is_some() && message.get("id") == awaited;
        if let Some(revision) = message["result"]["protocolVersion"].as_str().filter(|_| answers) {
            self.session().revision = Some(revision.to_owned());
        }
        if answers || message.get("method").is_some() {
            let _ = self.heard.send(message.to_string());
        }
        answers
    }

    /// No answer will come.
    fn fail(&self, id: Option<&Value>) {
        let error = json!({"code": -32000, "message": "no answer will come"});
        let failed = id.map(|id| json!({"jsonrpc": "2.0", "id": id, "error": error}));
        failed.map(|failed| self.heard.send(failed.to_string()));
    }
}

fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with(STREAM))
}
