//! The table, as Markdown.

use crate::counts::Counts;
use crate::time::Times;
use mcp_model_benches::{Way, Who};

/// One block of rows for each case.
pub fn render(times: &[Times], counts: &Counts) -> String {
    let mut text = String::from(
        "| case | by | decode | decode message | encode | encode message | allocations | as message | peak / input |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for times in times {
        for who in Who::ALL {
            text += &row(who, times, counts);
        }
    }
    text
}

fn row(who: Who, times: &Times, counts: &Counts) -> String {
    let name = if who == Who::ALL[0] { &times.case } else { "" };
    let ratios = Way::ALL.map(|way| cell(times.ratio(who, way), 2));
    let direct = counts.find(&times.case, who, Way::DecodeDirect);
    let message = counts.find(&times.case, who, Way::DecodeMessage);
    let peak = message.as_ref().map(|count| count.peak / size(times.largest));
    let allocations = [direct, message].map(|count| count.map_or(String::new(), |count| count.allocations.to_string()));
    format!("| {name} | {} | {} | {} | {} |\n", who.name(), ratios.join(" | "), allocations.join(" | "), cell(peak, 1))
}

pub fn cell(number: Option<f64>, places: usize) -> String {
    number.map_or(String::new(), |number| format!("{number:.places$}"))
}

fn size(bytes: usize) -> f64 {
    u32::try_from(bytes).map_or(f64::INFINITY, f64::from)
}
