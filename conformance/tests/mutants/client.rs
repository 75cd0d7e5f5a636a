//! A client that is right on purpose, or says what a mutant has it say. What passes between it and the server is recorded.

use std::time::Duration;

use mcp_conformance::mutant::Offer;
use mcp_conformance::transcript::{Client, Recorder, Secrets, Text, Track, Transcript, Transport, What};
use mcp_reference_server::fault::Party;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::time::{Instant, timeout, timeout_at};

const PIPE: usize = 64 << 10;

/// What is recorded between a client with faults and its server.
pub(crate) async fn talks(offer: Offer) -> Transcript {
    let Offer { server, mutant, .. } = offer;
    let mutant = mutant.expect("it is one");
    let recorder = Recorder::new(Client::Other, Secrets::default());
    let track = recorder.open(Transport::Memory, "a server in this process");
    let ((ours, inner), (outer, tapped), (served, theirs)) =
        (tokio::io::duplex(PIPE), tokio::io::duplex(PIPE), tokio::io::duplex(PIPE));
    let talk = mutant.talk.clone();
    let nobody = tokio::io::sink;
    let (of_client, of_server) = match mutant.of {
        Party::Client => (mutant.clone(), mutant.mended()),
        Party::Server => (mutant.clone().mended(), mutant),
    };
    let faults = of_client.carry(tokio::io::split(inner), tokio::io::split(outer), nobody());
    let (reader, writer) = tokio::io::split(theirs);
    let serving = server.serve_mutant(&of_server, reader, writer, nobody());
    let _ = tokio::join!(faults, tap(tapped, served, &track), serving, converse(ours, talk, &track));
    track.record(What::Closed);
    recorder.transcript()
}

/// Passes lines on both ways, and takes them down as the server sees them.
async fn tap(client: DuplexStream, server: DuplexStream, track: &Track) {
    let ((from_client, to_client), (from_server, to_server)) = (tokio::io::split(client), tokio::io::split(server));
    tokio::join!(
        async {
            pass(from_client, to_server, |text| {
                track.record(What::Sent(text));
            })
            .await;
            track.record(What::InputClosed);
        },
        pass(from_server, to_client, |text| {
            track.record(What::Received(text));
        }),
    );
}

async fn pass(from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, take: impl Fn(Text)) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        take(Text::from(line.clone()));
        if to.write_all(&line).await.is_err() {
            return;
        }
        line.clear();
    }
    let _ = to.shutdown().await;
}

/// The end of the conversation came too early.
struct Over;

/// How long it waits for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

struct Talk {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    next: u64,
}

async fn converse(pipe: DuplexStream, steps: Option<Vec<Value>>, track: &Track) {
    let (reader, writer) = tokio::io::split(pipe);
    let mut talk = Talk { lines: BufReader::new(reader).lines(), writer, next: 1 };
    let _ = match steps {
        Some(steps) => talk.follow(&steps, track).await,
        None => talk.run().await,
    };
    let _ = talk.writer.shutdown().await;
}

impl Talk {
    async fn greet(&mut self, capabilities: Value) -> Result<(), Over> {
        let info = json!({"name": "client", "version": "1.0.0"});
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info});
        self.ask("initialize", hello).await?;
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await
    }

    /// Says what it is to say, step by step.
    async fn follow(&mut self, steps: &[Value], track: &Track) -> Result<(), Over> {
        for step in steps {
            let method = step["method"].as_str().filter(|_| step.get("id").is_none());
            match (method, step.as_str()) {
                (Some(method), _) if !method.starts_with("notifications/") => {
                    self.ask(method, step["params"].clone()).await?;
                }
                (_, Some(text)) => self.write(text).await?,
                _ if step.get("greet").is_some() => self.greet(step["greet"].clone()).await?,
                _ => match step["wait"].as_u64().map(Duration::from_millis) {
                    Some(time) if !self.listen(time).await? => drop(track.record(What::Silence(time))),
                    Some(_) => {}
                    None => self.say(with_version(step)).await?,
                },
            }
        }
        Ok(())
    }

    /// Everything that a well-meaning client does.
    async fn run(&mut self) -> Result<(), Over> {
        let (roots, elicitation) = (json!({"listChanged": true}), json!({"form": {}, "url": {}}));
        self.greet(json!({"roots": roots, "sampling": {"tools": {}}, "elicitation": elicitation})).await?;
        self.ask("ping", json!({})).await?;
        let tools = self.list("tools/list", "tools").await?;
        let resources = self.list("resources/list", "resources").await?;
        self.list("resources/templates/list", "resourceTemplates").await?;
        let prompts = self.list("prompts/list", "prompts").await?;
        if let Some(resource) = resources.first() {
            let params = json!({"uri": resource["uri"]});
            self.ask("resources/subscribe", params.clone()).await?;
            self.ask("resources/read", params.clone()).await?;
            self.ask("resources/unsubscribe", params).await?;
        }
        for prompt in &prompts {
            self.get(prompt).await?;
        }
        for tool in &tools {
            self.call(tool).await?;
        }
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})).await?;
        self.ask("ping", json!({})).await.map(drop)
    }

    async fn list(&mut self, method: &str, member: &str) -> Result<Vec<Value>, Over> {
        let (mut all, mut params) = (Vec::new(), json!({}));
        loop {
            let page = self.ask(method, params).await?;
            all.extend(page["result"][member].as_array().into_iter().flatten().cloned());
            match page["result"].get("nextCursor") {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => return Ok(all),
            }
        }
    }

    /// Gets a prompt with every argument, after having its first one completed.
    async fn get(&mut self, prompt: &Value) -> Result<(), Over> {
        let names: Vec<_> = prompt["arguments"].as_array().into_iter().flatten().map(|given| &given["name"]).collect();
        if let Some(name) = names.first() {
            let what = json!({"type": "ref/prompt", "name": prompt["name"]});
            self.ask("completion/complete", json!({"ref": what, "argument": {"name": name, "value": ""}})).await?;
        }
        let given = names.iter().filter_map(|name| Some((name.as_str()?.to_owned(), Value::from("1"))));
        let arguments: Value = given.collect();
        self.ask("prompts/get", json!({"name": prompt["name"], "arguments": arguments})).await.map(drop)
    }

    /// Calls a tool with the least that it takes.
    async fn call(&mut self, tool: &Value) -> Result<(), Over> {
        let schema = &tool["inputSchema"];
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let value = |name: &str| match schema["properties"][name]["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            Some("array") => json!([]),
            _ => json!("north"),
        };
        let arguments: Value = required.map(|name| (name.to_owned(), value(name))).collect();
        let params = json!({"name": tool["name"], "arguments": arguments});
        if tool["execution"]["taskSupport"] == "required" {
            return self.call_as_task(params).await;
        }
        self.ask("tools/call", params).await.map(drop)
    }

    /// Calls a tool as a task, looks at the task as often as it may until it is over, and gets its result.
    async fn call_as_task(&mut self, mut params: Value) -> Result<(), Over> {
        params["task"] = json!({"ttl": 60_000});
        let mut task = self.ask("tools/call", params).await?["result"]["task"].take();
        let named = json!({"taskId": task["taskId"]});
        while matches!(task["status"].as_str(), Some("working" | "input_required")) {
            self.listen(Duration::from_millis(task["pollInterval"].as_u64().unwrap_or(100))).await?;
            task = self.ask("tasks/get", named.clone()).await?["result"].take();
        }
        self.ask("tasks/result", named).await.map(drop)
    }

    /// Asks, and answers what the server asks meanwhile; null where no answer comes.
    async fn ask(&mut self, method: &str, params: Value) -> Result<Value, Over> {
        let id = self.next;
        self.next += 1;
        let mut request = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            request["params"] = params;
        }
        self.say(request).await?;
        let answered = timeout(PATIENCE, async {
            loop {
                match self.hear().await? {
                    message if message["id"] == id && message.get("method").is_none() => return Ok(message),
                    _ => {}
                }
            }
        });
        answered.await.unwrap_or(Ok(Value::Null))
    }

    /// Listens for so long; whether anything came.
    async fn listen(&mut self, time: Duration) -> Result<bool, Over> {
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

    async fn say(&mut self, message: Value) -> Result<(), Over> {
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

/// What a client with a user says to what a server asks.
fn answer(method: &str, params: &Value) -> (&'static str, Value) {
    match method {
        "ping" => ("result", json!({})),
        "roots/list" => ("result", json!({"roots": [{"uri": "file:///home/reader/books", "name": "Books"}]})),
        "sampling/createMessage" => {
            let content = json!({"type": "text", "text": "A short answer."});
            ("result", json!({"role": "assistant", "content": content, "model": "none", "stopReason": "endTurn"}))
        }
        "elicitation/create" if params["mode"] == "url" => ("result", json!({"action": "accept"})),
        "elicitation/create" => ("result", json!({"action": "accept", "content": form(&params["requestedSchema"])})),
        _ => ("error", json!({"code": -32601, "message": format!("this client does not know {method}")})),
    }
}

/// The least that fits the form.
fn form(schema: &Value) -> Value {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let value = |name: &str| {
        let field = &schema["properties"][name];
        let choice = field["enum"].get(0).or_else(|| field["oneOf"].get(0)?.get("const")).cloned();
        choice.unwrap_or_else(|| match field["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            _ => json!("Ada"),
        })
    };
    required.map(|name| (name.to_owned(), value(name))).collect()
}
