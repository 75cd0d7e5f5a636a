//! A server made up by a strategy. It knows nothing of the model or of the reference server: raw JSON in and out.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, WriteHalf};
use tokio::time::{Instant, sleep_until};

use crate::offer::{Manner, Offer, Spelling};
use crate::tasks::{Reply, Said, TaskManner, Tasks};

/// Serves one connection to the end of its input: from the handshake, or as if that had been.
pub(crate) async fn serve(offer: Arc<Offer>, pipe: DuplexStream, ready: bool) {
    let (reader, writer) = tokio::io::split(pipe);
    let phase = if ready { Phase::Ready } else { Phase::New };
    let mut talk = Talk { offer, writer, phase, level: 0, tasks: Tasks::default(), client: Value::default() };
    let mut lines = BufReader::new(reader);
    let mut line = Vec::new();
    loop {
        let due = talk.tasks.due();
        let goes_on = tokio::select! {
            read = lines.read_until(b'\n', &mut line) => match read {
                Ok(read) if read > 0 => talk.hear(&std::mem::take(&mut line)).await,
                _ => None,
            },
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => talk.work().await,
        };
        if goes_on.is_none() || talk.fetched().await.is_none() {
            return;
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    New,
    Greeted(&'static str),
    Ready,
}

struct Talk {
    offer: Arc<Offer>,
    writer: WriteHalf<DuplexStream>,
    phase: Phase,
    /// The lowest level that the client wants to hear of, as an index.
    level: usize,
    tasks: Tasks,
    /// What the client can do.
    client: Value,
}

/// A code and a message.
pub(crate) type Refusal = (i64, String);

const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

pub(crate) fn invalid(what: impl Into<String>) -> Refusal {
    (-32602, what.into())
}

impl Talk {
    fn manner(&self) -> &Manner {
        &self.offer.manner
    }

    /// `None` once the client hears no more.
    async fn hear(&mut self, line: &[u8]) -> Option<()> {
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            return self.complain(-32700, "that is not JSON").await;
        };
        let params = message.get("params").is_none_or(Value::is_object);
        let is_request = message["jsonrpc"] == "2.0" && message["method"].is_string() && params;
        match message.get("id") {
            Some(id) if is_request && (id.is_string() || id.is_number()) => self.answer(line, &message).await,
            None if is_request => self.note(&message).await,
            _ if message.get("method").is_none()
                && (message.get("result").is_some() || message.get("error").is_some()) =>
            {
                self.answered(&message["id"]).await
            }
            _ => self.complain(-32600, "that is no request").await,
        }
    }

    async fn complain(&mut self, code: i64, message: &str) -> Option<()> {
        if self.manner().ignores_noise {
            return Some(());
        }
        self.say(json!({"jsonrpc": "2.0", "error": {"code": code, "message": message}})).await
    }

    async fn note(&mut self, message: &Value) -> Option<()> {
        if message["method"] != "notifications/initialized" || !matches!(self.phase, Phase::Greeted(_)) {
            return Some(());
        }
        self.phase = Phase::Ready;
        if self.manner().pings {
            self.say(json!({"jsonrpc": "2.0", "id": "are you there?", "method": "ping"})).await?;
        }
        self.log("info", "ready").await
    }

    async fn answer(&mut self, line: &[u8], message: &Value) -> Option<()> {
        tokio::time::sleep(Duration::from_millis(self.manner().delay)).await;
        let (method, params) = (message["method"].as_str()?, &message["params"]);
        if let Some(reply) = self.about_tasks(method, params, line) {
            return match reply {
                Some(outcome) => self.deliver(line, outcome, true).await,
                None => Some(()),
            };
        }
        self.report_progress(message).await?;
        let outcome = self.result(method, params);
        self.deliver(line, outcome, method != "ping").await
    }

    async fn deliver(&mut self, line: &[u8], outcome: Result<Value, Refusal>, adds_meta: bool) -> Option<()> {
        let answer = match outcome {
            Ok(mut result) => {
                for (key, value) in
                    self.manner().meta.iter().filter(|_| adds_meta).filter_map(Value::as_object).flatten()
                {
                    result["_meta"][key] = value.clone();
                }
                json!({"jsonrpc": "2.0", "result": result})
            }
            Err((code, message)) => json!({"jsonrpc": "2.0", "error": {"code": code, "message": message}}),
        };
        self.say_for(line, answer).await
    }

    /// What a request gets that is about tasks or is to become one; none for any other.
    fn about_tasks(&mut self, method: &str, params: &Value, line: &[u8]) -> Option<Reply> {
        let offer = Arc::clone(&self.offer);
        let manner = offer.tasks.as_ref().filter(|_| self.phase == Phase::Ready)?;
        if method.starts_with("tasks/") {
            return Some(self.tasks.reply(manner, method, params, line));
        }
        let tool = offer.tools.iter().find(|tool| tool.descriptor["name"] == params["name"]);
        let tool = tool.filter(|_| method == "tools/call")?;
        let refused = |how: &str| Some(Some(Err((-32601, format!("this tool is called {how} a task")))));
        match (tool.descriptor["execution"]["taskSupport"].as_str(), params.get("task")) {
            (Some("required"), None) => refused("only as"),
            (Some("required" | "optional"), Some(_)) => Some(Some(Ok(self.begin(manner, params)))),
            (_, Some(_)) => refused("without"),
            (_, None) => None,
        }
    }

    fn begin(&mut self, manner: &TaskManner, params: &Value) -> Value {
        let outcome = self.call(params);
        self.tasks.begin(manner, params, outcome)
    }

    async fn work(&mut self) -> Option<()> {
        let offer = Arc::clone(&self.offer);
        let has_user = self.client["elicitation"]["form"].is_object();
        let said = self.tasks.work(offer.tasks.as_ref()?, has_user);
        self.tell(said).await
    }

    /// Answers those who waited for a task that is over.
    async fn fetched(&mut self) -> Option<()> {
        let said = self.tasks.fetched();
        self.tell(said).await
    }

    async fn answered(&mut self, id: &Value) -> Option<()> {
        let offer = Arc::clone(&self.offer);
        let Some(manner) = &offer.tasks else { return Some(()) };
        let said = self.tasks.answered(manner, id);
        self.tell(said).await
    }

    async fn tell(&mut self, said: Said) -> Option<()> {
        for message in said.messages {
            self.say(message).await?;
        }
        for (line, outcome) in said.answers {
            self.deliver(&line, outcome, true).await?;
        }
        Some(())
    }

    async fn report_progress(&mut self, message: &Value) -> Option<()> {
        let token = &message["params"]["_meta"]["progressToken"];
        if self.manner().talkative && self.phase == Phase::Ready && (token.is_string() || token.is_i64()) {
            for progress in [json!(0.5), json!(1)] {
                let params = json!({"progressToken": token, "progress": progress, "total": 1.0, "message": "on it"});
                self.say(json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})).await?;
            }
        }
        Some(())
    }

    async fn log(&mut self, level: &str, data: &str) -> Option<()> {
        let wanted = LEVELS.iter().position(|known| *known == level) >= Some(self.level);
        if !(self.manner().talkative && self.declares("logging") && wanted) {
            return Some(());
        }
        let params = json!({"level": level, "logger": "made-up", "data": {"said": data, "nothing": null}});
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params})).await
    }

    /// The id goes back as it was spelled, which a tree of doubles would not do for a large one.
    async fn say_for(&mut self, line: &[u8], mut answer: Value) -> Option<()> {
        let raw: std::collections::BTreeMap<String, Box<serde_json::value::RawValue>> =
            serde_json::from_slice(line).ok()?;
        let id = raw.get("id")?.get().to_owned();
        answer["id"] = json!("\u{1}id");
        let text = self.spell(&answer).replace("\"\\u0001id\"", &id);
        self.write(&text).await
    }

    async fn say(&mut self, message: Value) -> Option<()> {
        let text = self.spell(&message);
        self.write(&text).await
    }

    async fn write(&mut self, text: &str) -> Option<()> {
        let end = if matches!(self.manner().spelling, Spelling::CarriageReturn) { "\r\n" } else { "\n" };
        self.writer.write_all(format!("{text}{end}").as_bytes()).await.ok()
    }

    fn spell(&self, message: &Value) -> String {
        let text = message.to_string();
        match self.manner().spelling {
            Spelling::Compact | Spelling::CarriageReturn => text,
            Spelling::Spaced => serde_json::to_string_pretty(message).unwrap_or_default().replace('\n', " "),
            Spelling::Escaped => text.chars().map(escaped).collect(),
        }
    }

    fn declares(&self, capability: &str) -> bool {
        self.offer.capabilities.get(capability).is_some()
    }

    fn result(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        match method {
            "ping" => return Ok(json!({})),
            "initialize" if self.phase == Phase::New => return self.greet(params),
            "initialize" => return Err((-32600, "we have met".to_owned())),
            _ if !matches!(self.phase, Phase::Ready) => return Err((-32600, "not initialized".to_owned())),
            _ => {}
        }
        let area = match method.split('/').next() {
            Some("completion") => "completions",
            Some(area) => area,
            None => method,
        };
        if !self.declares(area) {
            return Err((-32601, format!("no such method: {method}")));
        }
        self.feature(method, params)
    }

    fn greet(&mut self, params: &Value) -> Result<Value, Refusal> {
        let asked = params["protocolVersion"].as_str().ok_or_else(|| invalid("no protocolVersion"))?;
        if !params["capabilities"].is_object() || !params["clientInfo"].is_object() {
            return Err(invalid("no capabilities or clientInfo"));
        }
        let known = self.offer.revisions.iter().find(|revision| **revision == asked);
        let revision = known.or(self.offer.revisions.last()).copied().unwrap_or("2025-11-25");
        self.phase = Phase::Greeted(revision);
        self.client = params["capabilities"].clone();
        let mut result = json!({"protocolVersion": revision, "capabilities": self.offer.capabilities, "serverInfo": self.offer.info});
        if let Some(instructions) = &self.offer.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        Ok(result)
    }

    fn feature(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        let offer = &self.offer;
        match method {
            "tools/list" => {
                self.page("tools", &offer.tools.iter().map(|tool| tool.descriptor.clone()).collect::<Vec<_>>(), params)
            }
            "tools/call" => self.call(params),
            "resources/list" => self.page("resources", &firsts(&offer.resources), params),
            "resources/templates/list" => self.page("resourceTemplates", &offer.templates, params),
            "resources/read" => self.read(params),
            "resources/subscribe" | "resources/unsubscribe" if offer.capabilities["resources"]["subscribe"] == true => {
                self.read(params).map(|_| json!({}))
            }
            "prompts/list" => self.page("prompts", &firsts(&offer.prompts), params),
            "prompts/get" => self.prompt(params),
            "completion/complete" => self.complete(params),
            "logging/setLevel" => {
                let level = LEVELS.iter().position(|level| params["level"] == *level);
                self.level = level.ok_or_else(|| invalid("no such level"))?;
                Ok(json!({}))
            }
            _ => Err((-32601, format!("no such method: {method}"))),
        }
    }

    fn page(&self, name: &str, all: &[Value], params: &Value) -> Result<Value, Refusal> {
        let start = match params.get("cursor") {
            None => 0,
            Some(cursor) => self.start(cursor, all.len()).ok_or_else(|| invalid("that cursor was never given"))?,
        };
        let end = all.len().min(start + self.offer.page);
        let mut result = json!({name: all[start..end]});
        if end < all.len() {
            result["nextCursor"] = format!("{}{end}", self.manner().cursor).into();
        }
        Ok(result)
    }

    fn start(&self, cursor: &Value, count: usize) -> Option<usize> {
        let start = cursor.as_str()?.strip_prefix(self.manner().cursor)?.parse().ok()?;
        (start > 0 && start < count && start % self.offer.page == 0).then_some(start)
    }

    fn call(&self, params: &Value) -> Result<Value, Refusal> {
        let name = params["name"].as_str().ok_or_else(|| invalid("no name"))?;
        let tool = self.offer.tools.iter().find(|tool| tool.descriptor["name"] == name);
        let tool = tool.ok_or_else(|| invalid(format!("no such tool: {name}")))?;
        let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
        match jsonschema::validate(&tool.descriptor["inputSchema"], &arguments).map_err(|error| error.to_string()) {
            Ok(()) => Ok(tool.result.clone()),
            Err(error) if self.manner().tool_errors => {
                Ok(json!({"content": [{"type": "text", "text": error}], "isError": true}))
            }
            Err(error) => Err(invalid(error)),
        }
    }

    fn read(&self, params: &Value) -> Result<Value, Refusal> {
        let uri = params["uri"].as_str().ok_or_else(|| invalid("no uri"))?;
        let known = self.offer.resources.iter().find(|(descriptor, _)| descriptor["uri"] == uri);
        let (_, contents) = known.ok_or_else(|| (-32002, format!("no such resource: {uri}")))?;
        Ok(json!({"contents": contents}))
    }

    fn prompt(&self, params: &Value) -> Result<Value, Refusal> {
        let known = self.offer.prompts.iter().find(|(descriptor, _)| descriptor["name"] == params["name"]);
        let (descriptor, messages) = known.ok_or_else(|| invalid("no such prompt"))?;
        let required =
            descriptor["arguments"].as_array().into_iter().flatten().filter(|argument| argument["required"] == true);
        let given =
            |argument: &Value| argument["name"].as_str().is_some_and(|name| params["arguments"][name].is_string());
        match required.into_iter().find(|argument| !given(argument)) {
            Some(missing) => Err(invalid(format!("{} is required", missing["name"]))),
            None => Ok(json!({"messages": messages})),
        }
    }

    fn complete(&self, params: &Value) -> Result<Value, Refusal> {
        let reference = &params["ref"];
        let known = match reference["type"].as_str() {
            Some("ref/prompt") => {
                self.offer.prompts.iter().any(|(descriptor, _)| descriptor["name"] == reference["name"])
            }
            Some("ref/resource") => {
                self.offer.templates.iter().any(|template| template["uriTemplate"] == reference["uri"])
            }
            _ => false,
        };
        if !known {
            return Err(invalid("no such prompt or template"));
        }
        let all = &self.offer.completions;
        Ok(json!({"completion": {"values": all, "total": all.len(), "hasMore": false}}))
    }
}

fn firsts(pairs: &[(Value, Value)]) -> Vec<Value> {
    pairs.iter().map(|(first, _)| first.clone()).collect()
}

fn escaped(character: char) -> String {
    if character.is_ascii() {
        return character.to_string();
    }
    let mut units = [0; 2];
    character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04X}")).collect()
}
