//! The report as Markdown, for a pull request or a job summary.

use std::fmt::Write;

use super::excerpt::printable;
use crate::judge::Verdict;
use crate::report::{Judged, Report, Summary};

/// A heading, the faults as a table, the tally, and what was not judged behind a fold.
pub fn render(report: &Report) -> String {
    let server = &report.server;
    let name = escaped(server.name.as_deref().unwrap_or("a server without a name"));
    let version = escaped(server.version.as_deref().unwrap_or_default());
    let mut out = format!("## MCP conformance: {name} {version}\n\n{}\n", tally(&report.summary));
    let faults: Vec<_> = report.judged().filter(|judged| judged.verdict == Verdict::Broken).collect();
    if !faults.is_empty() {
        out += "\n| level | rule | what is wrong |\n|---|---|---|\n";
        out.extend(faults.into_iter().map(row));
    }
    for note in &report.notes {
        out += &format!("\n**Note:** {}\n", escaped(note));
    }
    for stale in &report.stale {
        let _ = writeln!(out, "\n**Stale baseline:** {stale}");
    }
    out + &unjudged(report)
}

fn tally(summary: &Summary) -> String {
    let Summary { held, broken, advice, robustness, accepted, not_exercised, not_applicable, requirements } = summary;
    format!(
        "{held} held · **{broken} broken** · {advice} advice · {robustness} robustness · {accepted} accepted · \
         {not_exercised} not exercised · {not_applicable} not applicable · {requirements} requirements exercised"
    )
}

fn row(judged: &Judged) -> String {
    let level = if judged.accepted.is_some() { "accepted" } else { judged.level.as_str() };
    let why = escaped(judged.accepted.as_deref().unwrap_or(&judged.why));
    let shown =
        judged.evidence.last().map(|evidence| format!("<br>{}", escaped(&evidence.excerpt))).unwrap_or_default();
    format!("| {level} | [{}]({}) | {why}{shown} |\n", judged.id, judged.section)
}

fn unjudged(report: &Report) -> String {
    let rows: String = report
        .judged()
        .filter(|judged| matches!(judged.verdict, Verdict::NotExercised | Verdict::NotApplicable))
        .map(|judged| format!("| {} | {} | {} |\n", judged.id, judged.verdict.as_str(), escaped(&judged.why)))
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!("\n<details><summary>Not judged</summary>\n\n| rule | verdict | why |\n|---|---|---|\n{rows}\n</details>\n")
}

/// What a server says must not become markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in printable(text).chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '!' | '@' => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
    out
}
