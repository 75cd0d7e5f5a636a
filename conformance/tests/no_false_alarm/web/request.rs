//! A request over HTTP, read from a socket.

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpStream;

/// What a client asked.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// The value of a header, named in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) async fn read(stream: &mut BufReader<TcpStream>) -> Option<Self> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            if line.trim().is_empty() {
                break;
            }
            lines.push(line.trim_end().to_owned());
        }
        let mut words = lines.first()?.split(' ').map(str::to_owned);
        let (method, path) = (words.next()?, words.next()?);
        let headers = lines.iter().skip(1).filter_map(|line| line.split_once(':'));
        let headers: Vec<_> = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned())).collect();
        let mut request = Self { method, path, headers, body: Vec::new() };
        let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        request.body = vec![0; length];
        stream.read_exact(&mut request.body).await.ok()?;
        Some(request)
    }
}
