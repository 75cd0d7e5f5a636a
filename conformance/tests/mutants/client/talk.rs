//! A client that is right on purpose, or says what a mutant has it say.

use std::time::Duration;

use mcp_conformance::transcript::{Track, What};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};
use tokio::time::{Instant, timeout, timeout_at};

use super::replies::answer;

/// The end of the conversation came too early.
pub(super) struct Over;

/// How long it waits for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// One connection's side of a conversation.
pub(super) struct Talk {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    next: u64,
    /// The last answer, on this connection or the one before.
    pub(super) answer: Value,
}

impl Talk {
    pub(super) fn new(pipe: DuplexStream, answer: Value) -> Self {
        let (reader, writer) = tokio::io::split(pipe);
        Self { lines: BufReader::new(reader).lines(), writer, next: 1, answer }
    }

    /// Says nothing more.
    pub(super) async fn end(mut self) -> Value {
        let _ = self.writer.shutdown().await;
        self.answer
    }

    pub(super) async fn greet(&mut self, capabilities: Value) -> Result<(), Over> {
        let info = json!({"name": "client", "version": "1.0.0"});
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info});
        self.ask("initialize", hello).await?;
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await
    }

    /// Says what it is to say, step by step. Where the recording can be told, it is told of silences.
    pub(super) async fn follow(&mut self, steps: &[Value], track: Option<&Track>) -> Result<(), Over> {
        for step in steps {
            let step = &self.resolved(step);
            let method = step["method"].as_str().filter(|_| step.get("id").is_none());
            match (method, step.as_str()) {
                (Some(method), _) if !method.starts_with("notifications/") => {
                    let patience = step["patience"].as_u64().map(Duration::from_millis);
                    self.answer = self.ask_for(method, step["params"].clone(), patience).await?;
                }
                (_, Some(text)) => self.write(text).await?,
                _ if step.get("greet").is_some() => self.greet(step["greet"].clone()).await?,
                _ => match step["wait"].as_u64().map(Duration::from_millis) {
                    Some(time) if !self.listen(time).await? => {
                        track.map(|track| track.record(What::Silence(time)));
                    }
                    Some(_) => {}
                    None => self.say(with_version(step)).await?,
                },
            }
        }
        Ok(())
    }

    /// The value with every `{"$answer": POINTER}` replaced by what is there in the last answer.
    fn resolved(&self, value: &Value) -> Value {
        match value {
            Value::Object(members) => match members.get("$answer").and_then(Value::as_str) {
                Some(pointer) => self.answer.pointer(pointer).cloned().unwrap_or_default(),
                None => members.iter().map(|(name, value)| (name.clone(), self.resolved(value))).collect(),
            },
            Value::Array(items) => items.iter().map(|item| self.resolved(item)).collect(),
            other => other.clone(),
        }
    }

    /// Asks, and answers what the server asks meanwhile; null where no answer comes.
    pub(super) async fn ask(&mut self, method: &str, params: Value) -> Result<Value, Over> {
        self.ask_for(method, params, None).await
    }

    /// The same; where its own patience ends, it cancels the request.
    async fn ask_for(&mut self, method: &str, params: Value, patience: Option<Duration>) -> Result<Value, Over> {
        let id = self.next;
        self.next += 1;
        let mut request = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            request["params"] = params;
        }
        self.say(request).await?;
        let answered = timeout(patience.unwrap_or(PATIENCE), async {
            loop {
                match self.hear().await? {
                    message if message["id"] == id && message.get("method").is_none() => return Ok(message),
                    _ => {}
                }
            }
        });
        if let Ok(answer) = answered.await {
            return answer;
        }
        if patience.is_some() {
            let cancelled = json!({"requestId": id, "reason": "it takes too long"});
            self.say(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled})).await?;
        }
        Ok(Value::Null)
    }

    /// Listens for so long; whether anything came.
    pub(super) async fn listen(&mut self, time: Duration) -> Result<bool, Over> {
        let until = Instant::now() + time;
        let mut heard = false;
        while let Ok(message) = timeout_at(until, self.hear()).await {
            message?;
            heard = true;
        }
        Ok(heard)
    }

    /// The next message; where it asks something, it is answered.
    async fn hear(&mut self) -> Result<Value, Over> {
        let line = self.lines.next_line().await.ok().flatten().ok_or(Over)?;
        let message = serde_json::from_str::<Value>(&line).unwrap_or_default();
        if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
            let (member, outcome) = answer(method, &message["params"]);
            self.say(json!({"jsonrpc": "2.0", "id": id, member: outcome})).await?;
        }
        Ok(message)
    }

    pub(super) async fn say(&mut self, message: Value) -> Result<(), Over> {
        self.write(&message.to_string()).await
    }

    async fn write(&mut self, text: &str) -> Result<(), Over> {
        self.writer.write_all(format!("{text}\n").as_bytes()).await.map_err(|_| Over)
    }
}

fn with_version(message: &Value) -> Value {
    let mut message = message.clone();
    if let Some(members) = message.as_object_mut() {
        members.entry("jsonrpc").or_insert_with(|| "2.0".into());
    }
    message
}
