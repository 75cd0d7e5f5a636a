//! No false alarm: over random servers that keep to the specification, no must and no should is broken.

mod legal;
mod offer;
mod server;
mod tasks;

use std::sync::Arc;
use std::time::Duration;

use mcp_conformance::report::{Judged, Report};
use mcp_conformance::rule::Level;
use mcp_conformance::suite::Suite;
use mcp_conformance::transcript::write;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};

use offer::Offer;

/// Waits cost nothing here: the clock of the runtime jumps whenever nobody has anything to do.
///
/// How many servers; `MCP_CONFORMING_SERVERS` asks for another number, and `MCP_SEED` for other servers.
fn servers() -> u32 {
    std::env::var("MCP_CONFORMING_SERVERS").ok().and_then(|count| count.parse().ok()).unwrap_or(500)
}

#[test]
fn a_conforming_server_breaks_nothing() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().expect("a runtime");
    let seed = std::env::var("MCP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_251_125);
    let config = ProptestConfig {
        rng_seed: RngSeed::Fixed(seed),
        cases: servers(),
        max_shrink_time: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(offer in offer::offer())| runtime.block_on(judged(offer))?);
}

async fn judged(offer: Offer) -> Result<(), TestCaseError> {
    let offer = Arc::new(offer);
    let serving = Arc::clone(&offer);
    let suite = Suite::in_process(move |pipe| server::serve(Arc::clone(&serving), pipe));
    let run = tokio::time::timeout(Duration::from_hours(1), suite.run()).await;
    let run = run.map_err(|_| TestCaseError::fail("the run does not end"))?;
    let run = run.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let alarms = alarms(&run.report());
    let mut events = Vec::new();
    let transcript = &run.recording.transcript;
    write(&mut events, transcript.header(), transcript.events()).expect("memory");
    prop_assert!(alarms.is_empty(), "{}\n{}", alarms.join("\n"), String::from_utf8_lossy(&events));
    prop_assert!(run.notes.is_empty(), "{:?}", run.notes);
    Ok(())
}

fn alarms(report: &Report) -> Vec<String> {
    let told = |judged: &Judged| {
        let events: Vec<_> =
            judged.evidence.iter().map(|evidence| format!("  #{} {}", evidence.event, evidence.excerpt)).collect();
        format!("{}: {}\n{}", judged.id, judged.why, events.join("\n"))
    };
    report.judged().filter(|judged| judged.is_fault() && judged.level != Level::Robustness).map(told).collect()
}
