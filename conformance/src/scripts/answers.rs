//! The calls that made the server ask something, again: under other answers, late ones, and clients that can do less.

use std::time::Duration;

use serde_json::{Value, json};

use super::replies::Manner;
use super::session::{Session, Tried};
use crate::wire::Gone;

/// As many calls as are made again.
const MOST: usize = 4;

/// How long the server may take to take its questions back.
const BACK: Duration = Duration::from_millis(1_200);

/// How long a call may take to fail once its question is taken back.
const AFTER: Duration = Duration::from_millis(50);

/// Calls again with every other answer that fits what is asked.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    for tried in asking(session) {
        for manner in manners(&tried.heard.asked) {
            session.manner = manner;
            let called = again(session, &tried).await;
            session.manner = Manner::Plain;
            called?;
            // What came by chance while it ran does not come again.
            if session.heard.asked.is_empty() {
                session.tried.retain(|other| other.name != tried.name);
                break;
            }
        }
    }
    let all = asking(session);
    if all.is_empty() { Ok(()) } else { late(session, &all).await }
}

fn asking(session: &Session) -> Vec<Tried> {
    session.tried.iter().filter(|tried| tried.asked()).take(MOST).cloned().collect()
}

fn manners(asked: &[String]) -> Vec<Manner> {
    let asks = |method: &str| asked.iter().any(|one| one == method);
    let elicits = asks("elicitation/create");
    let samples = asks("sampling/createMessage");
    let refusable = elicits || samples || asks("roots/list");
    let fitting = [
        (Manner::Accepts, elicits),
        (Manner::Cancels, elicits),
        (Manner::Refuses, refusable),
        (Manner::Garbles, samples),
    ];
    fitting.into_iter().filter(|(_, fits)| *fits).map(|(manner, _)| manner).collect()
}

async fn again(session: &mut Session, tried: &Tried) -> Result<(), Gone> {
    session.call("tools/call", params(tried)).await.map(drop)
}

fn params(tried: &Tried) -> Value {
    json!({"name": tried.name, "arguments": tried.arguments})
}

/// Calls, lets the server wait while it is asked something else, and answers in the end: also what it has taken back.
async fn late(session: &mut Session, all: &[Tried]) -> Result<(), Gone> {
    let mut calls = Vec::new();
    session.begin_to_wait();
    for tried in all {
        let id = session.take_id();
        session.post(&id, "tools/call", Some(params(tried))).await?;
        calls.push(id);
    }
    let are_answered = |session: &Session| calls.iter().all(|id| session.has_answered(id));
    session.until(BACK, |session| session.waiting.len() >= all.len() || are_answered(session)).await?;
    let pinged = session.ping().await;
    session.until(BACK, |session| session.heard.took_back > 0 || are_answered(session)).await?;
    // The call that waited may fail now, while its question still stands.
    session.answer_for(AFTER).await?;
    session.reply_late().await?;
    pinged?;
    session.until(session.options.patience.call, are_answered).await?;
    session.ping().await.map(drop)
}

/// A client that can do nothing.
pub(super) async fn none(session: &mut Session) -> Result<(), Gone> {
    errand(session, json!({})).await
}

/// A client that can do the half: forms, and roots that never change.
pub(super) async fn some(session: &mut Session) -> Result<(), Gone> {
    errand(session, json!({"elicitation": {"form": {}}, "roots": {}})).await
}

/// A client that can do everything there is.
pub(super) async fn all(session: &mut Session) -> Result<(), Gone> {
    let sampling = json!({"tools": {}, "context": {}});
    let elicitation = json!({"form": {}, "url": {}});
    errand(session, json!({"roots": {"listChanged": true}, "sampling": sampling, "elicitation": elicitation})).await
}

/// Shakes hands with those capabilities, and makes the calls that made the server ask another client.
async fn errand(session: &mut Session, capabilities: Value) -> Result<(), Gone> {
    session.capabilities = capabilities;
    session.handshake().await?;
    for tried in asking(session) {
        session.request("tools/call", params(&tried)).await?;
    }
    session.ping().await.map(drop)
}
