//! A response over HTTP, written to a socket.

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::manner::{Explains, Length, Names, Web};

/// What is answered.
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: String::new() }
    }

    pub(crate) fn json(status: u16, body: &str, web: &Web) -> Self {
        let kind = if web.charset { "application/json; charset=utf-8" } else { "application/json" };
        let mut reply = Self::status(status).header("Content-Type", kind);
        body.clone_into(&mut reply.body);
        reply
    }

    /// A refusal, with as many words as this server makes.
    pub(crate) fn refusal(status: u16, why: &str, web: &Web) -> Self {
        match web.explains {
            Explains::Error => {
                let error = serde_json::json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": why}});
                Self::json(status, &error.to_string(), web)
            }
            Explains::Text => {
                let mut reply = Self::status(status).header("Content-Type", "text/plain");
                why.clone_into(&mut reply.body);
                reply
            }
            Explains::Nothing => Self::status(status),
        }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Writes it, body and all, and closes.
    pub(crate) async fn write(self, stream: &mut BufReader<TcpStream>, web: &Web) -> std::io::Result<()> {
        let has_body = !matches!(self.status, 204 | 202);
        let length = if has_body { web.length } else { Length::UntilClosed };
        self.write_head(stream, web, length).await?;
        let body = match length {
            Length::Chunked => chunk(&self.body) + "0\r\n\r\n",
            Length::Said | Length::UntilClosed => self.body,
        };
        stream.write_all(body.as_bytes()).await?;
        stream.shutdown().await
    }

    /// Writes the status line and the headers of a body that ends with the connection, or that has that length.
    pub(crate) async fn write_head(
        &self,
        stream: &mut BufReader<TcpStream>,
        web: &Web,
        length: Length,
    ) -> std::io::Result<()> {
        let mut head = format!("HTTP/1.1 {} Status\r\n", self.status);
        let said = match length {
            Length::Said => Some(("Content-Length", self.body.len().to_string())),
            Length::Chunked => Some(("Transfer-Encoding", "chunked".to_owned())),
            Length::UntilClosed => None,
        };
        let said = said.map(|(name, value)| (name.to_owned(), value));
        let close = ("Connection".to_owned(), "close".to_owned());
        for (name, value) in self.headers.iter().cloned().chain(said).chain([close]) {
            head += &format!("{}: {value}\r\n", spelled(&name, web.names));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).await?;
        stream.flush().await
    }
}

fn spelled(name: &str, names: Names) -> String {
    match names {
        Names::Usual => name.to_owned(),
        Names::Small => name.to_lowercase(),
        Names::Capital => name.to_uppercase(),
    }
}

/// One chunk of a body.
pub(crate) fn chunk(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{:x}\r\n{text}\r\n", text.len()) }
}
