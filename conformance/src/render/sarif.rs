//! The report as SARIF 2.1.0, for code-scanning services.

use serde_json::{Value, json};

use crate::judge::Verdict;
use crate::report::{Evidence, Judged, Report};
use crate::rule::Level;

/// A result for each broken rule; the rules themselves with their sections.
pub fn render(report: &Report) -> String {
    let rules: Vec<_> = report.judged().map(rule).collect();
    let broken = report.judged().enumerate().filter(|(_, judged)| judged.verdict == Verdict::Broken);
    let results: Vec<_> = broken.map(|(at, judged)| result(at, judged)).collect();
    let driver = json!({
        "name": report.tool.name, "version": report.tool.version, "semanticVersion": report.tool.version,
        "informationUri": "https://modelcontextprotocol.io/specification/2025-11-25", "rules": rules,
    });
    let sarif = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}],
    });
    serde_json::to_string_pretty(&sarif).map(|text| text + "\n").unwrap_or_default()
}

fn rule(judged: &Judged) -> Value {
    json!({
        "id": judged.id, "shortDescription": {"text": judged.title}, "helpUri": judged.section,
        "defaultConfiguration": {"level": level(judged)}, "properties": {"tags": [judged.area()]},
    })
}

fn result(at: usize, judged: &Judged) -> Value {
    let mut result = json!({
        "ruleId": judged.id, "ruleIndex": at, "level": level(judged), "message": {"text": judged.why},
        "locations": judged.evidence.last().map(location).into_iter().collect::<Vec<_>>(),
        "relatedLocations": judged.evidence.iter().map(location).collect::<Vec<_>>(),
    });
    if let Some(reason) = &judged.accepted {
        result["suppressions"] = json!([{"kind": "external", "justification": reason}]);
    }
    result
}

/// An event's line in its recording; the header is line 1.
fn location(evidence: &Evidence) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": evidence.transcript},
            "region": {"startLine": evidence.event + 1, "snippet": {"text": evidence.excerpt}},
        },
        "message": {"text": evidence.excerpt},
    })
}

fn level(judged: &Judged) -> &'static str {
    match judged.level {
        Level::Must => "error",
        Level::Should => "warning",
        Level::Robustness => "note",
    }
}
