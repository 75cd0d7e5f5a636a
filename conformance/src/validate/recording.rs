//! Recordings: each message in one is judged, results by the request that they answer.

use std::collections::BTreeMap;
use std::io;

use super::input::Sink;
use super::judged::{Judged, Reading, Source};
use super::message::asked;
use crate::transcript::value::members;
use crate::transcript::{Client, Message, Party, Transcript, read};

/// Whether the line says that a recording follows.
pub(super) fn is_header(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).unwrap_or_default();
    members(text).is_ok_and(|members| members.get("transcript").is_some_and(|version| version.parse::<u32>().is_ok()))
}

/// Judges every message; this suite's own, whose faults are deliberate, are left out.
pub(super) fn judge(name: &str, bytes: &[u8], sink: &mut dyn Sink) -> io::Result<()> {
    let (header, events) = match read(bytes) {
        Ok(read) => read,
        Err(error) => return sink.unreadable(name, &error.to_string()),
    };
    let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
    let lines: BTreeMap<u64, (usize, &[u8])> = seqs.into_iter().zip(event_lines(bytes)).collect();
    let transcript = Transcript::new(header, events);
    let ours = |message: &Message| transcript.header().client == Client::Suite && message.from == Party::Client;
    for connection in transcript.connections() {
        for message in connection.messages().iter().filter(|message| !ours(message)) {
            let (line, text) = lines.get(&message.seq).copied().unwrap_or((1, b""));
            let reading = Reading::Message(asked(&transcript, connection, message));
            let source = inside(name, line, text, message);
            sink.judged(Judged::new(source, reading), Source { column: 0, bytes: shown(source, text), ..source })?;
        }
    }
    Ok(())
}

/// The lines with an event, each with its number.
fn event_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate().skip(1);
    lines.map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim_ascii().is_empty())
}

/// Where the message stands in its line, if it stands there as JSON; else its own bytes.
fn inside<'a>(name: &'a str, line: usize, text: &'a [u8], message: &'a Message) -> Source<'a> {
    let whole = std::str::from_utf8(text).unwrap_or_default();
    let json = members(whole).ok().and_then(|members| members.get("json"));
    let place = json.and_then(|json| Some((json, whole.get(..json.as_ptr().addr() - whole.as_ptr().addr())?)));
    match place {
        Some((json, before)) => Source { file: name, line, column: before.chars().count(), bytes: json.as_bytes() },
        None => Source { file: name, line, column: 0, bytes: message.text.line() },
    }
}

/// What to show: the line of the recording, or the message where the line has it in another form.
fn shown<'a>(source: Source<'a>, line: &'a [u8]) -> &'a [u8] {
    if source.column > 0 { line } else { source.bytes }
}
