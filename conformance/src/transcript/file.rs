//! Recordings as files: a header line, then one event a line.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use super::event::Event;
use super::line::Line;
use super::{Client, Header};

/// Why a recording could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes could not be had.
    #[error("could not read the recording: {0}")]
    Io(#[from] io::Error),
    /// A line is no event.
    #[error("line {line}: {message}")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The first line does not say that this is a recording.
    #[error("line 1: a recording starts with {{\"transcript\":1}}; {0}")]
    Header(String),
}

#[derive(Serialize, Deserialize)]
struct FirstLine {
    transcript: u32,
    #[serde(default)]
    client: Client,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

/// Writes the header and the events, one JSON object a line.
///
/// # Errors
/// Whatever the writer says.
pub fn write<'a>(out: &mut impl Write, header: &Header, events: impl IntoIterator<Item = &'a Event>) -> io::Result<()> {
    let first =
        FirstLine { transcript: 1, client: header.client, tool: header.tool.clone(), also: header.also.clone() };
    serde_json::to_writer(&mut *out, &first)?;
    out.write_all(b"\n")?;
    events.into_iter().try_for_each(|event| write_event(out, event))
}

/// Writes one event as one line.
///
/// # Errors
/// Whatever the writer says.
pub fn write_event(out: &mut impl Write, event: &Event) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Line::of(event))?;
    out.write_all(b"\n")
}

/// Reads a recording: the header and every event.
///
/// A line may leave out `seq` (its place), `us` (0) and `conn` (1), so that recordings can be written by hand.
///
/// # Errors
/// The first line that is no event, with what is wrong with it.
pub fn read(mut input: impl BufRead) -> Result<(Header, Vec<Event>), ReadError> {
    let mut first = String::new();
    input.read_line(&mut first)?;
    let header = header(&first)?;
    let mut events = Vec::new();
    for (at, line) in input.lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let seq = events.last().map_or(1, |event: &Event| event.seq + 1);
            events.push(event(&line, seq).map_err(|message| ReadError::Line { line: at + 2, message })?);
        }
    }
    Ok((header, events))
}

fn header(line: &str) -> Result<Header, ReadError> {
    let first: FirstLine = serde_json::from_str(line).map_err(|error| ReadError::Header(error.to_string()))?;
    if first.transcript != 1 {
        return Err(ReadError::Header(format!("version {} is unknown here", first.transcript)));
    }
    Ok(Header { client: first.client, tool: first.tool, also: first.also })
}

fn event(line: &str, seq: u64) -> Result<Event, String> {
    serde_json::from_str::<Line<'_>>(line).map_err(|error| error.to_string())?.event(seq)
}
