//! The suite from a test, as whoever writes a server uses it.

use mcp_conformance::baseline::Baseline;
use mcp_conformance::suite::{Calls, Limits, Options, Suite};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};

#[tokio::test]
async fn the_reference_server_conforms() {
    let run = Suite::built_in().run().await.unwrap();
    run.conforms().unwrap();
    let report = run.report();
    assert!(report.summary.held > 40, "only {} rules held", report.summary.held);
    assert_eq!((report.summary.robustness, run.notes.len()), (0, 0));
}

/// A server that answers every request with this result, also those that it should refuse.
async fn agreeable(pipe: DuplexStream) {
    let (reader, mut writer) = tokio::io::split(pipe);
    let mut lines = BufReader::new(reader).lines();
    let result = r#"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"yes","version":"1"}}"#;
    while let Ok(Some(line)) = lines.next_line().await {
        let message: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
        if let Some(id) = message.get("id").filter(|_| message["method"].is_string()) {
            let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n");
            if writer.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

#[tokio::test]
async fn a_fault_is_shown_and_can_be_accepted() {
    let run = Suite::in_process(agreeable).run().await.unwrap();
    let shown = run.conforms().unwrap_err().to_string();
    assert!(shown.contains("broken") && shown.contains("jsonrpc/unknown-method-fails"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no terminal escapes");

    let known = Baseline::of(&run.report(), &Baseline::default());
    run.conforms_save(&known).unwrap();
    let mut stale = known.clone();
    stale.broken.insert("ping/is-answered".to_owned(), "it is not".to_owned());
    assert!(run.conforms_save(&stale).is_err());
}

#[tokio::test]
async fn a_plan_calls_nothing_and_says_why() {
    let suite = Suite::built_in();
    let plan = suite.plan().await.unwrap();
    assert!(
        plan.iter().any(|planned| planned.decision.is_ok()) && plan.iter().any(|planned| planned.decision.is_err())
    );
    let mut options = Options::default();
    options.calls = Calls::None;
    let plan = suite.options(options).plan().await.unwrap();
    assert!(!plan.is_empty() && plan.iter().all(|planned| planned.decision.is_err()));
}

/// How a server looks of which only the beginning was heard: never worse than it is.
#[tokio::test(start_paused = true)]
async fn a_limit_makes_no_alarm_wherever_it_strikes() {
    for messages in (1..150).step_by(3) {
        let mut options = Options::default();
        options.limits = Limits { messages, ..Limits::default() };
        let Ok(run) = Suite::built_in().options(options).run().await else { continue };
        run.conforms().unwrap();
        assert!(run.notes.iter().any(|note| note.starts_with("stopped listening")), "{messages}: {:?}", run.notes);
    }
}

/// A run says how far it is, up to the end.
#[tokio::test]
async fn a_run_can_be_watched() {
    let (sender, told) = std::sync::mpsc::channel();
    let watch = move |progress: mcp_conformance::suite::Progress<'_>| {
        let _ = sender.send((progress.done, progress.of));
    };
    Suite::built_in().watched(watch).run().await.unwrap();
    let told: Vec<_> = told.iter().collect();
    assert!(told.is_sorted() && told.len() > 20, "{told:?}");
    assert!(told.last().is_some_and(|(done, of)| done == of), "{told:?}");
}
