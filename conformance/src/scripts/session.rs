//! A client on a wire: it asks, waits, answers what the server asks, and remembers what the server offers.

mod heard;
mod open;
mod slow;
mod wait;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::own_tasks::OwnTasks;
use super::replies::{Manner, Question};
use super::server::Server;
use crate::revision::Revision;
use crate::suite::Options;
use crate::transcript::{Assumption, Id, Text};
use crate::wire::http::Http;
use crate::wire::{Farewell, Gone, Outcome, Wire};
pub(crate) use heard::{Heard, Known, Lasting, Tried};
use open::Open;
pub(crate) use slow::Left;
use slow::{Slow, TOO_LONG};

/// One client, one connection.
pub(crate) struct Session {
    wire: Wire,
    /// What the user chose.
    pub(crate) options: Options,
    /// What this client declares in its handshake.
    pub(crate) capabilities: Value,
    /// What the server has told of itself.
    pub(crate) server: Server,
    /// How this client answers what the server asks.
    pub(crate) manner: Manner,
    /// What the server asked and nobody has answered yet.
    pub(crate) waiting: Vec<Question>,
    /// What came since the last call began.
    pub(crate) heard: Heard,
    /// The calls during which something came.
    pub(crate) tried: Vec<Tried>,
    /// The call that took longest before its answer came.
    pub(crate) longest: Option<Lasting>,
    /// A task of the server whose time runs out, and since when.
    pub(crate) expiring: Option<(Value, Instant)>,
    /// The requests that were made.
    asked: Vec<Id>,
    /// The requests that were answered.
    answered: Vec<Id>,
    next: u64,
    silences: u32,
    /// The call that is under way while the session goes on.
    slow: Option<Slow>,
    /// The other calls of tools that take long.
    pub(crate) left: Vec<Left>,
    /// Until when there is something to be seen.
    watch: Option<Instant>,
    open: Open,
    /// What this client runs for the server.
    tasks: OwnTasks,
    /// Answers to what tasks of the server ask, where they are held back.
    held: Option<Vec<String>>,
    /// The longest that the answer to an ordinary request took.
    slowest: Duration,
    /// Whether nothing came after a status that promised something.
    is_deserted: bool,
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// A result.
    Result(Value),
    /// An error.
    Error(Value),
    /// Nothing, for as long as the session had patience.
    Nothing,
    /// Nothing, and none will come: over HTTP, how the exchange ended instead.
    Never(Outcome),
}

impl Session {
    pub(crate) fn new(wire: Wire, options: Options) -> Self {
        let (server, tasks) = Default::default();
        Self {
            wire,
            options,
            capabilities: json!({}),
            server,
            manner: Manner::default(),
            waiting: Vec::new(),
            heard: Heard::default(),
            tried: Vec::new(),
            longest: None,
            watch: None,
            expiring: None,
            asked: Vec::new(),
            answered: Vec::new(),
            next: 1,
            silences: 0,
            slow: None,
            left: Vec::new(),
            open: Open::default(),
            tasks,
            held: None,
            slowest: Duration::ZERO,
            is_deserted: false,
        }
    }

    /// `initialize` with that revision, and what the server answers; it is not told that the client is ready.
    pub(crate) async fn initialize(&mut self, revision: &str) -> Result<Answer, Gone> {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": self.capabilities,
            "clientInfo": client_info(),
        });
        let answer = self.ask(&self.fresh(), "initialize", Some(params), self.options.patience.first).await?;
        if let Answer::Result(result) = &answer {
            self.server.greet(result);
            self.wire.agree(self.server.revision().unwrap_or(revision));
        }
        Ok(answer)
    }

    /// Tells the server that the client is ready.
    pub(crate) async fn initialized(&mut self) -> Result<(), Gone> {
        self.notify("notifications/initialized", None).await?;
        self.wire.listen();
        Ok(())
    }

    /// The whole handshake, with the newest revision.
    pub(crate) async fn handshake(&mut self) -> Result<(), Gone> {
        match self.initialize(Revision::LATEST.as_str()).await? {
            Answer::Result(_) => self.initialized().await,
            _ => Err(Gone("there is no handshake".to_owned())),
        }
    }

    /// Asks, and waits for the answer.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Result<Answer, Gone> {
        self.ask(&self.fresh(), method, Some(params), self.options.patience.answer).await
    }

    /// Asks without params, with an id of the script's own: its JSON text.
    pub(crate) async fn request_as(&mut self, id: &str, method: &str) -> Result<Answer, Gone> {
        self.ask(id, method, None, self.options.patience.answer).await
    }

    /// Whether the server still answers.
    pub(crate) async fn ping(&mut self) -> Result<Answer, Gone> {
        self.request_as(&self.fresh(), "ping").await
    }

    /// Asks for something that may take long. After the patience for calls it is cancelled.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Result<Answer, Gone> {
        let (id, start) = (self.fresh(), Instant::now());
        self.heard = Heard::default();
        let sent = self.send_request(&id, method, Some(params.clone())).await?;
        let answer = self.answer(&id, sent, self.patience_for_calls()).await?;
        if answer == Answer::Nothing {
            self.cancel(&id, TOO_LONG).await?;
        } else if method == "tools/call" {
            self.remember_call(&params, start.elapsed(), self.heard.clone());
        }
        Ok(answer)
    }

    /// Asks with an id of the script's own, and does not wait for the answer.
    pub(crate) async fn post(&mut self, id: &str, method: &str, params: Option<Value>) -> Result<(), Gone> {
        self.send_request(id, method, params).await.map(drop)
    }

    /// The longest that the answer to an ordinary request took.
    pub(crate) fn slowest(&self) -> Duration {
        self.slowest
    }

    /// The patience for calls, and more where a busy machine makes every answer slow: what it is about is the call.
    fn patience_for_calls(&self) -> Duration {
        let patience = &self.options.patience;
        (self.slowest * 10).min(patience.answer).max(patience.call)
    }

    /// Tells, and expects nothing.
    pub(crate) async fn notify(&mut self, method: &str, params: Option<Value>) -> Result<(), Gone> {
        self.line(&message(None, method, params)).await
    }

    /// Takes back the request with that id, a JSON text: nobody waits for its answer any more.
    pub(crate) async fn cancel(&mut self, id: &str, reason: &str) -> Result<(), Gone> {
        self.open.cancelled(id);
        self.notify("notifications/cancelled", Some(json!({"requestId": read(id), "reason": reason}))).await
    }

    /// Asks for what may well stay without an answer: only a ping after it is waited for.
    pub(crate) async fn probe(&mut self, method: &str, params: Value) -> Result<(), Gone> {
        self.post(&self.fresh(), method, Some(params)).await?;
        self.ping().await.map(drop)
    }

    /// From now on, what tasks of the server ask is not answered at once.
    pub(crate) fn hold_back(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Answers what tasks of the server have asked, and from now on at once.
    pub(crate) async fn let_go(&mut self) -> Result<(), Gone> {
        for answer in self.held.take().unwrap_or_default() {
            self.line(&answer).await?;
        }
        Ok(())
    }

    /// Says in the recording that the server has nothing of that name.
    pub(crate) fn unknown(&self, name: &str) {
        self.wire.assume(Assumption::UnknownName(name.to_owned()));
    }

    /// Says in the recording that the credentials sent, if any, are valid.
    pub(crate) fn let_in(&self) {
        self.wire.assume(Assumption::ValidCredentials(true));
    }

    /// Says in the recording that the credentials sent are not valid.
    pub(crate) fn keep_out(&self) {
        self.wire.assume(Assumption::ValidCredentials(false));
    }

    /// Listens for a while without a word.
    pub(crate) async fn listen(&mut self) -> Result<(), Gone> {
        let patience = self.options.patience.quiet;
        self.answer_for(patience).await?;
        self.wire.silence(patience);
        Ok(())
    }

    /// Listens for a second stream of what the server says unasked, where that takes streams.
    pub(crate) fn listen_again(&mut self) {
        self.wire.listen();
    }

    /// Sends a line for which nobody waits.
    pub(crate) async fn line(&mut self, text: &str) -> Result<(), Gone> {
        self.send(line(text)).await
    }

    /// Sends a text as it is, for which nobody waits.
    pub(crate) async fn send(&mut self, text: Text) -> Result<(), Gone> {
        self.wire.tell(text, self.options.patience.answer).await.map(drop)
    }

    /// The HTTP side of the connection, where it has one.
    pub(crate) fn http(&mut self) -> Option<&mut Http> {
        self.wire.as_http()
    }

    /// The last lines of the server's standard error, and how it ended.
    pub(crate) async fn last_words(&mut self) -> String {
        self.wire.last_words().await
    }

    /// Whether the server left its last request without an answer.
    pub(crate) fn is_hung(&self) -> bool {
        self.silences > 0
    }

    /// Ends the connection; says whether the server ended by itself.
    pub(crate) async fn close(self, farewell: Farewell) -> bool {
        self.wire.finish(farewell).await
    }

    async fn send_request(&mut self, id: &str, method: &str, params: Option<Value>) -> Result<u64, Gone> {
        self.cancel_overdue().await?;
        self.next += 1;
        let sent = self.wire.send(line(&message(Some(id), method, params)), self.options.patience.answer).await?;
        self.open.sent(sent, id);
        self.asked.extend(Id::new(id));
        Ok(sent)
    }

    /// An id that no other request has.
    pub(crate) fn take_id(&mut self) -> String {
        let id = self.fresh();
        self.next += 1;
        id
    }

    fn fresh(&self) -> String {
        self.next.to_string()
    }
}

/// Who this client is.
pub(crate) fn client_info() -> Value {
    json!({"name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")})
}

/// A request or notification as JSON text; the id is JSON text already, so that odd ones stay odd.
pub(crate) fn message(id: Option<&str>, method: &str, params: Option<Value>) -> String {
    let id = id.map(|id| format!("\"id\":{id},")).unwrap_or_default();
    let params = params.map(|params| format!(",\"params\":{params}")).unwrap_or_default();
    format!("{{\"jsonrpc\":\"2.0\",{id}\"method\":{}{params}}}", Value::from(method))
}

fn line(text: &str) -> Text {
    Text::from(format!("{text}\n"))
}

fn read(id: &str) -> Value {
    serde_json::from_str(id).unwrap_or(Value::Null)
}
