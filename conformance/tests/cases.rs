//! Cases from public bug reports, turned into recordings, get the right verdict: a case that is wrong breaks a must, and a
//! case that is right breaks none.
//!
//! The cases are kept outside the repository, in `../shared/cases` beside it or wherever `MCP_CASES` says; without them
//! the test says so and is skipped.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_conformance::judge::{Verdict, opinion};
use mcp_conformance::rule::Level;
use mcp_conformance::rules;
use mcp_conformance::transcript::{Assumption, Event, Header, SseEvent, Text, Transcript, Transport, What};
use serde_json::Value;

/// Wrong cases that no rule notices yet.
const UNNOTICED: &[&str] = &[];

fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases");
    std::env::var_os("MCP_CASES").map_or(beside, PathBuf::from)
}

/// The events of one case, as if they had been recorded.
#[derive(Default)]
struct Recorded(Vec<Event>);

impl Recorded {
    fn push(&mut self, http: Option<u64>, what: What) {
        let seq = self.0.len() as u64 + 1;
        self.0.push(Event { seq, at: Duration::ZERO, conn: 1, http, what });
    }

    fn exchange(&mut self, instance: &Value) {
        let messages = instance["messages"].as_array().expect("messages");
        if messages[0]["from"] == "client" || messages[0]["message"].get("method").is_some() {
            self.push(None, What::Opened { transport: Transport::Stdio, target: None });
        }
        for said in messages {
            let text = said["raw"].as_str().map_or_else(|| format!("{}\n", said["message"]), str::to_owned);
            self.push(
                None,
                if said["from"] == "client" { What::Sent(text.into()) } else { What::Received(text.into()) },
            );
        }
    }

    fn stream(&mut self, instance: &Value) {
        let text = |chunk: &Value| chunk.as_str().expect("a text").as_bytes().to_vec();
        let bytes: Vec<u8> = match instance["chunks"].as_array() {
            Some(chunks) => chunks.iter().flat_map(text).collect(),
            None => instance["chunks_base64"].as_array().expect("chunks").iter().flat_map(decoded).collect(),
        };
        self.push(None, What::Opened { transport: Transport::Stdio, target: None });
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let text = Text::new(line);
            self.push(None, if instance["from"] == "client" { What::Sent(text) } else { What::Received(text) });
        }
    }

    fn http(&mut self, at: u64, step: &Value) {
        let (request, response) = (&step["request"], &step["response"]);
        let method = request["method"].as_str().expect("a method").to_owned();
        self.push(Some(at), What::HttpRequest { method, path: "/mcp".to_owned(), headers: headers(request) });
        if let Some(body) = request.get("body").filter(|body| !body.is_null()) {
            self.push(Some(at), What::Sent(body.to_string().into()));
        }
        let Some(status) = response["status"].as_u64() else { return };
        let status = u16::try_from(status).expect("a status");
        let headers = headers(response);
        let is_stream = headers.iter().any(|(_, value)| value.starts_with("text/event-stream"));
        self.push(Some(at), What::HttpResponse { status, headers });
        match response["body"].as_str() {
            Some(body) if is_stream => {
                for sse in streamed(body) {
                    self.push(Some(at), What::Sse(sse));
                }
                self.push(Some(at), What::Closed);
            }
            Some(body) => self.push(Some(at), What::Received(body.into())),
            None => {}
        }
    }
}

/// The events of a whole stream.
fn streamed(body: &str) -> Vec<SseEvent> {
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    let blocks =
        body.split("\n\n").filter(|block| block.lines().any(|line| !line.is_empty() && !line.starts_with(':')));
    blocks.map(event).collect()
}

fn event(block: &str) -> SseEvent {
    let (mut sse, mut data) = (SseEvent::default(), Vec::new());
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        match field {
            "id" => sse.id = Some(value),
            "event" => sse.kind = Some(value),
            "retry" => sse.retry = value.parse().ok(),
            "data" => data.push(value),
            _ => {}
        }
    }
    sse.data = (!data.is_empty()).then(|| data.join("\n").into());
    sse
}

fn decoded(chunk: &Value) -> Vec<u8> {
    use base64::Engine;
    base64::prelude::BASE64_STANDARD.decode(chunk.as_str().expect("base64")).expect("base64")
}

fn headers(of: &Value) -> Vec<(String, String)> {
    let pair = |(name, value): (&String, &Value)| (name.clone(), value.as_str().unwrap_or_default().to_owned());
    of["headers"].as_object().map(|headers| headers.iter().map(pair).collect()).unwrap_or_default()
}

/// What the case's context says, as assumptions.
fn assumptions(instance: &Value) -> Vec<Assumption> {
    let said = instance["context"].as_str().unwrap_or_default();
    let word_after = |phrase: &str| said.split(phrase).nth(1).and_then(|rest| rest.split([' ', ',', ';']).next());
    let name = || {
        let params = &instance["messages"][0]["message"]["params"];
        [&params["name"], &params["uri"]].iter().find_map(|name| name.as_str()).map(str::to_owned)
    };
    let mut all = Vec::new();
    all.extend(word_after("implements ").map(|revision| Assumption::SupportedRevisions(vec![revision.to_owned()])));
    all.extend(word_after("allowed origins: ").map(|origin| Assumption::AllowedOrigins(vec![origin.to_owned()])));
    all.extend(word_after("negotiated ").map(|revision| Assumption::NegotiatedRevision(revision.to_owned())));
    if said.contains("ended") {
        all.extend(word_after("session ").map(|id| Assumption::EndedSession(id.to_owned())));
    }
    if said.contains("has no") {
        all.extend(name().map(Assumption::UnknownName));
    }
    if said.contains("credentials are valid") {
        all.push(Assumption::ValidCredentials(true));
    }
    all
}

fn recording(case: &Value) -> Transcript {
    let instance = &case["instance"];
    let mut recorded = Recorded::default();
    for assumption in assumptions(instance) {
        recorded.push(None, What::Assume(assumption));
    }
    match case["kind"].as_str() {
        Some("exchange") => recorded.exchange(instance),
        Some("stdio-stream") => recorded.stream(instance),
        _ if instance.get("steps").is_some() => {
            let steps = instance["steps"].as_array().expect("steps");
            (1..).zip(steps).for_each(|(at, step)| recorded.http(at, step));
        }
        _ => recorded.http(1, instance),
    }
    Transcript::new(Header::default(), recorded.0)
}

fn musts_broken(transcript: &Transcript) -> Vec<&'static str> {
    let broken = rules::all().filter(|rule| opinion(rule, transcript).verdict() == Verdict::Broken);
    broken.filter(|rule| rule.level == Level::Must).map(|rule| rule.id).collect()
}

#[test]
fn reported_cases_get_the_right_verdict() {
    let Ok(entries) = fs::read_dir(folder()) else {
        eprintln!("skipped: no cases");
        return;
    };
    let (mut alarms, mut unnoticed) = (Vec::new(), BTreeSet::new());
    for path in entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
    {
        let case: Value = serde_json::from_slice(&fs::read(&path).expect("a case")).expect("JSON");
        if !matches!(case["kind"].as_str(), Some("exchange" | "http" | "stdio-stream")) {
            continue;
        }
        let id = case["id"].as_str().expect("an id").to_owned();
        let broken = musts_broken(&recording(&case));
        match case["conformant"].as_bool().expect("a verdict") {
            true if !broken.is_empty() => alarms.push((id, broken)),
            false if broken.is_empty() => drop(unnoticed.insert(id)),
            _ => {}
        }
    }
    assert!(alarms.is_empty(), "false alarms: {alarms:#?}");
    let known: BTreeSet<_> = UNNOTICED.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(unnoticed, known, "left: unnoticed; right: what this file says is unnoticed");
}
