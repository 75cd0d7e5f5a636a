//! A client of plain HTTP/1.0, in which a response ends with its connection.

use std::time::Duration;

use mcp_reference_server::{HttpOptions, Server};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};

const PATIENCE: Duration = Duration::from_secs(10);

/// What a good client sends with a POST and a GET.
pub(crate) const POST: [(&str, &str); 2] =
    [("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json")];
pub(crate) const GET: (&str, &str) = ("Accept", "text/event-stream");

pub(crate) type Header<'a> = (&'a str, &'a str);

/// A server that listens.
pub(crate) struct Web {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Web {
    pub(crate) async fn start<C: Send + Sync + 'static>(server: Server<C>, options: HttpOptions) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let until = async { stopped.await.unwrap_or_default() };
        let serving = tokio::spawn(async move { server.serve_http(listener, options, until).await });
        Self { address, stop, serving }
    }

    /// Stops the server, which has to end in time.
    pub(crate) async fn stop(self) {
        self.stop.send(()).expect("it still serves");
        let ended = timeout(PATIENCE, self.serving).await.expect("it ends in time");
        ended.expect("no panic").expect("no error");
    }

    /// Sends a request and waits for the head of the response.
    pub(crate) async fn open(&self, method: &str, path: &str, headers: &[Header<'_>], body: &str) -> Stream {
        let mut connection = TcpStream::connect(self.address).await.expect("the server listens");
        let mut request = format!("{method} {path} HTTP/1.0\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.push_str("Host: localhost\r\n");
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        connection.write_all(request.as_bytes()).await.expect("the server reads");
        let mut stream = Stream { reader: BufReader::new(connection), head: String::new() };
        while let Some(line) = stream.line().await.filter(|line| !line.is_empty()) {
            stream.head.push_str(&format!("{line}\n"));
        }
        stream
    }

    /// The status and the body of the answer to a whole request.
    pub(crate) async fn send(&self, method: &str, headers: &[Header<'_>], body: &str) -> (u16, String) {
        let stream = self.open(method, "/mcp", headers, body).await;
        let status = stream.status();
        (status, stream.rest().await)
    }

    /// Shakes hands and gives the session's id.
    pub(crate) async fn greet(&self, version: &str) -> String {
        let stream = self.open("POST", "/mcp", &POST, &initialize(version)).await;
        assert_eq!((stream.status(), stream.header("content-type")), (200, Some("application/json")));
        let id = stream.header("mcp-session-id").expect("a session").to_owned();
        let answer: Value = serde_json::from_str(&stream.rest().await).expect("JSON");
        assert_eq!(answer["result"]["protocolVersion"], version);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post(&id, &ready).await, (202, String::new()));
        id
    }

    /// Posts a message in a session.
    pub(crate) async fn post(&self, session: &str, message: &Value) -> (u16, String) {
        self.send("POST", &[POST[0], POST[1], ("MCP-Session-Id", session)], &message.to_string()).await
    }

    /// Posts a request that is answered with a stream.
    pub(crate) async fn stream(&self, session: &str, message: &Value) -> Stream {
        let headers = [POST[0], POST[1], ("MCP-Session-Id", session)];
        let stream = self.open("POST", "/mcp", &headers, &message.to_string()).await;
        assert_eq!((stream.status(), stream.header("content-type")), (200, Some("text/event-stream")));
        stream
    }

    /// Listens, or goes on with a stream.
    pub(crate) async fn listen(&self, session: &str, last: Option<&str>) -> Stream {
        let mut headers = vec![GET, ("MCP-Session-Id", session)];
        headers.extend(last.map(|id| ("Last-Event-ID", id)));
        let stream = self.open("GET", "/mcp", &headers, "").await;
        assert_eq!((stream.status(), stream.header("content-type")), (200, Some("text/event-stream")));
        stream
    }
}

/// The message that begins a session.
pub(crate) fn initialize(version: &str) -> String {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {"roots": {}}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string()
}

/// A response, as far as it has come.
pub(crate) struct Stream {
    reader: BufReader<TcpStream>,
    head: String,
}

/// One server-sent event.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) retry: Option<String>,
    pub(crate) data: Option<String>,
}

impl Event {
    pub(crate) fn message(&self) -> Value {
        serde_json::from_str(self.data.as_deref().expect("data")).expect("JSON")
    }
}

impl Stream {
    pub(crate) fn status(&self) -> u16 {
        self.head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    pub(crate) async fn rest(mut self) -> String {
        let mut rest = String::new();
        let read = timeout(PATIENCE, self.reader.read_to_string(&mut rest)).await;
        read.expect("the response ends").expect("UTF-8");
        rest
    }

    /// The next event; `None` at the end.
    pub(crate) async fn event(&mut self) -> Option<Event> {
        let mut event = Event::default();
        loop {
            let line = self.line().await?;
            let (name, value) = line.split_once(':').unwrap_or_default();
            let value = Some(value.trim_start().to_owned());
            match name {
                "id" => event.id = value,
                "retry" => event.retry = value,
                "data" => event.data = value,
                _ if event == Event::default() => {}
                _ => return Some(event),
            }
        }
    }

    /// All events that still come.
    pub(crate) async fn events(mut self) -> Vec<Event> {
        let mut all = Vec::new();
        while let Some(event) = self.event().await {
            all.push(event);
        }
        all
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = timeout(PATIENCE, self.reader.read_line(&mut line)).await.expect("a line in time");
        (read.expect("UTF-8") > 0).then(|| line.trim_end().to_owned())
    }
}
