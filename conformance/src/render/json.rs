//! The report as JSON.

use crate::report::Report;

/// The report as indented JSON with a newline at its end.
pub fn render(report: &Report) -> String {
    serde_json::to_string_pretty(report).map(|json| json + "\n").unwrap_or_default()
}
