//! One client: a connection that is kept, and a session on it.

use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::HeaderValue;
use hyper::{Request, Response, body::Incoming};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::Failed;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"load","version":"1.0.0"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

pub struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    session: Option<HeaderValue>,
}

impl Client {
    pub async fn connect(address: &str) -> Result<Self, Failed> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let mut client = Self { sender, host: address.to_owned(), session: None };
        let (response, body) = client.post(INITIALIZE).await?;
        expect(&body, "protocolVersion")?;
        client.session = response.headers().get("mcp-session-id").cloned();
        client.post(INITIALIZED).await?;
        Ok(client)
    }

    /// Calls so many times, one after the other, and gives how long each call took.
    pub async fn call(&mut self, calls: u32) -> Result<Vec<Duration>, Failed> {
        let mut times = Vec::new();
        for call in 1..=calls {
            let text = format!("The {call}th text of this client.");
            let body = format!(
                r#"{{"jsonrpc":"2.0","id":{call},"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
            );
            let start = Instant::now();
            let (_, answer) = self.post(&body).await?;
            times.push(start.elapsed());
            expect(&answer, &text)?;
        }
        Ok(times)
    }

    async fn post(&mut self, body: &str) -> Result<(Response<()>, String), Failed> {
        let mut request = Request::post("/mcp")
            .header("host", &self.host)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25");
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        let request = request.body(Full::from(Bytes::copy_from_slice(body.as_bytes())))?;
        self.sender.ready().await?;
        let response: Response<Incoming> = self.sender.send_request(request).await?;
        let (parts, body) = response.into_parts();
        let body = body.collect().await?.to_bytes();
        if !parts.status.is_success() {
            return Err(format!("{}: {}", parts.status, String::from_utf8_lossy(&body)).into());
        }
        Ok((Response::from_parts(parts, ()), String::from_utf8(body.to_vec())?))
    }
}

fn expect(answer: &str, text: &str) -> Result<(), Failed> {
    if answer.contains(text) { Ok(()) } else { Err(format!("`{text}` is not in `{answer}`").into()) }
}
