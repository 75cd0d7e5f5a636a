//! The report in the Test Anything Protocol, version 14.

use std::fmt::Write;

use super::excerpt::printable;
use crate::judge::Verdict;
use crate::report::{Judged, Report};
use crate::rule::Level;

/// A test point a rule. A fault that fails no run is `not ok` with a TODO directive, as the protocol has it.
pub fn render(report: &Report, strict: bool) -> String {
    let mut out = format!("TAP version 14\n1..{}\n", report.judged().count());
    for (at, judged) in report.judged().enumerate() {
        let ok = if judged.verdict == Verdict::Broken { "not ok" } else { "ok" };
        let _ = writeln!(out, "{ok} {} - {}{}", at + 1, judged.id, directive(judged, strict));
        if judged.verdict == Verdict::Broken {
            let _ = write!(out, "{}", diagnosis(judged));
        }
    }
    out
}

fn directive(judged: &Judged, strict: bool) -> String {
    let why = escaped(&judged.why);
    let fails = judged.level == Level::Must || (strict && judged.level == Level::Should);
    match (judged.verdict, &judged.accepted) {
        (Verdict::NotExercised | Verdict::NotApplicable, _) => format!(" # SKIP {}: {why}", judged.verdict.as_str()),
        (Verdict::Broken, Some(reason)) => format!(" # TODO accepted: {}", escaped(reason)),
        (Verdict::Broken, None) if !fails => format!(" # TODO {}", judged.level.as_str()),
        _ => String::new(),
    }
}

fn diagnosis(judged: &Judged) -> String {
    let text = |text: &str| serde_json::Value::from(printable(text)).to_string();
    let mut out = format!("  ---\n  message: {}\n  section: {}\n", text(&judged.why), text(&judged.section));
    for evidence in &judged.evidence {
        let shown = format!("{} #{} {}", evidence.transcript, evidence.event, evidence.excerpt);
        let start = if out.contains("  evidence:\n") { "" } else { "  evidence:\n" };
        let _ = writeln!(out, "{start}    - {}", text(&shown));
    }
    out + "  ...\n"
}

fn escaped(text: &str) -> String {
    printable(text).replace('\\', "\\\\").replace('#', "\\#")
}
