//! Many sessions side by side: fifty, or as many as `MCP_LOAD_SESSIONS` says.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::amount;
use crate::program::Program;
use crate::web::Web;

const CALLS: u64 = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_side_by_side_get_what_is_theirs() {
    let count = amount("MCP_LOAD_SESSIONS", 50);
    let program = Program::start();
    let all_open = Arc::new(Barrier::new(usize::try_from(count).expect("it fits")));
    let mut sessions = JoinSet::new();
    let start = Instant::now();
    for number in 0..count {
        sessions.spawn(session(program.address.clone(), number, Arc::clone(&all_open)));
    }
    let mut messages = 0;
    while let Some(ended) = sessions.join_next().await {
        messages += ended.expect("no session saw a fault");
    }
    let (time, peak) = (start.elapsed(), program.peak());
    let words = program.last_words();
    assert!(!words.contains("panicked"), "{words}");
    let calls = count * CALLS;
    let rate = calls * 1000 / u64::try_from(time.as_millis()).expect("it fits").max(1);
    let told = format!("{count} sessions, {calls} calls, {messages} messages, {time:?}, {rate} calls a second");
    writeln!(std::io::stdout(), "{told}, peak {peak:?} MiB").expect("the terminal");
}

/// Runs one session, and counts the messages that it got.
async fn session(address: String, number: u64, all_open: Arc<Barrier>) -> u64 {
    let mut web = Web::open(&address).await;
    let session = web.greet().await;
    all_open.wait().await;
    let mut messages = 0;
    for call in 1..=CALLS {
        let id = format!("{number}/{call}");
        let book = (number + call) % 12 + 1;
        let (name, arguments) =
            if call % 10 == 0 { ("take_stock", json!({"shelves": 3})) } else { ("get_book", json!({"id": book})) };
        let params = json!({"name": name, "arguments": arguments, "_meta": {"progressToken": id}});
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        let response = web.post(&session, &request).await;
        assert_eq!(response.status, 200, "{id}: {}", response.body);
        let got = response.messages();
        judge(&id, name, book, &got);
        messages += got.len() as u64;
    }
    let ended = web.send("DELETE", "/mcp", &[("MCP-Session-Id", &session)], b"").await.expect("an answer");
    assert_eq!(ended.status, 204);
    messages
}

/// Everything on the stream of a call is about that call.
fn judge(id: &str, name: &str, book: u64, messages: &[Value]) {
    let (answer, steps) = messages.split_last().expect("an answer");
    assert_eq!(answer["id"], id, "{answer}");
    assert!(steps.iter().all(|step| step["params"]["progressToken"] == id), "{steps:?}");
    if name == "get_book" {
        assert_eq!((steps.len(), &answer["result"]["structuredContent"]["id"]), (0, &json!(book)), "{answer}");
    } else {
        assert_eq!((steps.len(), &answer["result"]["content"][0]["text"]), (3, &json!("Counted 3 shelves.")));
    }
}
