//! The built-in server over standard input and output, until the input ends or a signal comes.

use std::io;

use mcp_reference_server::catalogue::catalogue;
use tokio::{
    runtime::Runtime,
    signal::unix::{SignalKind, signal},
};

fn main() -> io::Result<()> {
    let runtime = Runtime::new()?;
    let served = runtime.block_on(serve());
    // A read of standard input cannot be called off, so nobody waits for it.
    runtime.shutdown_background();
    served
}

async fn serve() -> io::Result<()> {
    let server = catalogue();
    let mut terminated = signal(SignalKind::terminate())?;
    tokio::select! {
        result = server.serve(tokio::io::stdin(), tokio::io::stdout()) => result,
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminated.recv() => Ok(()),
    }
}
