//! Where values come from: files, folders, standard input; whole, a line each, or out of a recording.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::judged::{Judged, Reading, Source};
use super::waiting::Waiting;
use super::{Definition, recording};

/// Takes every value as it is judged, with the text to show.
pub trait Sink {
    /// One value was judged; `source` is what to show of it.
    ///
    /// # Errors
    /// It could not be written.
    fn judged(&mut self, judged: Judged, source: Source<'_>) -> io::Result<()>;

    /// An input could not be read.
    ///
    /// # Errors
    /// It could not be written.
    fn unreadable(&mut self, file: &str, why: &str) -> io::Result<()>;
}

/// How inputs are read.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The definition of every value; none where they are messages.
    pub definition: Option<Definition>,
    /// Whether every input has one value a line, whatever its name.
    pub lines: bool,
}

impl Options {
    fn reading(self) -> Reading<'static> {
        self.definition.map_or(Reading::Message(None), Reading::As)
    }
}

/// Judges the values of every input, in order; what cannot be read does not keep the others from being judged.
///
/// # Errors
/// The sink could not take a verdict.
pub fn judge(inputs: &[PathBuf], options: Options, sink: &mut dyn Sink) -> io::Result<()> {
    for input in inputs {
        if input == Path::new("-") {
            stream("-", options.lines, BufReader::new(io::stdin().lock()), options, sink)?;
        } else {
            for path in listed(input, sink)? {
                file(&path, options, sink)?;
            }
        }
    }
    Ok(())
}

/// The files that an input names: itself, or every .json and .jsonl below it.
fn listed(input: &Path, sink: &mut dyn Sink) -> io::Result<Vec<PathBuf>> {
    if !input.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let mut files = Vec::new();
    below(input, &mut files, sink)?;
    if files.is_empty() {
        sink.unreadable(&input.display().to_string(), "no .json or .jsonl file is in this folder")?;
    }
    Ok(files)
}

fn below(folder: &Path, files: &mut Vec<PathBuf>, sink: &mut dyn Sink) -> io::Result<()> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut paths: Vec<_> = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.path()).collect(),
        Err(error) => return sink.unreadable(&folder.display().to_string(), &error.to_string()),
    };
    paths.sort();
    for path in paths {
        // A link to a folder may lead back here.
        if path.is_dir() && !path.is_symlink() {
            below(&path, files, sink)?;
        } else if path.extension().is_some_and(|extension| extension == "json" || extension == "jsonl")
            && path.is_file()
        {
            files.push(path);
        }
    }
    Ok(())
}

fn file(path: &Path, options: Options, sink: &mut dyn Sink) -> io::Result<()> {
    let name = path.display().to_string();
    let lines = options.lines || path.extension().is_some_and(|extension| extension == "jsonl");
    match File::open(path) {
        Ok(file) => stream(&name, lines, BufReader::with_capacity(1 << 16, file), options, sink),
        Err(error) => sink.unreadable(&name, &error.to_string()),
    }
}

fn stream(name: &str, lines: bool, mut input: impl BufRead, options: Options, sink: &mut dyn Sink) -> io::Result<()> {
    let mut bytes = Vec::new();
    let read = match (options.definition, lines) {
        (None, _) => input.read_until(b'\n', &mut bytes),
        (Some(_), true) => Ok(0),
        (Some(_), false) => input.read_to_end(&mut bytes),
    };
    match read {
        Err(error) => sink.unreadable(name, &error.to_string()),
        Ok(_) if options.definition.is_none() && recording::is_header(&bytes) => {
            rest(name, bytes, input, sink, recording::judge)
        }
        Ok(_) if lines => each(name, bytes, input, options, sink),
        Ok(_) => rest(name, bytes, input, sink, |name, bytes, sink| {
            let source = Source { file: name, line: 1, column: 0, bytes };
            sink.judged(Judged::new(source, options.reading()), source)
        }),
    }
}

type Whole<'a> = &'a mut dyn Sink;

/// Reads the rest too, and judges the whole.
fn rest(
    name: &str,
    mut bytes: Vec<u8>,
    mut input: impl Read,
    sink: Whole<'_>,
    judge: impl FnOnce(&str, &[u8], Whole<'_>) -> io::Result<()>,
) -> io::Result<()> {
    match input.read_to_end(&mut bytes) {
        Ok(_) => judge(name, &bytes, sink),
        Err(error) => sink.unreadable(name, &error.to_string()),
    }
}

/// Judges one value a line, the first of which is read already, in the memory of one line; among messages, a result by the
/// request before it that it answers.
fn each(
    name: &str,
    mut bytes: Vec<u8>,
    mut input: impl BufRead,
    options: Options,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    let (mut line, mut found, mut waiting) = (0, false, Waiting::default());
    loop {
        if bytes.is_empty() {
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => return sink.unreadable(name, &error.to_string()),
            }
        }
        line += 1;
        let source = Source { file: name, line, column: 0, bytes: bytes.trim_ascii_end() };
        if !source.bytes.is_empty() {
            found = true;
            let question = if options.definition.is_none() { waiting.answered(source.bytes) } else { None };
            let reading = question.as_ref().map_or(options.reading(), |it| Reading::Message(Some(it.asked())));
            sink.judged(Judged::new(source, reading), source)?;
        }
        bytes.clear();
    }
    if !found {
        let source = Source { file: name, line: 1, column: 0, bytes: b"" };
        sink.judged(Judged::new(source, options.reading()), source)?;
    }
    Ok(())
}
