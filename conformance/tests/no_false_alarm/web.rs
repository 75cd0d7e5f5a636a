//! The made-up server behind Streamable HTTP. It knows nothing of the reference server: a socket and text.

mod manner;
mod reply;
mod request;
mod session;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::offer::Offer;
use manner::{Answers, Length};
pub(crate) use manner::{Web, web};
use reply::{Reply, chunk};
use request::Request;
use session::{Session, Stream};

/// Everything that connections share.
pub(crate) struct Front {
    offer: Arc<Offer>,
    web: Web,
    sessions: Mutex<BTreeMap<String, Arc<Session>>>,
    streams: Mutex<BTreeMap<usize, Arc<Stream>>>,
    count: AtomicUsize,
}

/// What a body holds.
enum Body {
    Request,
    Notification,
    Nothing,
}

impl Front {
    pub(crate) fn new(offer: Arc<Offer>, web: Web) -> Arc<Self> {
        let (sessions, streams) = (Mutex::default(), Mutex::default());
        Arc::new(Self { offer, web, sessions, streams, count: AtomicUsize::new(0) })
    }

    /// Serves until it is dropped.
    pub(crate) async fn serve(self: Arc<Self>, listener: TcpListener) {
        let mut connections = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let front = Arc::clone(&self);
            connections.spawn(async move {
                let mut stream = BufReader::new(stream);
                if let Some(request) = Request::read(&mut stream).await {
                    // A client that goes away in the middle is nobody's fault.
                    let _ = front.answer(&request, &mut stream).await;
                }
            });
        }
    }

    async fn answer(&self, request: &Request, stream: &mut BufReader<TcpStream>) -> std::io::Result<()> {
        if let Some(refusal) = self.refusal(request) {
            return refusal.write(stream, &self.web).await;
        }
        match &*request.method {
            "POST" => self.post(request, stream).await,
            "GET" => self.listen(request, stream).await,
            _ => self.delete(request).write(stream, &self.web).await,
        }
    }

    fn refuse(&self, status: u16, why: &str) -> Reply {
        Reply::refusal(status, why, &self.web)
    }

    /// What is wrong with the head of a request.
    fn refusal(&self, request: &Request) -> Option<Reply> {
        if request.path != "/mcp" {
            return Some(Reply::status(404));
        }
        if request.header("origin").is_some_and(|origin| !origin.contains("127.0.0.1")) {
            return Some(self.refuse(403, "that page may not come here"));
        }
        if !self.takes(&request.method) {
            return Some(self.refuse(405, "not here").header("Allow", "POST"));
        }
        let version = request.header("mcp-protocol-version");
        if version.is_some_and(|version| !self.offer.revisions.contains(&version)) {
            return Some(self.refuse(400, "no such revision"));
        }
        None
    }

    fn takes(&self, method: &str) -> bool {
        match method {
            "POST" => true,
            "GET" => self.web.listens,
            "DELETE" => self.web.ends.is_some() && self.web.sessions.is_some(),
            _ => false,
        }
    }

    /// The session that a request is about; without sessions every request has a talk of its own.
    fn session(&self, request: &Request) -> Result<Arc<Session>, Reply> {
        if self.web.sessions.is_none() {
            return Ok(Arc::new(Session::new(Arc::clone(&self.offer), true)));
        }
        let id = request.header("mcp-session-id").ok_or_else(|| self.refuse(400, "which session?"))?;
        let sessions = self.sessions.lock().expect("no panic");
        sessions.get(id).cloned().ok_or_else(|| self.refuse(404, "no such session"))
    }

    /// A new session, with its id where there are ids.
    fn begin(&self) -> (Option<String>, Arc<Session>) {
        let session = Arc::new(Session::new(Arc::clone(&self.offer), false));
        let id = self.web.sessions.as_ref().map(|begin| format!("{begin}{}", scattered(self.number())));
        if let Some(id) = &id {
            self.sessions.lock().expect("no panic").insert(id.clone(), Arc::clone(&session));
        }
        (id, session)
    }

    fn number(&self) -> usize {
        self.count.fetch_add(1, Ordering::Relaxed)
    }

    async fn post(&self, request: &Request, stream: &mut BufReader<TcpStream>) -> std::io::Result<()> {
        let is_json = request.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        let accepts = request.header("accept").is_some_and(|accept| accept.contains("text/event-stream"));
        let refusal = match (&self.web.unacceptable, body(&request.body)) {
            _ if !is_json => Some((self.web.unsupported, "that is not said to be JSON")),
            (Some(status), _) if !accepts => Some((*status, "this takes a client that takes events")),
            (_, Body::Nothing) => Some((400, "that is no message")),
            _ => None,
        };
        if let Some((status, why)) = refusal {
            return self.refuse(status, why).write(stream, &self.web).await;
        }
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let begun =
            (message["method"] == "initialize" && request.header("mcp-session-id").is_none()).then(|| self.begin());
        let (id, session) = match begun {
            Some((id, session)) => (id, session),
            None => match self.session(request) {
                Ok(session) => (None, session),
                Err(refusal) => return refusal.write(stream, &self.web).await,
            },
        };
        if matches!(body(&request.body), Body::Notification) {
            session.cancel(&message);
            session.tell(&request.body).await;
            return Reply::status(202).write(stream, &self.web).await;
        }
        let answers = session.ask(&request.body, self.number()).await;
        if accepts && self.streams_now(&message, answers.number) {
            return self.stream(&answers, id.as_deref(), stream).await;
        }
        let Some(answer) = last(&answers).await else { return stream.shutdown().await };
        let reply = Reply::json(200, &answer, &self.web);
        let reply = id.iter().fold(reply, |reply, id| reply.header("Mcp-Session-Id", id));
        reply.write(stream, &self.web).await
    }

    /// What a task asks comes on the stream that waits for its result; the other requests about tasks need none.
    fn streams_now(&self, message: &Value, number: usize) -> bool {
        match self.web.answers {
            Answers::Json => false,
            _ if message["method"] == "tasks/result" => true,
            _ if message["method"].as_str().is_some_and(|method| method.starts_with("tasks/")) => false,
            Answers::Stream | Answers::Polled => true,
            Answers::Both => number.is_multiple_of(2),
        }
    }

    /// The stream that answers a request: first an event without data, then what comes.
    async fn stream(
        &self,
        answers: &Arc<Stream>,
        session: Option<&str>,
        stream: &mut BufReader<TcpStream>,
    ) -> std::io::Result<()> {
        self.streams.lock().expect("no panic").insert(answers.number, Arc::clone(answers));
        let length = self.open(session, stream).await?;
        let framing = &self.web.framing;
        let mark = if framing.mark { "\u{feff}" } else { "" };
        let first = framing.event(&format!("{}-0", answers.number), None);
        self.write(&format!("{mark}{}{first}", framing.retry()), length, stream).await?;
        if self.web.answers != Answers::Polled {
            self.events(answers, 0, length, stream).await?;
        }
        self.close(length, stream).await
    }

    async fn events(
        &self,
        answers: &Stream,
        from: usize,
        length: Length,
        stream: &mut BufReader<TcpStream>,
    ) -> std::io::Result<()> {
        let mut at = from;
        while let Some(message) = answers.get(at).await {
            at += 1;
            let event = self.web.framing.event(&format!("{}-{at}", answers.number), Some(&message));
            self.write(&event, length, stream).await?;
        }
        Ok(())
    }

    async fn open(&self, session: Option<&str>, stream: &mut BufReader<TcpStream>) -> std::io::Result<Length> {
        let head = Reply::status(200).header("Content-Type", "text/event-stream");
        let head = session.iter().fold(head, |head, id| head.header("Mcp-Session-Id", id));
        let length = if matches!(self.web.length, Length::Chunked) { Length::Chunked } else { Length::UntilClosed };
        head.write_head(stream, &self.web, length).await?;
        Ok(length)
    }

    async fn close(&self, length: Length, stream: &mut BufReader<TcpStream>) -> std::io::Result<()> {
        if matches!(length, Length::Chunked) {
            stream.write_all(b"0\r\n\r\n").await?;
        }
        stream.shutdown().await
    }

    /// Writes a text piece by piece.
    async fn write(&self, text: &str, length: Length, stream: &mut BufReader<TcpStream>) -> std::io::Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            let mut at = self.web.framing.piece.min(rest.len());
            while !rest.is_char_boundary(at) {
                at += 1;
            }
            let (piece, more) = rest.split_at(at);
            let piece = if matches!(length, Length::Chunked) { chunk(piece) } else { piece.to_owned() };
            stream.write_all(piece.as_bytes()).await?;
            stream.flush().await?;
            rest = more;
        }
        Ok(())
    }

    /// A GET: goes on with a stream, or listens for what belongs to no request.
    async fn listen(&self, request: &Request, stream: &mut BufReader<TcpStream>) -> std::io::Result<()> {
        let session = match self.session(request) {
            Ok(session) => session,
            Err(refusal) => return refusal.write(stream, &self.web).await,
        };
        if let Some(last) = request.header("last-event-id") {
            let known = last.split_once('-').and_then(|(number, at)| Some((number.parse().ok()?, at.parse().ok()?)));
            let known = known.and_then(|(number, at): (usize, usize)| {
                Some((self.streams.lock().expect("no panic").get(&number).cloned()?, at))
            });
            let Some((answers, at)) = known else {
                return self.refuse(400, "no such event").write(stream, &self.web).await;
            };
            let length = self.open(None, stream).await?;
            self.events(&answers, at, length, stream).await?;
            return self.close(length, stream).await;
        }
        let length = self.open(None, stream).await?;
        let mut byte = [0];
        loop {
            tokio::select! {
                // The client has gone.
                _ = stream.read(&mut byte) => return Ok(()),
                message = next(&session) => {
                    let Some(message) = message else { return Ok(()) };
                    let event = self.web.framing.event(&format!("unasked-{}", self.number()), Some(&message));
                    self.write(&event, length, stream).await?;
                }
            }
        }
    }

    fn delete(&self, request: &Request) -> Reply {
        if let Err(refusal) = self.session(request) {
            return refusal;
        }
        let id = request.header("mcp-session-id").unwrap_or_default();
        self.sessions.lock().expect("no panic").remove(id);
        Reply::status(self.web.ends.unwrap_or(200))
    }
}

/// What nobody guesses from the number.
fn scattered(number: usize) -> String {
    let part = |salt: usize| {
        let mut hasher = DefaultHasher::new();
        (number, salt, "a secret").hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    };
    part(1) + &part(2)
}

async fn next(session: &Session) -> Option<String> {
    session.unasked.lock().await.recv().await
}

/// The answer, and nothing of what came before it; none where it was cancelled.
async fn last(answers: &Stream) -> Option<String> {
    let (mut at, mut last) = (0, None);
    while let Some(message) = answers.get(at).await {
        (at, last) = (at + 1, Some(message));
    }
    last.filter(|answer| !answer.contains("notifications/"))
}

fn body(body: &[u8]) -> Body {
    let Ok(message) = serde_json::from_slice::<Value>(body) else { return Body::Nothing };
    let is_response =
        message.get("method").is_none() && (message.get("result").is_some() || message.get("error").is_some());
    let params = message.get("params").is_none_or(Value::is_object);
    let is_said = message["jsonrpc"] == "2.0" && message["method"].is_string() && params;
    match message.get("id") {
        _ if is_response && message.is_object() => Body::Notification,
        Some(id) if is_said && (id.is_string() || id.is_number()) => Body::Request,
        None if is_said => Body::Notification,
        _ => Body::Nothing,
    }
}
