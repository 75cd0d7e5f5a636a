//! An HTTP server of a few lines, for saying over HTTP what no library would.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What a client asked.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    /// The value of a header, named in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Whether the body is an `initialize` request.
    pub(crate) fn is_initialize(&self) -> bool {
        self.body.contains("\"initialize\"")
    }

    /// The JSON-RPC id of the body, as JSON text.
    pub(crate) fn id(&self) -> Option<String> {
        let body: serde_json::Value = serde_json::from_str(&self.body).ok()?;
        body["method"].as_str()?;
        body.get("id").map(serde_json::Value::to_string)
    }
}

/// What is answered.
#[derive(Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    endless: Option<&'static str>,
    never: bool,
    open: bool,
}

impl Reply {
    pub(crate) fn new(status: u16, kind: &str, body: &str) -> Self {
        Self { status, body: body.to_owned(), ..Self::default() }.header("Content-Type", kind)
    }

    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    pub(crate) fn json(status: u16, body: &str) -> Self {
        Self::new(status, "application/json", body)
    }

    pub(crate) fn stream(body: &str) -> Self {
        Self::new(200, "text/event-stream", body)
    }

    /// No answer, and the connection stays open.
    pub(crate) fn never() -> Self {
        Self { never: true, ..Self::default() }
    }

    /// The body, and then this without end.
    pub(crate) fn endless(mut self, piece: &'static str) -> Self {
        self.endless = Some(piece);
        self
    }

    /// The body, and then nothing, without end.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A server that lives as long as this value.
pub(crate) struct Server {
    port: u16,
    served: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    pub(crate) async fn start(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (answer, served) = (Arc::new(answer), Arc::new(AtomicUsize::new(0)));
        let count = served.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, count) = (answer.clone(), count.clone());
                tokio::spawn(async move {
                    // A client that goes away in the middle is what some tests want.
                    let _ = serve(stream, &*answer, &count).await;
                });
            }
        });
        Self { port, served, task }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// How many requests were answered.
    pub(crate) fn served(&self) -> usize {
        self.served.load(Ordering::Relaxed)
    }
}

async fn serve(stream: TcpStream, answer: &impl Fn(&Request) -> Reply, served: &AtomicUsize) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let request = read(&mut stream).await?;
    let reply = answer(&request);
    served.fetch_add(1, Ordering::Relaxed);
    if reply.never {
        return std::future::pending().await;
    }
    let mut head = format!("HTTP/1.1 {} x\r\nConnection: close\r\n", reply.status);
    for (name, value) in &reply.headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n{}", reply.body).as_bytes()).await?;
    stream.flush().await?;
    if reply.open {
        return std::future::pending().await;
    }
    while let Some(piece) = reply.endless {
        stream.write_all(piece.repeat(1000).as_bytes()).await?;
    }
    stream.shutdown().await
}

async fn read(stream: &mut BufReader<TcpStream>) -> std::io::Result<Request> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    let mut words = lines.first().map(String::as_str).unwrap_or_default().split(' ');
    let (method, path) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or_default().to_owned());
    let headers = lines.iter().skip(1).filter_map(|line| line.split_once(": "));
    let headers: Vec<_> = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await?;
    Ok(Request { method, path, headers, body: String::from_utf8_lossy(&body).into_owned() })
}
