//! A client that says exactly what a test tells it to.

use std::time::Duration;

use mcp_reference_server::Server;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split},
    task::JoinHandle,
    time::timeout,
};

/// A conversation with a server in the same process.
pub(crate) struct Talk {
    writer: Option<WriteHalf<DuplexStream>>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    serving: JoinHandle<std::io::Result<()>>,
    next_id: u64,
    /// What came while an answer was awaited.
    pub(crate) heard: Vec<Value>,
}

impl Talk {
    /// Connects, and says nothing.
    pub(crate) fn silent<C: Send + Sync + 'static>(server: Server<C>) -> Self {
        let (ours, theirs) = duplex(1 << 16);
        let (reader, writer) = split(theirs);
        let serving = tokio::spawn(async move { server.serve(reader, writer).await });
        let (reader, writer) = split(ours);
        Self { writer: Some(writer), lines: BufReader::new(reader).lines(), serving, next_id: 1, heard: Vec::new() }
    }

    /// Connects and shakes hands, as a client that can do everything.
    pub(crate) async fn open<C: Send + Sync + 'static>(server: Server<C>) -> Self {
        let all = json!({"roots": {}, "sampling": {"tools": {}}, "elicitation": {"form": {}, "url": {}}});
        Self::open_as(server, all).await
    }

    /// Connects and shakes hands, as a client with these capabilities.
    pub(crate) async fn open_as<C: Send + Sync + 'static>(server: Server<C>, capabilities: Value) -> Self {
        let mut talk = Self::silent(server);
        let answer = talk.initialize("2025-11-25", capabilities).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{answer}");
        talk.notify("notifications/initialized", json!({})).await;
        talk
    }

    pub(crate) async fn initialize(&mut self, version: &str, capabilities: Value) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": client});
        self.request("initialize", params).await
    }

    pub(crate) async fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes()).await;
    }

    pub(crate) async fn say_bytes(&mut self, line: &[u8]) {
        let writer = self.writer.as_mut().expect("the input is still open");
        writer.write_all(line).await.expect("the server reads");
        writer.write_all(b"\n").await.expect("the server reads");
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.say(&message.to_string()).await;
    }

    /// Sends a request and returns its id.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.say(&message.to_string()).await;
        id
    }

    /// Sends a request and returns its response; what else comes is kept.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        self.response(id).await
    }

    pub(crate) async fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.hear().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Calls a tool and returns its result.
    pub(crate) async fn call(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({"name": name, "arguments": arguments});
        let response = self.request("tools/call", params).await;
        assert!(response.get("error").is_none(), "{response}");
        response["result"].clone()
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        let line = self.hear_line().await.expect("the server is still there");
        serde_json::from_str(&line).expect("the server speaks JSON")
    }

    /// The next line, or `None` when the server has closed its output.
    pub(crate) async fn hear_line(&mut self) -> Option<String> {
        let line = timeout(Duration::from_secs(10), self.lines.next_line()).await;
        line.expect("an answer within ten seconds").expect("a line of UTF-8")
    }

    /// Closes the input and returns what still came.
    pub(crate) async fn close(mut self) -> Vec<Value> {
        let mut writer = self.writer.take().expect("the input is still open");
        writer.shutdown().await.expect("the server reads");
        drop(writer);
        let mut rest = Vec::new();
        while let Some(line) = self.hear_line().await {
            rest.push(serde_json::from_str(&line).expect("the server speaks JSON"));
        }
        let ended = self.serving.await.expect("the server did not panic");
        ended.expect("the server ends well");
        rest
    }
}
