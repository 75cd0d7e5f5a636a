//! The load: rounds in turn, so that what else the machine does meets both.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::client::Client;
use super::process::Process;
use super::{Case, Failed};

/// An odd number, so that there is a median.
const ROUNDS: usize = 9;

/// One round of one contender.
#[derive(Clone)]
pub struct Round {
    pub per_second: f64,
    pub median: Duration,
    /// Of a hundred calls, 99 took no longer.
    pub slow: Duration,
}

/// The rounds of this server and of rmcp's, in pairs.
pub async fn measure(case: &Case) -> Result<Vec<[Round; 2]>, Failed> {
    let ours = Process::start(&format!("ours, {}", case.name)).await?;
    let peer = Process::start(&format!("rmcp, {}", case.name)).await?;
    // What is slow only the first time is not counted.
    for server in [&ours, &peer] {
        round(server, case).await?;
    }
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push([round(&ours, case).await?, round(&peer, case).await?]);
    }
    Ok(rounds)
}

async fn round(server: &Process, case: &Case) -> Result<Round, Failed> {
    let mut clients = Vec::new();
    for _ in 0..case.clients {
        clients.push(Client::connect(&server.address).await?);
    }
    let (start, calls) = (Instant::now(), case.calls);
    let mut work = JoinSet::new();
    for mut client in clients {
        work.spawn(async move { client.call(calls).await });
    }
    let mut times = Vec::new();
    while let Some(called) = work.join_next().await {
        times.extend(called??);
    }
    let took = start.elapsed();
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let count = u32::try_from(times.len())?;
    Ok(Round { per_second: f64::from(count) / took.as_secs_f64(), median: at(50), slow: at(99) })
}
