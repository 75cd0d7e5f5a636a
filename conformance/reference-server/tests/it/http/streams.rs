//! Which message comes on which stream, and how streams go on.

use std::{collections::HashSet, sync::Arc};

use mcp_reference_server::HttpOptions;
use serde_json::json;
use tokio::sync::Semaphore;

use super::{
    call, ping, server,
    web::{Event, Web},
};

async fn start() -> (Web, Arc<Semaphore>) {
    let go = Arc::new(Semaphore::new(0));
    (Web::start(server(&go), HttpOptions::new()).await, go)
}

fn methods(events: &[Event]) -> Vec<String> {
    let messages = events.iter().filter(|event| event.data.as_deref().is_some_and(|data| !data.is_empty()));
    messages.map(|event| event.message()["method"].as_str().unwrap_or("answer").to_owned()).collect()
}

#[tokio::test]
async fn a_stream_is_primed_and_ends_with_the_answer() {
    let (web, go) = start().await;
    let id = web.greet("2025-11-25").await;
    go.add_permits(2);
    let first = web.stream(&id, &call(1, "work")).await.events().await;
    let second = web.stream(&id, &call(2, "work")).await.events().await;
    for events in [&first, &second] {
        assert_eq!((events[0].data.as_deref(), events[0].retry.as_deref()), (Some(""), Some("500")));
        assert_eq!(methods(events), ["notifications/progress", "notifications/progress", "answer"]);
    }
    let ids: HashSet<_> = first.iter().chain(&second).map(|event| event.id.as_deref().expect("an id")).collect();
    assert_eq!(ids.len(), 8, "no two events share an id");
}

#[tokio::test]
async fn a_broken_stream_goes_on_where_it_broke_and_brings_nothing_else() {
    let (web, go) = start().await;
    let id = web.greet("2025-11-25").await;
    let mut broken = web.stream(&id, &call(1, "work")).await;
    let mut other = web.stream(&id, &call(2, "work")).await;
    let last = [broken.event().await, broken.event().await].into_iter().flatten().last().and_then(|event| event.id);
    assert_eq!(other.event().await.and_then(|event| event.data), Some(String::new()));
    drop(broken);
    go.add_permits(2);
    let rest = web.listen(&id, last.as_deref()).await.events().await;
    assert_eq!(methods(&rest), ["notifications/progress", "answer"]);
    assert_eq!(rest.last().expect("the answer").message()["id"], 1);
    let again = web.listen(&id, last.as_deref()).await.events().await;
    assert_eq!(again, rest, "it can go on more than once");
    assert_eq!(methods(&other.events().await), ["notifications/progress", "notifications/progress", "answer"]);
}

#[tokio::test]
async fn who_goes_on_with_a_stream_takes_it_over() {
    let (web, go) = start().await;
    let id = web.greet("2025-11-25").await;
    let mut first = web.stream(&id, &call(1, "work")).await;
    let primed = first.event().await.and_then(|event| event.id);
    let second = web.listen(&id, primed.as_deref()).await;
    let late = first.events().await;
    assert!(late.len() <= 1, "the first ends, at most with what had come before: {late:?}");
    go.add_permits(1);
    assert_eq!(methods(&second.events().await), ["notifications/progress", "notifications/progress", "answer"]);
}

#[tokio::test]
async fn an_unknown_event_id_brings_a_new_stream() {
    let (web, go) = start().await;
    let id = web.greet("2025-11-25").await;
    go.add_permits(1);
    for last in ["7-0", "x", "1-99999999999999999999", "0"] {
        let mut stream = web.listen(&id, Some(last)).await;
        assert_eq!(stream.event().await.and_then(|event| event.data), Some(String::new()), "{last}");
    }
}

#[tokio::test]
async fn what_belongs_to_no_request_comes_on_one_stream_that_listens() {
    let (web, go) = start().await;
    let id = web.greet("2025-11-25").await;
    let mut older = web.listen(&id, None).await;
    let mut newer = web.listen(&id, None).await;
    let primed = [older.event().await, newer.event().await].map(|event| event.and_then(|event| event.id));
    assert_ne!(primed[0], primed[1]);
    go.add_permits(1);
    let events = web.stream(&id, &call(1, "work")).await.events().await;
    assert_eq!(methods(&events), ["notifications/progress", "notifications/progress", "answer"]);
    let changed = newer.event().await.expect("the list changed");
    assert_eq!(changed.message()["method"], "notifications/resources/list_changed");
    web.stop().await;
    assert_eq!((newer.event().await, older.event().await), (None, None), "nothing else came");
}

#[tokio::test]
async fn a_question_comes_on_the_stream_of_its_request() {
    let (web, _) = start().await;
    let id = web.greet("2025-11-25").await;
    let mut stream = web.stream(&id, &call(1, "roots")).await;
    let _primed = stream.event().await;
    let question = stream.event().await.expect("a question").message();
    assert_eq!(question["method"], "roots/list");
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": []}});
    assert_eq!(web.post(&id, &answer).await.0, 202);
    let answer = stream.event().await.expect("the answer").message();
    assert_eq!((&answer["id"], &answer["result"]["content"][0]["text"]), (&json!(1), &json!("0")));
}

#[tokio::test]
async fn a_dropped_connection_cancels_nothing_and_a_cancelled_request_ends_its_stream() {
    let (web, _) = start().await;
    let id = web.greet("2025-11-25").await;
    let mut stream = web.stream(&id, &call(1, "work")).await;
    let primed = stream.event().await.and_then(|event| event.id);
    let (status, _) = web.post(&id, &call(1, "echo")).await;
    assert_eq!(status, 409, "the id is in use");
    drop(stream);
    let params = json!({"requestId": 1});
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    let mut stream = web.listen(&id, primed.as_deref()).await;
    assert_eq!(stream.event().await.map(|event| event.id), Some(primed));
    assert_eq!(web.post(&id, &cancel).await.0, 202);
    assert_eq!(methods(&stream.events().await), ["notifications/progress"], "it was still being served");
    assert_eq!(web.post(&id, &ping()).await.0, 200);
}

#[tokio::test]
async fn clients_of_older_revisions_get_what_they_can_read() {
    let (web, _) = start().await;
    let id = web.greet("2025-06-18").await;
    let events = web.stream(&id, &call(1, "echo")).await.events().await;
    assert!(events.iter().all(|event| event.data.as_deref() != Some("")), "{events:?}");
    assert_eq!(web.post(&id, &json!([ping()])).await.0, 400, "there are no batches");
    let id = web.greet("2025-03-26").await;
    let events = web.stream(&id, &json!([call(1, "echo"), ping()])).await.events().await;
    assert_eq!(methods(&events), ["answer", "answer"]);
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/none"});
    assert_eq!(web.post(&id, &json!([notification])).await, (202, String::new()));
    assert_eq!(web.post(&id, &json!([ping(), ping()])).await.0, 409);
}

#[tokio::test]
async fn a_handler_may_close_the_stream_and_the_answer_waits() {
    let web = Web::start(mcp_reference_server::official::official(), HttpOptions::new()).await;
    let id = web.greet("2025-11-25").await;
    let events = web.stream(&id, &call(1, "test_reconnection")).await.events().await;
    assert_eq!(events.iter().map(|event| event.data.as_deref()).collect::<Vec<_>>(), [Some("")], "no answer yet");
    let rest = web.listen(&id, events[0].id.as_deref()).await.events().await;
    assert_eq!(methods(&rest), ["answer"]);
    let old = web.greet("2025-03-26").await;
    assert_eq!(methods(&web.stream(&old, &call(1, "test_reconnection")).await.events().await), ["answer"]);
    web.stop().await;
}
