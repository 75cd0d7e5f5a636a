//! Measures this server and rmcp's over HTTP beside each other: see README.md.

mod case;
mod client;
mod load;
mod ours;
mod peer;
mod process;
mod table;

use std::error::Error;

use case::{CASES, Case};

/// What goes wrong in a measurement ends it.
type Failed = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failed> {
    match std::env::args().nth(1) {
        Some(name) => serve(&name).await,
        None => compare().await,
    }
}

/// Serves as the named contender of a case, until the process is killed.
async fn serve(name: &str) -> Result<(), Failed> {
    let case = CASES.iter().find(|case| name.ends_with(case.name)).ok_or("no such case")?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    if name.starts_with("ours") { ours::serve(listener, case).await } else { peer::serve(listener, case).await }
}

/// Prints the table.
async fn compare() -> Result<(), Failed> {
    print!("{}", table::HEAD);
    for case in &CASES {
        print!("{}", table::rows(case, &load::measure(case).await?));
    }
    Ok(())
}
