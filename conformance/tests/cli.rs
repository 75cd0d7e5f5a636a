//! The program as a person or a script sees it: what it prints, and how it ends.

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mcp-conformance")).args(args).output().expect("the program starts")
}

fn ends(args: &[&str], code: i32) -> String {
    let output = run(args);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    format!("{out}{err}")
}

const FAIL: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/transcripts/ping/is-answered/fail-method-not-found.jsonl");
const PASS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/transcripts/ping/is-answered/pass-empty-object.jsonl");

#[test]
fn the_built_in_server_breaks_nothing_and_heeds_all_advice() {
    let shown = ends(&["test", "--strict", "--call", "all"], 0);
    assert!(shown.contains("over memory") && shown.contains(" 0 broken"), "{shown}");
}

#[test]
fn the_built_in_server_keeps_to_the_rules_over_stdio_too() {
    let shown = ends(&["test", "--strict", "--", env!("CARGO_BIN_EXE_mcp-conformance"), "serve", "--stdio"], 0);
    assert!(shown.contains("over stdio"), "{shown}");
}

#[test]
fn a_dry_run_shows_the_plan() {
    let shown = ends(&["test", "--dry-run"], 0);
    assert!(shown.lines().any(|line| line.starts_with("call  ")), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("skip  ") && line.contains("readOnlyHint")), "{shown}");
}

#[test]
fn the_exit_status_tells_broken_from_could_not() {
    ends(&["judge", PASS], 0);
    ends(&["judge", FAIL], 1);
    ends(&["judge", PASS, FAIL, "--quiet"], 1);
    assert!(ends(&["judge", "no-such-file.jsonl"], 2).contains("no-such-file.jsonl"));
    assert!(ends(&["test", "--", "no-such-program"], 2).contains("could not start `no-such-program`"));
    assert!(ends(&["test", "--rule", "ping/is-answerd"], 2).contains("there is no rule"));
    assert!(ends(&["explain", "answered"], 2).contains("did you mean"));
}

#[test]
fn words_that_do_not_fit_are_told_where_they_go() {
    assert!(ends(&["test", "my-server"], 2).contains("comes after `--`"));
    assert!(!ends(&["test", "--no-such-option"], 2).contains("comes after `--`"));
    assert!(ends(&["serve"], 2).contains("<--stdio|--http <ADDR>>"));
    assert!(ends(&["tap"], 2).contains("--listen <ADDR> --url <URL>"));
}

#[test]
fn limits_are_amounts_above_nothing() {
    assert!(ends(&["test", "--max-message", "0"], 2).contains("such as 5000, 64K or 8M"));
    // What was not listened to is not judged.
    let cut = ends(&["test", "--max-messages", "5", "--quiet"], 2);
    assert!(cut.contains("more than 5 messages came") && cut.contains("--max-"), "{cut}");
}

#[test]
fn what_was_named_and_is_not_there_is_told() {
    assert!(ends(&["test", "--call-tool", "nosuch", "--quiet"], 0).contains("lists no tool `nosuch`"));
    assert!(
        ends(&["test", "--call-tool", "nosuch", "--dry-run"], 0).contains("skip  nosuch: the server does not list it")
    );
    assert!(ends(&["test", "--baseline", "no-such-file.json", "--quiet"], 2).contains("--write-baseline makes one"));
    assert!(ends(&["test", "--env", "A=b"], 2).contains("<COMMAND>"));
}

#[test]
fn a_rule_and_the_catalogue_can_be_looked_up() {
    let page = ends(&["explain", "ping/is-answered"], 0);
    assert!(page.contains("Wrong (") && page.contains("Right (") && page.contains("ping-respond-promptly"), "{page}");
    assert!(ends(&["list"], 0).contains("ping/is-answered"));
    let listed = ends(&["list", "--requirements"], 0);
    assert!(listed.contains("ping/is-answered (fail-") && listed.contains("permission: "));
    let json = ends(&["list", "--requirements", "--format", "json"], 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let whole = json["areas"].as_array().and_then(|areas| areas.last()).map(requirements_of);
    assert_eq!(json["requirements"].as_array().map(Vec::len), whole);
    assert!(ends(&["completions", "bash"], 0).contains("mcp-conformance"));
    assert!(ends(&["man"], 0).contains(".TH mcp-conformance 1"));
}

/// How many requirements an area has.
fn requirements_of(area: &serde_json::Value) -> usize {
    let shares = ["yes", "conditional", "proxy", "no"].into_iter();
    shares.filter_map(|name| area[name]["all"].as_u64()).map(|count| usize::try_from(count).expect("a count")).sum()
}

#[test]
fn one_rule_can_be_judged_alone_and_reported_as_json() {
    let shown = run(&["judge", FAIL, "--rule", "ping/is-answered", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!(report["rules"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["rules"][0]["verdict"], "broken");
    assert_eq!(report["rules"][0]["evidence"][1]["event"], 3);
}
