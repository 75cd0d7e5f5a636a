//! Whatever a server does, the suite ends in time, with a recording or a clear word, and leaves nothing behind.

use std::time::{Duration, Instant};

use mcp_conformance::suite::{Command, CouldNotRun, Limits, Obstacle, Options, Run, Suite};
use mcp_conformance::transcript::{Connection, Event, Kind, Transcript, What};

/// A server in the shell that answers to `initialize` and then does what the script says.
const GREET: &str = r#"read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"bad","version":"1"}}}'; "#;

fn options() -> Options {
    let mut options = Options::default();
    let patience = &mut options.patience;
    patience.first = Duration::from_secs(3);
    patience.answer = Duration::from_millis(100);
    patience.quiet = Duration::from_millis(20);
    patience.exit = Duration::from_millis(300);
    patience.term = Duration::from_millis(200);
    options.deadline = Duration::from_secs(20);
    options
}

fn shell(script: &str) -> Suite {
    Suite::command(Command::new("sh", ["-c", script])).options(options())
}

async fn could_not(suite: Suite) -> CouldNotRun {
    suite.run().await.expect_err("there is nothing to judge")
}

async fn run(script: &str) -> Run {
    let run = shell(&format!("{GREET}{script}")).run().await.expect("the server greets");
    assert!(run.notes.iter().all(|note| !note.contains("cut short")), "{:?}", run.notes);
    run
}

fn events(transcript: &Transcript) -> impl Iterator<Item = &Event> {
    transcript.connections().flat_map(Connection::events)
}

fn has(transcript: &Transcript, what: impl Fn(&What) -> bool) -> bool {
    events(transcript).any(|event| what(&event.what))
}

/// The process ids that servers wrote to their standard error.
fn pids(transcript: &Transcript) -> Vec<String> {
    let said = events(transcript).filter_map(|event| match &event.what {
        What::Stderr(text) => text.lossy().strip_prefix("pid ").map(|pid| pid.trim().to_owned()),
        _ => None,
    });
    said.collect()
}

/// A process that ended but was not yet taken notice of by its parent counts as ended.
fn lives(pid: &str) -> bool {
    let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps runs");
    let state = String::from_utf8_lossy(&ps.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

async fn assert_none_lives(transcript: &Transcript, least: usize) {
    let pids = pids(transcript);
    assert!(pids.len() >= least, "only {} processes said who they are", pids.len());
    let start = Instant::now();
    while pids.iter().any(|pid| lives(pid)) {
        assert!(start.elapsed() < Duration::from_secs(2), "left behind: {pids:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn one_that_hangs_from_the_start_could_not_be_run_and_is_gone() {
    let mut options = options();
    options.patience.first = Duration::from_millis(400);
    let start = Instant::now();
    let error = could_not(shell("echo pid $$ >&2; exec sleep 1000").options(options)).await;
    assert!(start.elapsed() < Duration::from_secs(4));
    let message = error.to_string();
    assert!(
        message.starts_with("the server did not answer to `initialize`: no answer to `initialize` for 0.4 s"),
        "{message}"
    );
    assert_none_lives(&error.transcript, 1).await;
}

#[tokio::test]
async fn one_that_hangs_after_the_handshake_ends_with_a_recording() {
    let run = run("echo pid $$ >&2; exec sleep 1000").await;
    assert!(has(&run.recording.transcript, |what| matches!(what, What::Silence(_))));
    assert!(run.notes[0].contains("no answer to `ping`"), "{:?}", run.notes);
    assert_none_lives(&run.recording.transcript, 2).await;
}

#[tokio::test]
async fn one_whose_answer_to_the_handshake_is_wrong_is_told_what_is_wrong() {
    for (answer, rule) in [
        (r#"{\n "jsonrpc": "2.0",\n "id": 1,\n "result": {}\n}\n"#, "stdio/no-embedded-newline"),
        (r#"{"jsonrpc":"2.0","id":"1","result":{}}\n"#, "jsonrpc/ids-are-echoed"),
        (r#"[{"jsonrpc":"2.0","id":1,"result":{}}]\n"#, "jsonrpc/messages-are-no-batches"),
    ] {
        let run = shell(&format!("read -r line; printf '{answer}'; exec sleep 1000")).run().await.expect("a verdict");
        assert!(run.report().judged().any(|judged| judged.id == rule && judged.is_fault()), "{rule}");
        assert!(run.notes[0].contains("did not answer to `initialize`") && run.notes[0].contains("this came: ←"));
    }
}

#[tokio::test]
async fn one_that_dies_at_the_start_is_shown_with_its_last_words() {
    let message = could_not(shell("echo 'no such database' >&2; exit 3")).await.to_string();
    assert!(message.contains("exit status: 3") && message.contains("stderr: no such database"), "{message}");
}

#[tokio::test]
async fn one_that_cannot_be_started_is_named() {
    let error = could_not(Suite::command(Command::new("no-such-server", ["--stdio"]))).await;
    assert!(matches!(error.obstacle, Obstacle::Start(..)));
    assert!(error.to_string().starts_with("could not start `no-such-server --stdio`"), "{error}");
}

#[tokio::test]
async fn one_that_refuses_or_speaks_an_unknown_revision_cannot_be_judged() {
    let refuses =
        r#"read -r line; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}'; read -r line"#;
    assert!(matches!(could_not(shell(refuses)).await.obstacle, Obstacle::Refused(_)));
    let future = format!("{}read -r line", GREET.replace("2025-11-25", "2099-01-01"));
    assert!(matches!(could_not(shell(&future)).await.obstacle, Obstacle::Revision(_)));
}

#[tokio::test]
async fn one_that_leaves_is_seen_to_leave_before_its_input_is_closed() {
    let run = run("read -r line; sleep 0.05; exec >&-; sleep 0.05; exit 3").await;
    let end = |what: &&What| matches!(what, What::InputClosed | What::Exited(_));
    // Others may be closed before the server leaves.
    let shared = run.recording.transcript.connections().next().expect("the shared one");
    let first = shared.events().iter().map(|event| &event.what).find(end);
    assert!(matches!(first, Some(What::Exited(exit)) if exit.code == Some(3)), "{first:?}");
}

#[tokio::test]
async fn children_of_a_server_end_with_it() {
    let run = run("sleep 1000 & echo pid $! >&2; (sleep 1000 & echo pid $! >&2); cat >/dev/null").await;
    assert_none_lives(&run.recording.transcript, 4).await;
}

#[tokio::test]
async fn one_that_ignores_the_end_of_its_input_and_sigterm_is_killed() {
    let run = run("trap '' TERM; echo pid $$ >&2; while :; do sleep 0.1; done").await;
    let killed = |what: &What| matches!(what, What::Exited(exit) if exit.signal == Some(9));
    assert!(has(&run.recording.transcript, killed));
    assert_none_lives(&run.recording.transcript, 2).await;
}

#[tokio::test]
async fn a_run_that_is_dropped_leaves_nothing_behind() {
    let marker = "sleep 1234.5";
    let count = || {
        let ps = std::process::Command::new("ps").args(["-axo", "args="]).output().expect("ps runs");
        String::from_utf8_lossy(&ps.stdout).lines().filter(|line| line.trim() == marker).count()
    };
    let suite = shell(&format!("{marker} & {marker}"));
    assert!(tokio::time::timeout(Duration::from_millis(500), suite.run()).await.is_err());
    let start = Instant::now();
    while count() > 0 {
        assert!(start.elapsed() < Duration::from_secs(2), "{} left behind", count());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_flood_is_cut_off_at_the_limit() {
    let line = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"flood"}}"#;
    let mut options = options();
    options.limits = Limits { messages: 1000, ..Limits::default() };
    let start = Instant::now();
    let run = shell(&format!("{GREET}exec yes '{line}'")).options(options).run().await.expect("the server greets");
    assert!(start.elapsed() < Duration::from_secs(15));
    assert!(has(&run.recording.transcript, |what| *what == What::CutOff("more than 1000 messages came".to_owned())));
    assert!(events(&run.recording.transcript).count() < 2000);
}

#[tokio::test]
async fn half_a_line_and_bytes_that_are_no_text_are_kept_as_they_came() {
    let run = run(r#"printf '\377\n{"jsonrpc"'"#).await;
    let received: Vec<_> = run
        .recording
        .transcript
        .connections()
        .flat_map(Connection::received)
        .map(|(_, text)| text.bytes().to_vec())
        .collect();
    assert!(received.contains(&b"\xff\n".to_vec()));
    assert!(received.contains(&b"{\"jsonrpc\"".to_vec()));
}

#[tokio::test]
async fn a_value_of_100_000_levels_is_read_and_not_climbed() {
    let deep = r#"printf '{"jsonrpc":"2.0","id":2,"result":'; head -c 100000 /dev/zero | tr '\0' '['; head -c 100000 /dev/zero | tr '\0' ']'; echo '}'; cat >/dev/null"#;
    let run = run(deep).await;
    let mut messages = run.recording.transcript.connections().flat_map(Connection::messages);
    assert!(
        messages.any(|message| matches!(message.kind, Kind::Unreadable(_)) && message.text.bytes().len() > 200_000)
    );
    assert!(!run.report().rules.is_empty());
}

#[tokio::test]
async fn one_that_writes_only_to_standard_error_could_not_be_run() {
    let mut options = options();
    options.patience.first = Duration::from_millis(500);
    let error = could_not(shell("echo pid $$ >&2; exec yes 'some log line' >&2").options(options)).await;
    assert!(error.to_string().contains("stderr: some log line"), "{error}");
    let kept = events(&error.transcript).filter(|event| matches!(event.what, What::Stderr(_))).count();
    assert!((2..30_000).contains(&kept), "{kept} lines kept");
    assert_none_lives(&error.transcript, 1).await;
}

#[tokio::test]
async fn one_that_never_reads_its_input_ends_with_a_recording() {
    let greeting = GREET.trim_start_matches("read -r line; ");
    let run = shell(&format!("{greeting} exec sleep 1000")).run().await.expect("the server greets unasked");
    assert!(!run.notes.is_empty());
}

#[tokio::test]
async fn the_deadline_ends_a_run_that_goes_on() {
    let mut options = options();
    options.deadline = Duration::from_millis(700);
    options.patience.answer = Duration::from_secs(100);
    let start = Instant::now();
    let run =
        shell(&format!("{GREET}echo pid $$ >&2; exec sleep 1000")).options(options).run().await.expect("it greets");
    assert!(start.elapsed() < Duration::from_secs(4));
    assert!(run.notes[0].contains("cut short"), "{:?}", run.notes);
    assert_none_lives(&run.recording.transcript, 1).await;
}

#[tokio::test]
async fn a_server_gets_no_more_of_the_environment_than_it_needs_and_no_secret_is_recorded() {
    let command =
        Command::new("sh", ["-c", &format!("env >&2; {GREET} cat >/dev/null")]).env("API_TOKEN", "very-secret");
    let run = Suite::command(command).options(options()).run().await.expect("the server greets");
    let said: String = events(&run.recording.transcript)
        .filter_map(|event| match &event.what {
            What::Stderr(text) => Some(text.lossy().into_owned()),
            _ => None,
        })
        .collect();
    assert!(said.contains("PATH=") && said.contains("API_TOKEN=[redacted]"), "{said}");
    assert!(!said.contains("very-secret") && !said.contains("CARGO_MANIFEST_DIR"), "{said}");
}
