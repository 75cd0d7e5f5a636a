//! A problem as text for people: what is wrong, where, and the line underlined.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use super::judged::{Judged, Placed, Source};
use crate::render::excerpt::{cut, printable};
use crate::rule::Level;

const HEAD: Style = Style::new().bold();
const MUST: Style = AnsiColor::Red.on_default().bold();
const SHOULD: Style = AnsiColor::Yellow.on_default().bold();
const FRAME: Style = AnsiColor::Blue.on_default().bold();
const QUIET: Style = Style::new().dimmed();

/// So many characters are shown before a fault on its line, and so many from its beginning on.
const BEFORE: usize = 40;
const AFTER: usize = 60;

/// The problem as text with terminal styles; whoever prints it strips them where there is no terminal.
pub fn render(judged: &Judged, problem: &Placed, source: Source<'_>) -> String {
    let mut out = String::new();
    write(&mut out, judged, problem, source).map(|()| out).unwrap_or_default()
}

fn write(out: &mut String, judged: &Judged, problem: &Placed, source: Source<'_>) -> fmt::Result {
    let (style, word) = match problem.level {
        Level::Must => (MUST, "error"),
        Level::Should => (SHOULD, "advice"),
        Level::Robustness => (SHOULD, "note"),
    };
    writeln!(out, "{style}{word}[{}]{style:#}{HEAD}: {}{HEAD:#}", problem.rule, printable(&problem.message))?;
    let number = problem.line.to_string();
    let margin = " ".repeat(number.len());
    let file = printable(&judged.file);
    writeln!(out, "{margin}{FRAME}-->{FRAME:#} {file}:{}:{}", problem.line, problem.column)?;
    if let Some(excerpt) = Excerpt::of(problem, source) {
        writeln!(out, "{margin} {FRAME}|{FRAME:#}")?;
        writeln!(out, "{FRAME}{number} |{FRAME:#} {}", excerpt.text)?;
        let marks = "^".repeat(excerpt.width);
        let expected = printable(&problem.expected);
        writeln!(out, "{margin} {FRAME}|{FRAME:#} {}{style}{marks} expected {expected}{style:#}", excerpt.indent)?;
    }
    writeln!(out, "{margin} {FRAME}={FRAME:#} {}{QUIET}{}{QUIET:#}\n", context(judged, problem), problem.section)
}

/// What kept an input from being read.
pub fn render_unreadable(judged: &Judged, problem: &Placed) -> String {
    format!("{MUST}error{MUST:#}{HEAD}: {}: {}{HEAD:#}\n\n", printable(&judged.file), printable(&problem.message))
}

fn context(judged: &Judged, problem: &Placed) -> String {
    let place =
        if problem.pointer.is_empty() { String::new() } else { format!("{} · ", cut(&printable(&problem.pointer))) };
    let read = judged.definition.map_or_else(String::new, |name| format!("as {name} · "));
    format!("{place}{read}{} · ", problem.level.as_str())
}

/// The part of a line around a fault, with every character visible.
struct Excerpt {
    text: String,
    indent: String,
    width: usize,
}

impl Excerpt {
    fn of(problem: &Placed, source: Source<'_>) -> Option<Self> {
        let mut lines = source.bytes.split(|&byte| byte == b'\n');
        let line = String::from_utf8_lossy(lines.nth(problem.line.checked_sub(source.line)?)?).into_owned();
        let characters: Vec<char> = line.trim_end_matches('\r').chars().collect();
        let at = (problem.column - 1).min(characters.len());
        let (start, end) = (at.saturating_sub(BEFORE), (at + AFTER).min(characters.len()));
        let show = |range: &[char]| range.iter().map(|c| visible(*c)).collect::<String>();
        let cut = |is_cut: bool| if is_cut { "… " } else { "" };
        let before = format!("{}{}", cut(start > 0), show(&characters[start..at]));
        let fault = show(&characters[at..(at + problem.length).min(end).max(at)]);
        let text = format!("{before}{}{}", show(&characters[at..end]), if end < characters.len() { " …" } else { "" });
        Some(Self { indent: " ".repeat(before.chars().count()), width: fault.chars().count().max(1), text })
    }
}

fn visible(character: char) -> String {
    printable(character.encode_utf8(&mut [0; 4]))
}
