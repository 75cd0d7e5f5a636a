//! What no recording may hold.

use std::fmt;

use memchr::memmem;

use super::Text;
use super::event::What;

/// What stands where a secret stood.
pub const REDACTED: &str = "[redacted]";

/// Headers whose values are credentials, whoever set them.
const HEADERS: [&str; 5] = ["authorization", "cookie", "set-cookie", "proxy-authorization", "x-api-key"];

/// Shorter texts are left alone: hiding `1` or `yes` would spoil the recording and protect nobody.
const SHORTEST: usize = 6;

/// Texts that are replaced wherever they turn up: in what we send, in what a server sends back, in headers and
/// addresses.
#[derive(Clone, Default)]
pub struct Secrets(Vec<String>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.0.len())
    }
}

impl Secrets {
    /// Hides these texts, plain and as they are written inside JSON.
    pub fn new(texts: impl IntoIterator<Item = String>) -> Self {
        let mut all = Vec::new();
        for text in texts.into_iter().filter(|text| text.len() >= SHORTEST) {
            let inside = serde_json::Value::from(text.as_str()).to_string();
            all.push(inside[1..inside.len() - 1].to_owned());
            all.push(text);
        }
        all.sort_by_key(|text| std::cmp::Reverse(text.len()));
        all.dedup();
        Self(all)
    }

    /// The text with every secret replaced.
    pub fn redact(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret, REDACTED))
    }

    /// The event with every secret replaced, and the values of headers that carry credentials.
    pub(super) fn hide(&self, what: What) -> What {
        match what {
            What::HttpRequest { method, path, headers } => {
                What::HttpRequest { method, path: self.redact(&path), headers: self.headers(headers) }
            }
            What::HttpResponse { status, headers } => What::HttpResponse { status, headers: self.headers(headers) },
            what if self.0.is_empty() => what,
            What::Opened { transport, target } => {
                What::Opened { transport, target: target.map(|target| self.redact(&target)) }
            }
            What::Sent(text) => What::Sent(self.text(text)),
            What::Received(text) => What::Received(self.text(text)),
            What::Stderr(text) => What::Stderr(self.text(text)),
            What::Sse(mut sse) => {
                sse.data = sse.data.map(|data| self.text(data));
                sse.id = sse.id.map(|id| self.redact(&id));
                What::Sse(sse)
            }
            What::CutOff(why) => What::CutOff(self.redact(&why)),
            what => what,
        }
    }

    fn headers(&self, headers: Vec<(String, String)>) -> Vec<(String, String)> {
        let value = |name: &str, value: String| {
            // The name of a scheme alone is no secret, and a request that brings no more is malformed.
            let bare = value.trim().eq_ignore_ascii_case("bearer");
            let secret = !bare && HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header));
            if secret { REDACTED.to_owned() } else { self.redact(&value) }
        };
        headers.into_iter().map(|(name, text)| (name.clone(), value(&name, text))).collect()
    }

    fn text(&self, text: Text) -> Text {
        self.0.iter().fold(text, |text, secret| without(text, secret.as_bytes()))
    }
}

fn without(text: Text, secret: &[u8]) -> Text {
    let mut rest = text.bytes();
    let mut out = Vec::new();
    while let Some(at) = memmem::find(rest, secret) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(REDACTED.as_bytes());
        rest = &rest[at + secret.len()..];
    }
    if rest.len() == text.bytes().len() {
        return text;
    }
    out.extend_from_slice(rest);
    Text::from(out)
}

#[cfg(test)]
mod tests {
    use super::{REDACTED, Secrets};
    use crate::transcript::{Text, What};

    #[test]
    fn a_secret_is_hidden_plain_and_inside_json_and_in_bytes_that_are_no_text() {
        let secrets = Secrets::new(["pass\"word".to_owned(), "token-1".to_owned(), "no".to_owned()]);
        assert_eq!(secrets.redact("x pass\"word y no"), format!("x {REDACTED} y no"));
        let json = Text::from("{\"a\":\"pass\\\"word token-1 token-1\"}");
        let What::Received(text) = secrets.hide(What::Received(json)) else { panic!("the event is another") };
        assert_eq!(text.lossy(), format!("{{\"a\":\"{REDACTED} {REDACTED} {REDACTED}\"}}"));
        let bytes = Text::from([b"\xfftoken-1".as_slice(), b"\xfe"].concat());
        let What::Stderr(text) = secrets.hide(What::Stderr(bytes)) else { panic!("the event is another") };
        assert_eq!(text.bytes(), [b"\xff".as_slice(), REDACTED.as_bytes(), b"\xfe"].concat());
    }

    #[test]
    fn headers_with_credentials_are_hidden_whatever_they_hold() {
        let headers = vec![("Set-Cookie".to_owned(), "a=b".to_owned()), ("accept".to_owned(), "*/*".to_owned())];
        let What::HttpResponse { headers, .. } = Secrets::default().hide(What::HttpResponse { status: 200, headers })
        else {
            panic!("the event is another")
        };
        assert_eq!(headers[0].1, REDACTED);
        assert_eq!(headers[1].1, "*/*");
    }
}
