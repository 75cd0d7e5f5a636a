//! The server as a process.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// A server that listens, until it is dropped.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: String,
}

impl Program {
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-conformance"));
        command.args(["serve", "--http", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut url = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut url).expect("its address");
        let address = url.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("a URL").0;
        Self { child, address: address.to_owned() }
    }

    /// The most memory that it has taken so far, in MiB; none where the system does not tell.
    pub(crate) fn peak(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kib / 1024)
    }

    /// What it has written to standard error, after its end.
    pub(crate) fn last_words(mut self) -> String {
        self.child.kill().expect("it still runs");
        let mut words = String::new();
        let stderr = self.child.stderr.take();
        stderr.map(|mut stderr| stderr.read_to_string(&mut words)).transpose().expect("text");
        words
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
