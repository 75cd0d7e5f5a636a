//! One line of a recording: the flat JSON object behind an event. The one reader and the one writer meet here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::event::{Assumption, Event, Exit, SseEvent, Transport, What};
use super::text::Text;

/// Every member that an event can have; which ones it has follows from `event`.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Line<'a> {
    #[serde(default)]
    seq: Option<u64>,
    #[serde(default)]
    us: u64,
    #[serde(default = "first")]
    conn: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    http: Option<u64>,
    #[serde(borrow)]
    event: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    transport: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    headers: Option<Vec<(String, String)>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "type")]
    kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assume: Option<BTreeMap<String, serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none", borrow)]
    json: Option<&'a RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

const fn first() -> u32 {
    1
}

impl<'a> Line<'a> {
    /// The line that says this event.
    pub(super) fn of(event: &'a Event) -> Self {
        let mut line = Line {
            seq: Some(event.seq),
            us: u64::try_from(event.at.as_micros()).unwrap_or(u64::MAX),
            conn: event.conn,
            http: event.http,
            event: name(&event.what).into(),
            ..Line::default()
        };
        line.fill(&event.what, event.http.is_some());
        line
    }

    fn fill(&mut self, what: &'a What, body: bool) {
        match what {
            What::Opened { transport, target } => {
                self.transport = Some(transport.as_str().into());
                self.target.clone_from(target);
            }
            What::Sent(text) | What::Received(text) => self.put(text, if body { "" } else { "\n" }),
            What::Stderr(text) => self.put_text(text),
            What::HttpRequest { method, path, headers } => {
                (self.method, self.path) = (Some(method.clone()), Some(path.clone()));
                self.headers = Some(headers.clone());
            }
            What::HttpResponse { status, headers } => {
                (self.status, self.headers) = (Some(*status), Some(headers.clone()));
            }
            What::Sse(sse) => {
                (self.id, self.kind, self.retry) = (sse.id.clone(), sse.kind.clone(), sse.retry);
                if let Some(data) = &sse.data {
                    self.put(data, "");
                }
            }
            What::Silence(time) => self.ms = Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            What::Exited(exit) => (self.code, self.signal) = (exit.code, exit.signal),
            What::Assume(assumption) => self.assume = Some(BTreeMap::from([told(assumption)])),
            What::CutOff(why) => self.text = Some(why.into()),
            What::InputClosed | What::Closed => {}
        }
    }

    /// A text that is one JSON value and its expected end is shown as JSON, so that people and other tools can read it.
    fn put(&mut self, text: &'a Text, end: &str) {
        let json = text.as_str().and_then(|text| text.strip_suffix(end)).filter(|json| is_bare(json));
        match json.and_then(|json| serde_json::from_str::<&RawValue>(json).ok()) {
            Some(json) => self.json = Some(json),
            None => self.put_text(text),
        }
    }

    fn put_text(&mut self, text: &'a Text) {
        match text.as_str() {
            Some(text) => self.text = Some(text.into()),
            None => self.base64 = Some(BASE64_STANDARD.encode(text.bytes())),
        }
    }

    /// The event that this line says, or what is wrong with the line.
    pub(super) fn event(self, seq: u64) -> Result<Event, String> {
        let (at, conn, http) = (Duration::from_micros(self.us), self.conn, self.http);
        let seq = self.seq.unwrap_or(seq);
        Ok(Event { seq, at, conn, http, what: self.what()? })
    }

    fn what(self) -> Result<What, String> {
        Ok(match &*self.event {
            "opened" => What::Opened { transport: transport(self.transport.as_deref())?, target: self.target },
            "sent" => What::Sent(self.text()?.ok_or(NO_TEXT)?),
            "received" => What::Received(self.text()?.ok_or(NO_TEXT)?),
            "stderr" => What::Stderr(self.text()?.ok_or(NO_TEXT)?),
            "http-request" => What::HttpRequest {
                method: self.method.ok_or("an http-request needs `method`")?,
                path: self.path.ok_or("an http-request needs `path`")?,
                headers: self.headers.unwrap_or_default(),
            },
            "http-response" => What::HttpResponse {
                status: self.status.ok_or("an http-response needs `status`")?,
                headers: self.headers.unwrap_or_default(),
            },
            "sse" => {
                let data = self.text()?;
                What::Sse(SseEvent { id: self.id, kind: self.kind, retry: self.retry, data })
            }
            "input-closed" => What::InputClosed,
            "silence" => What::Silence(Duration::from_millis(self.ms.ok_or("a silence needs `ms`")?)),
            "exited" => What::Exited(Exit { code: self.code, signal: self.signal }),
            "closed" => What::Closed,
            "cut-off" => What::CutOff(self.text.ok_or(NO_TEXT)?.into_owned()),
            "assume" => What::Assume(assumption(self.assume)?),
            other => return Err(format!("`{other}` is no event; see the list in the documentation of recordings")),
        })
    }

    fn text(&self) -> Result<Option<Text>, String> {
        let end = if self.http.is_some() || self.event == "sse" { "" } else { "\n" };
        match (self.json, &self.text, &self.base64) {
            (Some(json), None, None) => Ok(Some(Text::from(format!("{}{end}", json.get())))),
            (None, Some(text), None) => Ok(Some(Text::from(&**text))),
            (None, None, Some(base64)) => BASE64_STANDARD
                .decode(base64)
                .map(|bytes| Some(Text::from(bytes)))
                .map_err(|error| format!("`base64` is not base64: {error}")),
            (None, None, None) => Ok(None),
            _ => Err("an event has one of `json`, `text` and `base64`".to_owned()),
        }
    }
}

const NO_TEXT: &str = "the event needs `json`, `text` or `base64`";

/// Whether the writer may write these bytes as they are into a line of its own.
fn is_bare(json: &str) -> bool {
    !json.contains(['\n', '\r']) && json.trim_matches([' ', '\t']) == json
}

fn name(what: &What) -> &'static str {
    match what {
        What::Opened { .. } => "opened",
        What::Sent(_) => "sent",
        What::Received(_) => "received",
        What::HttpRequest { .. } => "http-request",
        What::HttpResponse { .. } => "http-response",
        What::Sse(_) => "sse",
        What::Stderr(_) => "stderr",
        What::InputClosed => "input-closed",
        What::Silence(_) => "silence",
        What::Exited(_) => "exited",
        What::Closed => "closed",
        What::CutOff(_) => "cut-off",
        What::Assume(_) => "assume",
    }
}

fn transport(name: Option<&str>) -> Result<Transport, String> {
    match name {
        Some("stdio") => Ok(Transport::Stdio),
        Some("http") => Ok(Transport::Http),
        Some("memory") => Ok(Transport::Memory),
        _ => Err("an opened event needs `transport`: stdio, http or memory".to_owned()),
    }
}

fn told(assumption: &Assumption) -> (String, serde_json::Value) {
    let (name, value) = match assumption {
        Assumption::NegotiatedRevision(revision) => ("negotiated-revision", revision.as_str().into()),
        Assumption::SupportedRevisions(all) => ("supported-revisions", all.clone().into()),
        Assumption::AllowedOrigins(all) => ("allowed-origins", all.clone().into()),
        Assumption::EndedSession(id) => ("ended-session", id.as_str().into()),
        Assumption::ValidCredentials(valid) => ("valid-credentials", (*valid).into()),
        Assumption::UnknownName(name) => ("unknown-name", name.as_str().into()),
    };
    (name.to_owned(), value)
}

fn assumption(said: Option<BTreeMap<String, serde_json::Value>>) -> Result<Assumption, String> {
    let said = said.filter(|said| said.len() == 1).ok_or("an assume event needs `assume` with one member")?;
    let (name, value) = said.into_iter().next().ok_or("an assume event needs `assume`")?;
    let text = || value.as_str().map(str::to_owned).ok_or_else(|| format!("`{name}` takes a text"));
    let texts = || -> Result<Vec<String>, String> {
        serde_json::from_value(value.clone()).map_err(|_| format!("`{name}` takes a list of texts"))
    };
    Ok(match &*name {
        "negotiated-revision" => Assumption::NegotiatedRevision(text()?),
        "supported-revisions" => Assumption::SupportedRevisions(texts()?),
        "allowed-origins" => Assumption::AllowedOrigins(texts()?),
        "ended-session" => Assumption::EndedSession(text()?),
        "valid-credentials" => Assumption::ValidCredentials(value.as_bool().ok_or("`valid-credentials` is a boolean")?),
        "unknown-name" => Assumption::UnknownName(text()?),
        other => return Err(format!("`{other}` is nothing that a recording can assume")),
    })
}
