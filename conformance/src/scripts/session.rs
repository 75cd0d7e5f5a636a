//! A client on a wire: it asks, waits, answers what the server asks, and remembers what the server offers.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::replies;
use super::server::Server;
use crate::revision::Revision;
use crate::suite::Options;
use crate::transcript::{Id, Kind, Message, Party, Text};
use crate::wire::{Farewell, Gone, Wire};

/// One client, one connection.
pub(crate) struct Session {
    wire: Wire,
    /// What the user chose.
    pub(crate) options: Options,
    /// What this client declares in its handshake.
    pub(crate) capabilities: Value,
    /// What the server has told of itself.
    pub(crate) server: Server,
    next: u64,
    silences: u32,
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
}

impl Session {
    pub(crate) fn new(wire: Wire, options: Options) -> Self {
        let capabilities = json!({});
        Self { wire, options, capabilities, server: Server::default(), next: 1, silences: 0 }
    }

    /// `initialize` with that revision, and what the server answers; it is not told that the client is ready.
    pub(crate) async fn initialize(&mut self, revision: &str) -> Result<Answer, Gone> {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": self.capabilities,
            "clientInfo": {"name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")},
        });
        let answer = self.ask(&self.fresh(), "initialize", Some(params), self.options.patience.first).await?;
        if let Answer::Result(result) = &answer {
            self.server.greet(result);
        }
        Ok(answer)
    }

    /// Tells the server that the client is ready.
    pub(crate) async fn initialized(&mut self) -> Result<(), Gone> {
        self.notify("notifications/initialized", None).await
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
        let id = self.fresh();
        self.send_request(&id, method, Some(params)).await?;
        match self.answer(Some(&id), self.options.patience.call).await? {
            Answer::Nothing => {
                let cancelled = json!({"requestId": read(&id), "reason": "took longer than this client waits"});
                self.notify("notifications/cancelled", Some(cancelled)).await?;
                Ok(Answer::Nothing)
            }
            answer => Ok(answer),
        }
    }

    /// Asks with an id of the script's own, and does not wait for the answer.
    pub(crate) async fn post(&mut self, id: &str, method: &str, params: Option<Value>) -> Result<(), Gone> {
        self.send_request(id, method, params).await
    }

    /// Tells, and expects nothing.
    pub(crate) async fn notify(&mut self, method: &str, params: Option<Value>) -> Result<(), Gone> {
        self.line(&message(None, method, params)).await
    }

    /// Asks for what may well stay without an answer: only a ping after it is waited for.
    pub(crate) async fn probe(&mut self, method: &str, params: Value) -> Result<(), Gone> {
        self.post(&self.fresh(), method, Some(params)).await?;
        self.ping().await.map(drop)
    }

    /// Listens for a while without a word.
    pub(crate) async fn listen(&mut self) -> Result<(), Gone> {
        let patience = self.options.patience.quiet;
        self.answer(None, patience).await?;
        self.wire.silence(patience);
        Ok(())
    }

    /// Sends a line.
    pub(crate) async fn line(&mut self, line: &str) -> Result<(), Gone> {
        self.send(Text::from(format!("{line}\n"))).await
    }

    /// Sends a text as it is.
    pub(crate) async fn send(&mut self, text: Text) -> Result<(), Gone> {
        self.wire.send(text, self.options.patience.answer).await
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

    async fn ask(&mut self, id: &str, method: &str, params: Option<Value>, patience: Duration) -> Result<Answer, Gone> {
        self.send_request(id, method, params).await?;
        let answer = self.answer(Some(id), patience).await?;
        if answer != Answer::Nothing {
            self.silences = 0;
            return Ok(answer);
        }
        self.wire.silence(patience);
        self.silences += 1;
        if self.silences > 1 || method == "ping" || method == "initialize" {
            return Err(Gone(format!("no answer to `{method}` for {} s", patience.as_secs_f32())));
        }
        Ok(answer)
    }

    async fn send_request(&mut self, id: &str, method: &str, params: Option<Value>) -> Result<(), Gone> {
        self.next += 1;
        self.line(&message(Some(id), method, params)).await
    }

    /// Reads what comes until the answer with that id does, and answers what the server asks meanwhile.
    async fn answer(&mut self, id: Option<&str>, patience: Duration) -> Result<Answer, Gone> {
        let (id, until) = (id.and_then(Id::new), Instant::now() + patience);
        loop {
            let incoming = match timeout_at(until, self.wire.receive()).await {
                Ok(Some(incoming)) => incoming,
                Ok(None) => return Err(Gone("the server closed the connection".to_owned())),
                Err(_) => return Ok(Answer::Nothing),
            };
            let message = Message::read(incoming.seq, Duration::ZERO, None, Party::Server, incoming.text);
            match &message.kind {
                Kind::Result { id: answered } if id.is_some() && *answered == id => {
                    return Ok(Answer::Result(message.value["result"].clone()));
                }
                Kind::Error { id: answered } if id.is_some() && *answered == id => {
                    return Ok(Answer::Error(message.value["error"].clone()));
                }
                Kind::Request { id: Some(asked), method } => {
                    let reply = replies::to(asked.text(), method, &self.capabilities);
                    self.line(&reply).await?;
                }
                _ => {}
            }
        }
    }

    fn fresh(&self) -> String {
        self.next.to_string()
    }
}

/// A request or notification as JSON text; the id is JSON text already, so that odd ones stay odd.
pub(crate) fn message(id: Option<&str>, method: &str, params: Option<Value>) -> String {
    let id = id.map(|id| format!("\"id\":{id},")).unwrap_or_default();
    let params = params.map(|params| format!(",\"params\":{params}")).unwrap_or_default();
    format!("{{\"jsonrpc\":\"2.0\",{id}\"method\":{}{params}}}", Value::from(method))
}

fn read(id: &str) -> Value {
    serde_json::from_str(id).unwrap_or(Value::Null)
}
