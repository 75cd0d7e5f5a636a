//! What no client should send. After each, a ping shows whether the server still stands, and closes the time in which
//! an answer could be meant for what came before.

use super::session::Session;
use crate::transcript::Text;
use crate::wire::Gone;

/// Lines that are no message, from the mildest to the strangest; the first is one, with a member from another time.
const LINES: [&str; 15] = [
    r#"{"jsonrpc":"2.0","id":"more-members","method":"ping","mcp-conformance":true}"#,
    r"this is no JSON",
    r#"{"jsonrpc":"2.0","id":"truncated","method":"pi"#,
    r#"{"jsonrpc":"1.0","id":"wrong-jsonrpc","method":"ping"}"#,
    r#"{"id":"no-jsonrpc","method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":"no-method"}"#,
    r#"{"jsonrpc":"2.0","id":"method-is-a-number","method":7}"#,
    r#"{"jsonrpc":"2.0","id":"params-is-a-text","method":"ping","params":"text"}"#,
    r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":"never-asked","result":{}}"#,
    r#"{"jsonrpc":"2.0","id":"never-asked","error":{"code":-32603,"message":"an error nobody asked for"}}"#,
    r#"[{"jsonrpc":"2.0","id":"in-a-batch","method":"ping"}]"#,
    r"[]",
    r"42",
];

/// Deep enough to overturn a parser that recurses, small enough for everybody's limits.
const DEPTH: usize = 20_000;

/// Sends each line that is no message.
pub(super) async fn lines(session: &mut Session) -> Result<(), Gone> {
    session.handshake().await?;
    for line in LINES {
        session.line(line).await?;
        session.ping().await?;
    }
    Ok(())
}

/// Sends what is hard to swallow: an empty line, a long message, bytes that are not UTF-8, and a value nested deep.
pub(super) async fn bytes(session: &mut Session) -> Result<(), Gone> {
    session.handshake().await?;
    let long = "x".repeat(128 << 10);
    let opened = "[".repeat(DEPTH);
    let closed = "]".repeat(DEPTH);
    let texts = [
        Text::from("\n"),
        Text::from(format!("{{\"jsonrpc\":\"2.0\",\"id\":\"long\",\"method\":\"ping\",\"params\":{{\"_meta\":{{\"example.com/text\":\"{long}\"}}}}}}\n")),
        Text::from(b"{\"jsonrpc\":\"2.0\",\"id\":\"not-utf-8\",\"method\":\"ping\",\"params\":{\"_meta\":{\"example.com/text\":\"\xff\xfe\"}}}\n".to_vec()),
        Text::from(format!("{{\"jsonrpc\":\"2.0\",\"id\":\"deep\",\"method\":\"ping\",\"params\":{{\"_meta\":{{\"example.com/deep\":{opened}{closed}}}}}}}\n")),
    ];
    for text in texts {
        session.send(text).await?;
        session.ping().await?;
    }
    Ok(())
}
