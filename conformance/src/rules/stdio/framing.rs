//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio>

use serde_json::value::RawValue;

use crate::rule::{Observations, rules};
use crate::transcript::value::{Unreadable, parse};
use crate::transcript::{Event, Kind, Party, Text, Transcript, What};

rules! { "stdio";
    /// Nothing but messages is written to standard output.
    ///
    /// Banners, log lines, `print` left in a handler, progress bars and what dependencies say all end up between the
    /// messages, where clients try to parse them. `Infinity` and `NaN` are no JSON either, and a byte order mark does not
    /// belong before it. Standard error is the place for words.
    Must only_messages_on_standard_output on Stdio since V2024_11_05
    cites ["stdio-stdout-only-mcp"] = "basic/transports#stdio";

    /// No message holds a raw newline.
    ///
    /// A message is one line. Indented JSON spreads over many, of which none is a message; a newline inside of a text is
    /// written as `\n`.
    Must no_embedded_newline on Stdio since V2024_11_05
    cites ["stdio-no-embedded-newline"] = "basic/transports#stdio";

    /// Messages are separated by newlines, one to a line.
    ///
    /// Headers such as `Content-Length`, as language servers use them, are lines that are no messages. Two messages on one
    /// line come from a writer that forgets the newline or from two threads that write at once, and a message without a
    /// newline at the end of the output never reaches a client that reads lines.
    Must messages_end_with_a_newline on Stdio since V2024_11_05
    cites ["stdio-newline-delimited", "stdio-uses-stdin-stdout"] = "basic/transports#stdio";

    /// No blank lines are written between the messages.
    ///
    /// An empty line is no message, so a strict reader may stumble over it, although most skip it. It comes from a `println`
    /// of a line that already ends with a newline.
    Should no_blank_lines on Stdio since V2024_11_05 cites ["stdio-stdout-only-mcp"] = "basic/transports#stdio";

    /// A client writes nothing but messages to standard input.
    ///
    /// What is no request, notification or response in this protocol has no place there; an error with a null id is none
    /// either. Two programs that answer each other's noise never stop.
    Must only_messages_on_standard_input binds Client on Stdio since V2024_11_05
    cites ["stdio-stdin-only-mcp"] = "basic/transports#stdio";
}

/// What a line that is no message is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Noise {
    /// A line of a message that was spread over several.
    Piece,
    /// A header of another framing.
    Header,
    /// More than one message.
    Crowd,
    /// Nothing.
    Blank,
    /// A message after a byte order mark.
    Mark,
    /// Anything else.
    Words,
}

/// Every line of the server, with what is wrong with it.
fn lines(t: &Transcript) -> Vec<(&Event, &Text, Option<Noise>)> {
    t.connections().flat_map(|connection| sorted(connection.received())).collect()
}

fn sorted<'t>(lines: impl Iterator<Item = (&'t Event, &'t Text)>) -> Vec<(&'t Event, &'t Text, Option<Noise>)> {
    let mut out: Vec<_> = lines.map(|(event, text)| (event, text, noise(text))).collect();
    let mut at = 0;
    while at < out.len() {
        let end = pretty_printed(&out[at..]).map_or(at + 1, |count| at + count);
        if end > at + 1 {
            out[at..end].iter_mut().for_each(|(_, _, noise)| *noise = Some(Noise::Piece));
        }
        at = end;
    }
    out
}

/// Bytes that are not UTF-8 have a rule of their own.
fn noise(text: &Text) -> Option<Noise> {
    let line = text.as_str()?;
    if line.trim().is_empty() {
        return Some(Noise::Blank);
    }
    match parse(line.as_bytes()) {
        Ok(value) if value.is_object() || value.is_array() => None,
        Err(Unreadable::TooDeep) => None,
        Err(_) if line.starts_with('\u{feff}') => Some(Noise::Mark),
        Err(_) if is_header(line) => Some(Noise::Header),
        Err(_) if is_crowd(line) => Some(Noise::Crowd),
        Ok(_) | Err(_) => Some(Noise::Words),
    }
}

fn is_header(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default().trim();
    ["content-length", "content-type"].iter().any(|header| name.eq_ignore_ascii_case(header))
}

fn is_crowd(line: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(line).into_iter::<&RawValue>();
    let first_is_object = values.next().is_some_and(|value| value.is_ok_and(|value| value.get().starts_with('{')));
    first_is_object && values.next().is_some_and(|value| value.is_ok_and(|value| value.get().starts_with('{')))
}

/// How many of these lines together are one object, where the first alone is none.
fn pretty_printed(lines: &[(&Event, &Text, Option<Noise>)]) -> Option<usize> {
    const LIMIT: usize = 10_000;
    let first = lines.first()?;
    first.2.filter(|_| first.1.lossy().trim_start().starts_with('{'))?;
    let mut joined = String::new();
    for (at, (_, text, _)) in lines.iter().take(LIMIT).enumerate() {
        joined.push_str(text.as_str()?);
        if text.as_str()?.trim_end().ends_with('}') && parse(joined.as_bytes()).is_ok_and(|value| value.is_object()) {
            return Some(at + 1);
        }
    }
    None
}

fn judged(t: &Transcript, bad: impl Fn(Noise) -> Option<&'static str>) -> Observations {
    let mut seen = Observations::new("the server wrote nothing");
    for (event, _, noise) in lines(t) {
        match noise.map(&bad) {
            None => seen.held(),
            Some(Some(why)) => seen.broken([event], why),
            Some(None) => {}
        }
    }
    seen
}

fn only_messages_on_standard_output(t: &Transcript) -> Observations {
    judged(t, |noise| match noise {
        Noise::Words => Some("this line is no message"),
        Noise::Mark => Some("a byte order mark stands before the message"),
        _ => None,
    })
}

fn no_embedded_newline(t: &Transcript) -> Observations {
    judged(t, |noise| (noise == Noise::Piece).then_some("this line is a piece of a message over several lines"))
}

fn messages_end_with_a_newline(t: &Transcript) -> Observations {
    let mut seen = judged(t, |noise| match noise {
        Noise::Header => Some("this is a header; messages are separated by newlines alone"),
        Noise::Crowd => Some("this line holds more than one message"),
        _ => None,
    });
    for connection in t.connections() {
        let has_ended = connection.events().iter().any(|event| matches!(event.what, What::Exited(_) | What::Closed));
        for (event, text) in connection.received().filter(|(_, text)| has_ended && !text.is_terminated()) {
            if parse(text.bytes()).is_ok_and(|value| value.is_object()) {
                seen.broken([event], "the output ended without a newline after this message");
            }
        }
    }
    seen
}

fn no_blank_lines(t: &Transcript) -> Observations {
    judged(t, |noise| (noise == Noise::Blank).then_some("this line is blank"))
}

fn only_messages_on_standard_input(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the client wrote nothing");
    for message in t.messages_from(Party::Client) {
        let fault = match &message.kind {
            Kind::Unreadable(Unreadable::NotUtf8 | Unreadable::TooDeep) => continue,
            _ if message.text.bytes().iter().all(u8::is_ascii_whitespace) => continue,
            Kind::Unreadable(why) => Some(format!("this is no message: {why}")),
            Kind::Stranger => Some("this is neither request, notification nor response".to_owned()),
            Kind::Error { id: None } | Kind::Result { id: None } if message.value.get("id").is_some() => {
                Some(format!("/id is {}, where an id was expected", message.value["id"]))
            }
            _ => None,
        };
        seen.judge([message], fault);
    }
    seen
}
