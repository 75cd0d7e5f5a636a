//! No false alarm: over random servers that keep to the specification, no must and no should is broken.

mod legal;
mod offer;
mod server;
mod tasks;
mod web;

use std::sync::Arc;
use std::time::Duration;

use mcp_conformance::report::{Judged, Report};
use mcp_conformance::rule::Level;
use mcp_conformance::suite::{Endpoint, Options, Suite};
use mcp_conformance::transcript::write;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};

use offer::Offer;
use tokio::net::TcpListener;
use web::{Front, Web};

/// Waits cost nothing here: the clock of the runtime jumps whenever nobody has anything to do.
///
/// How many servers; `MCP_CONFORMING_SERVERS` asks for another number, and `MCP_SEED` for other servers.
fn config(usual: u32) -> ProptestConfig {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let servers = number("MCP_CONFORMING_SERVERS").and_then(|count| count.try_into().ok());
    ProptestConfig {
        rng_seed: RngSeed::Fixed(number("MCP_SEED").unwrap_or(20_251_125)),
        cases: servers.unwrap_or(usual),
        max_shrink_time: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

#[test]
fn a_conforming_server_breaks_nothing() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().expect("a runtime");
    proptest!(config(500), |(offer in offer::offer())| runtime.block_on(in_process(offer))?);
}

/// Over HTTP time is real, so nobody may wait long for what never comes.
#[test]
fn a_conforming_server_breaks_nothing_over_http() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    // A task outlives its request, which only a session does, too.
    let fitting = |(mut offer, web): (Offer, Web)| {
        match &mut offer.tasks {
            Some(tasks) if web.sessions.is_some() => tasks.hurry(web.can_ask()),
            _ => offer.forget_tasks(),
        }
        (offer, web)
    };
    let strategy = (offer::offer(), web::web()).prop_map(fitting);
    proptest!(config(200), |((offer, web) in strategy)| runtime.block_on(over_http(offer, web))?);
}

async fn over_http(offer: Offer, web: Web) -> Result<(), TestCaseError> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(Front::new(Arc::new(offer), web).serve(listener));
    let endpoint = Endpoint::new(&format!("http://{address}/mcp")).expect("an address");
    let mut options = Options::default();
    options.patience.quiet = Duration::from_millis(5);
    let judged = judged(&Suite::url(endpoint).expect("a client").options(options)).await;
    server.abort();
    judged
}

async fn in_process(offer: Offer) -> Result<(), TestCaseError> {
    let offer = Arc::new(offer);
    let serving = Arc::clone(&offer);
    let suite = Suite::in_process(move |pipe| server::serve(Arc::clone(&serving), pipe, false));
    judged(&suite).await
}

async fn judged(suite: &Suite) -> Result<(), TestCaseError> {
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
