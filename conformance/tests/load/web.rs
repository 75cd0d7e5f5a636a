//! A client of plain HTTP/1.1 that keeps its connection.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_mins(1);

/// A header, by its name.
pub(crate) type Header<'a> = (&'a str, &'a str);

/// What came back.
pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The messages of a stream, or the one that is the body.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        if self.header("content-type") != Some("text/event-stream") {
            return vec![read(&self.body)];
        }
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
        data.filter(|data| !data.is_empty()).map(read).collect()
    }
}

/// One connection.
pub(crate) struct Web(BufReader<TcpStream>);

impl Web {
    pub(crate) async fn open(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        Self(BufReader::new(stream))
    }

    /// The response to a request; none where the server closed the connection.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[Header<'_>],
        body: &[u8],
    ) -> Option<Response> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str("Host: localhost\r\n");
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
        self.raw(&[head.as_bytes(), body].concat()).await
    }

    /// The response to bytes that may be no request at all.
    pub(crate) async fn raw(&mut self, bytes: &[u8]) -> Option<Response> {
        // A server that closes at once shows that when it is read.
        let _ = self.0.get_mut().write_all(bytes).await;
        timeout(PATIENCE, self.response()).await.expect("a response in time")
    }

    async fn response(&mut self) -> Option<Response> {
        let mut head = String::new();
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                break;
            }
            head.push_str(&line);
            head.push('\n');
        }
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let mut response = Response { status, head, body: String::new() };
        response.body = match (response.header("transfer-encoding"), response.header("content-length")) {
            (Some("chunked"), _) => self.chunks().await?,
            (_, Some(length)) => self.text(length.parse().ok()?).await?,
            _ => String::new(),
        };
        Some(response)
    }

    async fn chunks(&mut self) -> Option<String> {
        let mut body = String::new();
        loop {
            let size = usize::from_str_radix(&self.line().await?, 16).ok()?;
            body.push_str(&self.text(size).await?);
            self.line().await?;
            if size == 0 {
                return Some(body);
            }
        }
    }

    async fn text(&mut self, length: usize) -> Option<String> {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).await.ok()?;
        String::from_utf8(bytes).ok()
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.0.read_line(&mut line).await.ok()?;
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Shakes hands; the id of the session.
    pub(crate) async fn greet(&mut self) -> String {
        let client = json!({"name": "load", "version": "1"});
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let answer = self.send("POST", "/mcp", &POST, hello.to_string().as_bytes()).await.expect("an answer");
        let session = answer.header("mcp-session-id").expect("a session").to_owned();
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post(&session, &ready).await.status, 202);
        session
    }

    /// Posts a message in a session.
    pub(crate) async fn post(&mut self, session: &str, message: &Value) -> Response {
        let headers = [POST[0], POST[1], ("MCP-Session-Id", session)];
        self.send("POST", "/mcp", &headers, message.to_string().as_bytes()).await.expect("an answer")
    }
}

/// What a good client sends with a POST.
pub(crate) const POST: [Header<'static>; 2] =
    [("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json")];
