//! A contender as a process of its own.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::Failed;

/// A server that ends with this value.
pub struct Process {
    _child: Child,
    pub address: String,
}

impl Process {
    pub async fn start(name: &str) -> Result<Self, Failed> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg(name).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let address = BufReader::new(output).lines().next_line().await?.ok_or("the server did not start")?;
        Ok(Self { _child: child, address })
    }
}
