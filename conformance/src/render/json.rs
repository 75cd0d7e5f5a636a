//! The report as JSON.

use super::excerpt::is_hidden;
use crate::report::Report;

/// The report as indented JSON with a newline at its end. What hides or reorders text is written with escapes.
pub fn render(report: &Report) -> String {
    let json = serde_json::to_string_pretty(report).unwrap_or_default();
    let mut out = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        if character != '\n' && is_hidden(character) {
            let mut units = [0; 2];
            let units = character.encode_utf16(&mut units);
            out.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(character);
        }
    }
    out + "\n"
}
