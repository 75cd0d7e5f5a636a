//! The reference server over HTTP, as a process of its own: the suite finds nothing to object to, and a signal ends it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mcp-conformance");

fn serve(more: &[&str]) -> (Child, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--http", "127.0.0.1:0"]).args(more).stdout(Stdio::piped());
    let mut server = command.spawn().expect("it starts");
    let mut address = String::new();
    let output = server.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut address).expect("its address");
    (server, address.trim_end().to_owned())
}

fn stop(mut server: Child) {
    kill_process(Pid::from_child(&server), Signal::TERM).expect("it still runs");
    assert_eq!(server.wait().expect("its end").code(), Some(0));
}

#[test]
fn the_suite_over_http_breaks_nothing_and_advises_nothing() {
    let (server, address) = serve(&[]);
    let judged = Command::new(PROGRAM).args(["test", "--strict", "--call", "all", "--url", &address]).output();
    let judged = judged.expect("the suite runs");
    let report = String::from_utf8_lossy(&judged.stdout);
    assert!(judged.status.success(), "{report}");
    assert!(report.contains(" · 0 broken · 0 advice · "), "{report}");
    stop(server);
}

#[test]
fn the_fixtures_for_the_official_suite_break_nothing_either() {
    let (server, address) = serve(&["--fixtures", "official"]);
    let judged = Command::new(PROGRAM).args(["test", "--call", "all", "--url", &address]).output();
    let judged = judged.expect("the suite runs");
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
    stop(server);
}

#[test]
fn without_sessions_nothing_is_broken_either() {
    let (server, address) = serve(&["--stateless"]);
    let judged = Command::new(PROGRAM).args(["test", "--url", &address]).output().expect("the suite runs");
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
    stop(server);
}
