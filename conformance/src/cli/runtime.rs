//! The runtime of the verbs that talk to somebody.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

use super::Failure;

/// Runs the future to its end.
pub(super) fn until_ended<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(future);
    // A read of standard input cannot be called off; it must not hold up the end.
    runtime.shutdown_background();
    Ok(ended)
}

/// Runs the future to its end, or until Ctrl-C or SIGTERM; then it is dropped, and with it every process it started.
pub(super) fn until_interrupted<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    until_ended(async {
        tokio::select! {
            ended = future => Ok(ended),
            interrupted = interruption() => Err(interrupted.map_or_else(Failure::Output, Failure::Interrupted)),
        }
    })?
}

/// The name of the signal that came.
pub(super) async fn interruption() -> io::Result<&'static str> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(tokio::select! {
        _ = interrupt.recv() => "Ctrl-C",
        _ = terminate.recv() => "SIGTERM",
    })
}
