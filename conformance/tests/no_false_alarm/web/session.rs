//! A session: one talk with the made-up server, whose messages are sorted by the request that they belong to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::offer::Offer;
use crate::server;

/// The messages for one request, or for nobody in particular, as they come.
#[derive(Default)]
pub(crate) struct Stream {
    pub(crate) number: usize,
    state: Mutex<(Vec<String>, bool)>,
    news: Notify,
}

impl Stream {
    /// Adds a message, unless the last has come.
    fn push(&self, message: &str, is_last: bool) {
        let mut state = self.state.lock().expect("no panic");
        if !state.1 {
            state.0.push(message.to_owned());
            state.1 = is_last;
        }
        drop(state);
        self.news.notify_waiters();
    }

    fn is_over(&self) -> bool {
        self.state.lock().expect("no panic").1
    }

    /// Nothing more comes: the client has cancelled.
    fn end(&self) {
        self.state.lock().expect("no panic").1 = true;
        self.news.notify_waiters();
    }

    /// The message with that number, once it is there; none after the last.
    pub(crate) async fn get(&self, at: usize) -> Option<String> {
        loop {
            let news = self.news.notified();
            tokio::pin!(news);
            news.as_mut().enable();
            {
                let state = self.state.lock().expect("no panic");
                if let Some(message) = state.0.get(at) {
                    return Some(message.clone());
                }
                if state.1 {
                    return None;
                }
            }
            news.await;
        }
    }
}

pub(crate) struct Session {
    writer: tokio::sync::Mutex<WriteHalf<DuplexStream>>,
    routes: Arc<Mutex<Routes>>,
    /// What belongs to no request; whoever listens first hears it, and nobody else does.
    pub(crate) unasked: tokio::sync::Mutex<UnboundedReceiver<String>>,
}

/// Where a message goes.
struct Routes {
    by_id: BTreeMap<String, Arc<Stream>>,
    by_token: BTreeMap<String, Arc<Stream>>,
    /// What waits for the result of a task, by the task's id.
    by_task: BTreeMap<String, Arc<Stream>>,
    /// What tasks ask while nobody waits for their result.
    kept: BTreeMap<String, Vec<String>>,
    unasked: UnboundedSender<String>,
}

impl Session {
    /// A talk that begins with a handshake, or one that goes on after it.
    pub(crate) fn new(offer: Arc<Offer>, ready: bool) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(ours);
        let (sender, unasked) = unbounded_channel();
        let (by_id, by_token, by_task, kept) = Default::default();
        let routes = Routes { by_id, by_token, by_task, kept, unasked: sender };
        let routes = Arc::new(Mutex::new(routes));
        tokio::spawn(server::serve(offer, theirs, ready));
        tokio::spawn(sort(reader, Arc::clone(&routes)));
        Self { writer: tokio::sync::Mutex::new(writer), routes, unasked: tokio::sync::Mutex::new(unasked) }
    }

    /// Hands a message on for which nobody waits.
    pub(crate) async fn tell(&self, body: &[u8]) {
        let mut line: Vec<u8> = body.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect();
        line.push(b'\n');
        // The talk may be over.
        let _ = self.writer.lock().await.write_all(&line).await;
    }

    /// Ends what a client takes back, where that is a request that still waits.
    pub(crate) fn cancel(&self, message: &Value) {
        if message["method"] == "notifications/cancelled" {
            let routes = self.routes.lock().expect("no panic");
            routes.by_id.get(&message["params"]["requestId"].to_string()).into_iter().for_each(|stream| stream.end());
        }
    }

    /// Hands a request on; its messages come on the stream.
    pub(crate) async fn ask(&self, body: &[u8], number: usize) -> Arc<Stream> {
        let stream = Arc::new(Stream { number, ..Stream::default() });
        {
            let mut routes = self.routes.lock().expect("no panic");
            routes.by_id.insert(member(body, "id").unwrap_or_default(), Arc::clone(&stream));
            let message: Value = serde_json::from_slice(body).unwrap_or_default();
            if let Some(token) = message.pointer("/params/_meta/progressToken") {
                routes.by_token.insert(token.to_string(), Arc::clone(&stream));
            }
            if message["method"] == "tasks/result" {
                let task = message["params"]["taskId"].to_string();
                for question in routes.kept.remove(&task).unwrap_or_default() {
                    stream.push(&question, false);
                }
                routes.by_task.insert(task, Arc::clone(&stream));
            }
        }
        self.tell(body).await;
        stream
    }
}

impl Routes {
    /// A question of a task goes to whoever waits for its result, or will.
    fn ask(&mut self, task: &str, question: String) {
        match self.by_task.get(task).filter(|stream| !stream.is_over()) {
            Some(stream) => stream.push(&question, false),
            None => self.kept.entry(task.to_owned()).or_default().push(question),
        }
    }
}

/// The text of a member, as it was written.
fn member(body: &[u8], name: &str) -> Option<String> {
    let members: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(body).ok()?;
    members.get(name).map(|value| value.get().to_owned())
}

async fn sort(reader: ReadHalf<DuplexStream>, routes: Arc<Mutex<Routes>>) {
    let mut lines = BufReader::new(reader).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let message: Value = serde_json::from_str(&line).expect("a message");
        let mut routes = routes.lock().expect("no panic");
        let answered = member(line.as_bytes(), "id").filter(|_| message.get("method").is_none());
        let token = message.pointer("/params/progressToken").map(Value::to_string);
        let task = message.pointer("/params/_meta/io.modelcontextprotocol~1related-task/taskId");
        if let Some(task) = task.filter(|_| message.get("id").is_some()) {
            routes.ask(&task.to_string(), line);
            continue;
        }
        match (answered, token) {
            (Some(id), _) => routes.by_id.get(&id).into_iter().for_each(|stream| stream.push(&line, true)),
            (None, Some(token)) => {
                routes.by_token.get(&token).into_iter().for_each(|stream| stream.push(&line, false));
            }
            // Nobody may ever listen.
            (None, None) => drop(routes.unasked.send(line)),
        }
    }
}
