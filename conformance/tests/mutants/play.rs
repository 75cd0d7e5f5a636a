//! Runs mutants: those in memory under a clock that jumps over every wait, the others in real time.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use mcp_conformance::mutant::{self, Offer};
use mcp_conformance::report::{Judged, Recording, Report};
use mcp_conformance::rules;
use mcp_conformance::suite::{Calls, Command, Endpoint, Options, Suite};
use mcp_conformance::transcript::Transcript;
use mcp_reference_server::fault::{Over, Party};
use tokio::net::TcpListener;

use crate::client;
use crate::corpus::Case;

/// As many mutants that wait for real run side by side.
const SIDE_BY_SIDE: usize = 6;

/// What came of a mutant.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    /// The rules that it breaks, and how that shows.
    pub(crate) broken: BTreeMap<&'static str, String>,
    /// Why the suite could not go on after its first steps.
    pub(crate) could_not: Option<String>,
    pub(crate) notes: Vec<String>,
}

impl Outcome {
    fn of(transcript: Transcript, could_not: Option<String>, notes: Vec<String>) -> Self {
        let recording = Recording { name: "run".to_owned(), transcript };
        let report = Report::new(rules::all(), &[recording]);
        let broken = report.judged().filter(|judged| judged.is_fault()).map(|judged| (judged.id, shown(judged)));
        Self { broken: broken.collect(), could_not, notes }
    }

    /// What it breaks, for people.
    pub(crate) fn told(&self, case: &Case) -> String {
        let lines = self.broken.iter().map(|(id, shown)| format!("  {id}: {shown}\n"));
        let notes = self.could_not.iter().chain(&self.notes).map(|note| format!("  note: {note}\n"));
        format!("{}: {}\n{}", case.name, case.mutant.about, lines.chain(notes).collect::<String>())
    }
}

fn shown(judged: &Judged) -> String {
    let events = judged.evidence.iter().map(|evidence| format!("\n    #{} {}", evidence.event, evidence.excerpt));
    format!("{}{}", judged.why, events.collect::<String>())
}

/// What comes of each of them, in their order. Each has a thread and a clock of its own, so that none waits for another.
pub(crate) fn all(cases: &[Case]) -> Vec<Outcome> {
    let outcomes = Mutex::new(vec![Outcome::default(); cases.len()]);
    let (jumping, waiting): (Vec<_>, Vec<_>) =
        cases.iter().enumerate().partition(|(_, case)| case.mutant.over == Over::Memory);
    side_by_side(thread::available_parallelism().map_or(1, usize::from), &jumping, &outcomes);
    // After the others, so that nothing but a fault makes an answer late.
    side_by_side(SIDE_BY_SIDE, &waiting, &outcomes);
    outcomes.into_inner().expect("nobody panics here")
}

fn side_by_side(threads: usize, cases: &[(usize, &Case)], outcomes: &Mutex<Vec<Outcome>>) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.min(cases.len()) {
            scope.spawn(|| {
                while let Some((at, case)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = runtime(case.mutant.over == Over::Memory).block_on(one(case));
                    outcomes.lock().expect("nobody panics here")[*at] = outcome;
                }
            });
        }
    });
}

fn runtime(paused: bool) -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().start_paused(paused).build().expect("a runtime")
}

async fn one(case: &Case) -> Outcome {
    let offer = mutant::offer(case.mutant.clone()).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    match case.mutant.over {
        _ if case.mutant.of == Party::Client || case.mutant.talk.is_some() => {
            Outcome::of(client::talks(offer, case.path.clone()).await, None, Vec::new())
        }
        Over::Memory => run(in_memory(offer)).await,
        Over::Http => over_http(offer).await,
        Over::Stdio => run(process(case)).await,
    }
}

async fn run(suite: Suite) -> Outcome {
    match suite.run().await {
        Ok(run) => Outcome::of(run.recording.transcript, None, run.notes),
        Err(error) => Outcome::of((*error.transcript).clone(), Some(error.to_string()), Vec::new()),
    }
}

fn options() -> Options {
    let mut options = Options::default();
    options.calls = Calls::All;
    options
}

/// For those that wait for real.
fn hasty() -> Options {
    let mut options = options();
    options.patience.quiet = Duration::from_millis(100);
    options.patience.answer = Duration::from_secs(10);
    options.patience.exit = Duration::from_secs(2);
    options.patience.term = Duration::from_secs(1);
    options
}

fn in_memory(offer: Offer) -> Suite {
    let offer = Arc::new(offer);
    let serve = move |pipe| {
        let offer = Arc::clone(&offer);
        async move {
            let (reader, writer) = tokio::io::split(pipe);
            let Offer { server, mutant, .. } = &*offer;
            let mutant = mutant.as_ref().expect("it is one");
            // A pipe breaks only where the suite hung up.
            let _ = server.serve_mutant(mutant, reader, writer, tokio::io::sink()).await;
        }
    };
    Suite::in_process(serve).options(options())
}

async fn over_http(offer: Offer) -> Outcome {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let endpoint = Endpoint::new(&format!("http://{address}/mcp")).expect("an endpoint");
    let endpoint = match offer.token {
        Some(token) => endpoint.bearer(token).expect("a header"),
        None => endpoint,
    };
    let suite = Suite::url(endpoint).expect("a client").options(hasty());
    let Offer { server, options, mutant, .. } = offer;
    let mutant = mutant.expect("it is one");
    tokio::select! {
        outcome = run(suite) => outcome,
        served = server.serve_mutant_http(&mutant, listener, options, std::future::pending()) => {
            panic!("the server ended: {served:?}")
        }
    }
}

fn process(case: &Case) -> Suite {
    let mut args = vec!["serve", "--stdio"];
    args.extend(case.path.iter().flat_map(|path| ["--fault", path.to_str().expect("a path of text")]));
    let command = Command::new(env!("CARGO_BIN_EXE_mcp-conformance"), args);
    Suite::command(command).options(hasty())
}
