//! What `mcp-model` shall reach, as multiples of the pass.

use crate::table::cell;
use crate::time::Times;
use mcp_model_benches::{Way, Who};

const GOALS: &[(&str, Way, f64)] = &[
    ("tools/list, 1,000 tools", Way::DecodeDirect, 2.3),
    ("tools/list, 1,000 tools", Way::DecodeMessage, 2.6),
    ("tools/list, 1,000 tools", Way::EncodeDirect, 0.65),
    ("resources/list, 5,000 resources", Way::DecodeDirect, 4.0),
    ("tools/call", Way::DecodeDirect, 2.3),
    ("result: 3 blocks, structure", Way::DecodeDirect, 3.3),
    ("result: 1 MiB image", Way::DecodeDirect, 1.5),
    ("result: 1 MiB image", Way::EncodeDirect, 0.25),
    ("progress", Way::DecodeDirect, 2.5),
    ("initialize", Way::DecodeDirect, 3.9),
    ("10,000 mixed messages", Way::DecodeDirect, 2.9),
];

/// Goals beside what was measured.
pub fn render(times: &[Times]) -> String {
    let lines = GOALS.iter().map(|(name, way, goal)| {
        let times = times.iter().find(|times| times.case == *name).expect("a goal names a case");
        let ratio = times.ratio(Who::McpModel, *way);
        let verdict = if ratio.is_some_and(|ratio| ratio <= *goal) { "reached" } else { "missed" };
        format!("| {name} | {} | {goal} | {} | {verdict} |\n", way.name(), cell(ratio, 2))
    });
    let head = "\n| goal of mcp-model | way | at most | measured | |\n|---|---|--:|--:|---|\n";
    lines.fold(head.to_owned(), |text, line| text + &line)
}
