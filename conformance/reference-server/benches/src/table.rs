//! The table, as Markdown.

use super::Case;
use super::load::Round;

pub const HEAD: &str = "| case | by | requests a second | median, µs | 99 of 100 within, µs | ratio of requests (rounds) | of the medians |\n\
     |---|---|--:|--:|--:|--:|--:|\n";

/// Two rows: this server, and rmcp's. Ratios are taken within each pair of rounds; above 1, this server is the better.
pub fn rows(case: &Case, rounds: &[[Round; 2]]) -> String {
    let ratio = |of: &dyn Fn(&Round) -> f64| sorted(rounds.iter().map(|[ours, peer]| of(ours) / of(peer)));
    let (served, waited) = (ratio(&|round| round.per_second), ratio(&|round| 1.0 / micros(round)));
    let range = format!("{:.2} ({:.2} to {:.2})", middle(&served), served[0], served[served.len() - 1]);
    let own = row(case.name, "mcp-reference-server", rounds.iter().map(|[ours, _]| ours));
    let other = row("", "rmcp", rounds.iter().map(|[_, peer]| peer));
    format!("{own} {range} | {:.2} |\n{other} 1 | 1 |\n", middle(&waited))
}

fn row<'r>(case: &str, by: &str, rounds: impl Iterator<Item = &'r Round> + Clone) -> String {
    let of = |of: &dyn Fn(&Round) -> f64| middle(&sorted(rounds.clone().map(of)));
    let slow = of(&|round| round.slow.as_secs_f64() * 1e6);
    format!("| {case} | {by} | {:.0} | {:.0} | {slow:.0} |", of(&|round| round.per_second), of(&micros))
}

fn micros(round: &Round) -> f64 {
    round.median.as_secs_f64() * 1e6
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn middle(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}
