//! The suite from a test, as whoever writes a server uses it.

use mcp_conformance::baseline::Baseline;
use mcp_conformance::suite::{Calls, Options, Suite};
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
