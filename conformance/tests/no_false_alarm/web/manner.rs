//! How a made-up server behaves over HTTP where the specification leaves it free.

use proptest::option;
use proptest::prelude::*;

/// Choices that Streamable HTTP leaves to the server.
#[derive(Debug, Clone)]
pub(crate) struct Web {
    /// What a session id begins with, where there are sessions.
    pub(crate) sessions: Option<String>,
    /// Whether a GET is served; else it gets 405.
    pub(crate) listens: bool,
    /// The status that ends a session, or none where a DELETE gets 405.
    pub(crate) ends: Option<u16>,
    /// How requests are answered.
    pub(crate) answers: Answers,
    /// The status for a body that is said not to be JSON.
    pub(crate) unsupported: u16,
    /// The status for a client that takes no events, or none where it is served JSON.
    pub(crate) unacceptable: Option<u16>,
    /// What a refusal brings: a JSON-RPC error, plain text, or nothing.
    pub(crate) explains: Explains,
    /// How the names of headers are spelled.
    pub(crate) names: Names,
    /// Whether `charset=utf-8` is said of JSON.
    pub(crate) charset: bool,
    /// How bodies are delimited.
    pub(crate) length: Length,
    /// How events are written.
    pub(crate) framing: Framing,
}

/// How requests are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answers {
    /// With JSON.
    Json,
    /// With a stream.
    Stream,
    /// Now so, now so.
    Both,
    /// With a stream that is closed at once, so that the client comes back for the answer.
    Polled,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Explains {
    Error,
    Text,
    Nothing,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Names {
    Usual,
    Small,
    Capital,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Length {
    Said,
    Chunked,
    UntilClosed,
}

/// How events are written.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Debug, Clone)]
pub(crate) struct Framing {
    /// What ends a line.
    pub(crate) end: &'static str,
    /// Whether a space follows the colon.
    pub(crate) space: bool,
    /// A comment before each event.
    pub(crate) comment: Option<String>,
    /// Whether `event: message` is said.
    pub(crate) named: bool,
    /// Whether the data are written in several lines.
    pub(crate) lines: bool,
    /// Whether the id comes after the data.
    pub(crate) id_last: bool,
    /// Whether a byte order mark comes first.
    pub(crate) mark: bool,
    /// Whether the first event has the field for data at all.
    pub(crate) empty_data: bool,
    /// How many bytes are written at a time.
    pub(crate) piece: usize,
}

impl Web {
    /// Whether a request is answered with a stream, which can bring a question.
    pub(crate) fn can_ask(&self) -> bool {
        self.answers != Answers::Json
    }
}

pub(crate) fn web() -> impl Strategy<Value = Web> {
    let answers = prop_oneof![Just(Answers::Json), Just(Answers::Stream), Just(Answers::Both), Just(Answers::Polled)];
    let statuses =
        (option::of(prop_oneof![Just(200_u16), Just(204), Just(202)]), prop_oneof![Just(415_u16), Just(400)]);
    let unacceptable = option::of(prop_oneof![Just(406_u16), Just(400)]);
    let explains = prop_oneof![Just(Explains::Error), Just(Explains::Text), Just(Explains::Nothing)];
    let names = prop_oneof![Just(Names::Usual), Just(Names::Small), Just(Names::Capital)];
    let length = prop_oneof![Just(Length::Said), Just(Length::Chunked), Just(Length::UntilClosed)];
    let sessions = option::weighted(0.7, "[!-~]{1,12}");
    let texts = (explains, names, any::<bool>(), length);
    (sessions, any::<bool>(), answers, statuses, unacceptable, texts, framing()).prop_map(
        |(sessions, listens, answers, (ends, unsupported), unacceptable, texts, framing)| {
            let (explains, names, charset, length) = texts;
            // Who gives event ids on the streams of requests takes them back with a GET.
            let listens = listens || answers != Answers::Json;
            Web {
                sessions,
                listens,
                ends,
                answers,
                unsupported,
                unacceptable,
                explains,
                names,
                charset,
                length,
                framing,
            }
        },
    )
}

fn framing() -> impl Strategy<Value = Framing> {
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let comment = option::of("[ -~]{0,12}");
    let piece = prop_oneof![3 => Just(usize::MAX), 1 => 1..40_usize];
    (end, flags, comment, piece).prop_map(|(end, (space, named, lines, id_last, mark, empty_data), comment, piece)| {
        Framing { end, space, comment, named, lines, id_last, mark, empty_data, piece }
    })
}

impl Framing {
    /// One event; without data it is the first of a stream.
    pub(crate) fn event(&self, id: &str, data: Option<&str>) -> String {
        let mut lines = Vec::new();
        if let Some(comment) = &self.comment {
            lines.push(format!(":{comment}"));
        }
        let id = self.field("id", id);
        let data = match data {
            None if self.empty_data => vec![self.field("data", "")],
            None => Vec::new(),
            Some(data) => self.data(data),
        };
        let named = self.named.then(|| self.field("event", "message"));
        let (first, last) = if self.id_last { (None, Some(id)) } else { (Some(id), None) };
        lines.extend(first.into_iter().chain(named).chain(data).chain(last));
        lines.iter().map(|line| format!("{line}{}", self.end)).collect::<String>() + self.end
    }

    /// When to come back, as an event of its own.
    pub(crate) fn retry(&self) -> String {
        format!("{}{}{}", self.field("retry", "1"), self.end, self.end)
    }

    fn data(&self, data: &str) -> Vec<String> {
        let value: serde_json::Value = serde_json::from_str(data).expect("a message");
        let text = if self.lines { format!("{value:#}") } else { data.to_owned() };
        text.lines().map(|line| self.field("data", line)).collect()
    }

    fn field(&self, name: &str, value: &str) -> String {
        let space = if self.space || value.starts_with(' ') { " " } else { "" };
        format!("{name}:{space}{value}")
    }
}
