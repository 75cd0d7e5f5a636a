//! A value with its verdict and the places of its faults.

use std::str::from_utf8;

use serde::Serialize;

use super::definition::Definition;
use super::message::Asked;
use super::problem::{MARK, Problem, READABLE, SYNTAX, UTF8};
use crate::prose;
use crate::rule::Level;

/// How values are read.
#[derive(Debug, Clone, Copy)]
pub enum Reading<'a> {
    /// As one definition, whatever they are.
    As(Definition),
    /// As messages, by their method; a response by what it answers, where that is known.
    Message(Option<Asked<'a>>),
}

/// A value with its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The file, or `-`.
    pub file: String,
    /// The line where the value begins, counted from 1.
    pub line: usize,
    /// The definition that it was read as; none where it could not be read.
    #[serde(rename = "as")]
    pub definition: Option<&'static str>,
    /// Whether no must is broken.
    pub valid: bool,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Placed>,
}

/// A problem with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// How binding the broken rule is.
    pub level: Level,
    /// The rule.
    pub rule: String,
    /// The address of its section.
    pub section: String,
    /// JSON pointer into the value.
    pub pointer: String,
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The column in that line, in characters, counted from 1.
    pub column: usize,
    /// As many characters are at fault, on this line.
    #[serde(skip)]
    pub length: usize,
    /// What belongs there.
    pub expected: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// The bytes of one value and where they come from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The file, or `-`.
    pub file: &'a str,
    /// The line where the bytes begin.
    pub line: usize,
    /// As many characters stand before them on that line.
    pub column: usize,
    /// The bytes.
    pub bytes: &'a [u8],
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Judged {
    /// Judges the bytes of one value.
    pub fn new(source: Source<'_>, reading: Reading<'_>) -> Self {
        let marked = source.bytes.starts_with(BOM);
        let bytes = if marked { &source.bytes[BOM.len()..] } else { source.bytes };
        let (definition, mut problems) = match from_utf8(bytes) {
            Ok(text) => judge(text, reading),
            Err(error) => (None, vec![not_utf8(bytes, error.valid_up_to())]),
        };
        if marked {
            let why = "the text starts with a byte order mark (EF BB BF)".to_owned();
            problems.insert(0, Problem::json(&MARK, String::new(), 0..0, why));
        }
        let mut places = Places::new(bytes, source);
        let valid = !problems.iter().any(Problem::is_fault);
        let problems = problems.into_iter().map(|problem| places.place(problem)).collect();
        Self { file: source.file.to_owned(), line: source.line, definition, valid, problems }
    }

    /// The verdict on an input that could not be read.
    pub fn unreadable(file: &str, why: &str) -> Self {
        let source = Source { file, line: 1, column: 0, bytes: b"" };
        let problem = Problem::json(&READABLE, String::new(), 0..0, format!("could not be read: {why}"));
        let problems = vec![Places::new(b"", source).place(problem)];
        Self { file: file.to_owned(), line: 1, definition: None, valid: false, problems }
    }

    /// How many problems are of that level.
    pub fn count(&self, level: Level) -> usize {
        self.problems.iter().filter(|problem| problem.level == level).count()
    }
}

fn judge(text: &str, reading: Reading<'_>) -> (Option<&'static str>, Vec<Problem>) {
    let definition = match reading {
        Reading::As(definition) => Some(definition),
        Reading::Message(asked) => Definition::of_message(text, asked),
    };
    let Some(definition) = definition else { return (None, Vec::new()) };
    if text.trim_ascii().is_empty() {
        let why = "there is nothing here: no JSON value".to_owned();
        return (Some(definition.name()), vec![Problem::json(&SYNTAX, String::new(), 0..0, why)]);
    }
    let is_message = matches!(reading, Reading::As(_)) || definition.name() != "JSONRPCMessage";
    let problems = if is_message { definition.problems(text) } else { strange(definition, text) };
    (Some(definition.name()), problems)
}

/// What is wrong with something that is no message at all.
fn strange(definition: Definition, text: &str) -> Vec<Problem> {
    let mut problems = definition.problems(text);
    if text.trim_ascii_start().starts_with('{')
        && let Some(first) = problems.iter().position(Problem::is_about_absence)
    {
        let message = "this is no message: it has neither `method`, nor `result`, nor `error` \
            (--as DEFINITION reads it as something else)";
        let expected = "`method`, `result` or `error`";
        let absence = problems.swap_remove(first);
        let problem = Problem { expected: expected.to_owned(), message: message.to_owned(), ..absence };
        problems.retain(|problem| !problem.is_about_absence());
        problems.insert(0, problem);
    }
    problems
}

fn not_utf8(bytes: &[u8], at: usize) -> Problem {
    let byte = bytes.get(at).copied().unwrap_or_default();
    let hint = if at == 0 && matches!(byte, 0xFE | 0xFF) { "; it looks like UTF-16" } else { "" };
    let why = format!("the byte {byte:02X} is not UTF-8{hint}");
    Problem::json(&UTF8, String::new(), at..at + 1, why)
}

/// Tells lines and columns; goes forward only, so the problems come in the order of the text.
struct Places<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Where the line begins, and how many characters stand before that.
    begin: usize,
    before: usize,
}

impl<'a> Places<'a> {
    fn new(bytes: &'a [u8], source: Source<'_>) -> Self {
        Self { bytes, at: 0, line: source.line, begin: 0, before: source.column }
    }

    fn place(&mut self, problem: Problem) -> Placed {
        let start = problem.span.start.min(self.bytes.len());
        for at in memchr::memchr_iter(b'\n', &self.bytes[self.at.min(start)..start]).map(|found| found + self.at) {
            (self.line, self.begin, self.before) = (self.line + 1, at + 1, 0);
        }
        self.at = start.max(self.at);
        let rest = &self.bytes[start..problem.span.end.clamp(start, self.bytes.len())];
        let here = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        Placed {
            level: problem.level,
            rule: problem.rule.into_owned(),
            section: prose::link(&problem.section),
            pointer: problem.pointer,
            line: self.line,
            column: self.before + characters(&self.bytes[self.begin..start]) + 1,
            length: characters(here),
            expected: problem.expected,
            message: problem.message,
        }
    }
}

fn characters(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).chars().count()
}

#[cfg(test)]
mod tests {
    use super::{Definition, Judged, Reading, Source};

    fn judged(bytes: &[u8]) -> Vec<(usize, usize, usize, String)> {
        let reading = Reading::As(Definition::named("Tool").unwrap());
        let source = Source { file: "a.json", line: 1, column: 0, bytes };
        let problems = Judged::new(source, reading).problems.into_iter();
        problems.map(|problem| (problem.line, problem.column, problem.length, problem.rule)).collect()
    }

    #[test]
    fn places_are_lines_and_characters() {
        let text = "{\n \"name\": \"é\", \"title\": null,\n\"é\":1, \"inputSchema\": {\"type\": 5}}";
        let expected = [(2, 10, 3, "tools/name-charset"), (2, 24, 4, "schema/type"), (3, 32, 1, "schema/type")];
        assert_eq!(judged(text.as_bytes()), expected.map(|(l, c, n, rule)| (l, c, n, rule.to_owned())));
    }

    #[test]
    fn what_is_no_text_is_told() {
        let rule = |bytes: &[u8]| judged(bytes).into_iter().map(|(l, c, _, rule)| (l, c, rule)).collect::<Vec<_>>();
        assert_eq!(rule(b""), [(1, 1, "json/is-well-formed".to_owned())]);
        assert_eq!(rule(b" \n"), [(1, 1, "json/is-well-formed".to_owned())]);
        assert_eq!(rule(b"{\n\"a\": \"\xE9\"}"), [(2, 7, "json/is-utf-8".to_owned())]);
        let marked = b"\xEF\xBB\xBF{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}";
        assert_eq!(rule(marked), [(1, 1, "json/has-no-byte-order-mark".to_owned())]);
        assert_eq!(rule(b"{\"name\":\n  'a'}"), [(2, 3, "json/is-well-formed".to_owned())]);
    }
}
