//! Whoever stops a run leaves nothing behind.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

fn soon<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a run against a server that never answers, stops the run, and waits for the server's own child to be gone.
fn stopped_by(signal: Signal, name: &str) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("pid-{name}"));
    let _ = std::fs::remove_file(&file);
    let script = format!("sleep 1000 & echo $! > '{0}.new'; mv '{0}.new' '{0}'; wait", file.display());
    let run = Command::new(env!("CARGO_BIN_EXE_mcp-conformance"))
        .args(["test", "--", "sh", "-c", &script])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let pid = soon(|| std::fs::read_to_string(&file).ok()?.trim().parse().ok().and_then(Pid::from_raw));
    kill_process(Pid::from_child(&run), signal).expect("it still runs");
    let output = run.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.trim_end(), format!("mcp-conformance: stopped by {name}"));
    soon(|| test_kill_process(pid).is_err().then_some(()));
}

#[test]
fn ctrl_c_ends_the_run_and_every_process_it_started() {
    stopped_by(Signal::INT, "Ctrl-C");
}

#[test]
fn sigterm_does_too() {
    stopped_by(Signal::TERM, "SIGTERM");
}
