//! Calls that run as tasks.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::calls::{self, Planned};
use super::session::{Answer, Session};
use crate::wire::Gone;

/// How long a task is to be kept, in milliseconds: short, so that no server stays alive for its sake.
const TTL: u64 = 3_000;

/// The shortest time between two looks at a task.
const POLL: Duration = Duration::from_millis(100);

/// Runs a call as a task to its end, cancels another, and asks for a task where none may be had.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    let served = session.server.declares("tasks.requests.tools.call");
    if let Some(params) = call(session, |support| served && matches!(support, "optional" | "required")) {
        if let Some(id) = start(session, &params).await? {
            session.request("tasks/get", json!({"taskId": id})).await?;
            session.call("tasks/result", json!({"taskId": id})).await?;
            follow(session, &id).await?;
            session.call("tasks/result", json!({"taskId": id})).await?;
            list(session).await?;
            cancel(session, &id).await?;
        }
        if session.server.declares("tasks.cancel")
            && let Some(id) = start(session, &params).await?
        {
            cancel(session, &id).await?;
            session.request("tasks/get", json!({"taskId": id})).await?;
        }
    }
    if let Some(params) = call(session, |support| !served || support == "forbidden") {
        session.call("tools/call", params).await?;
    }
    Ok(())
}

/// The params of a call as a task, of the first tool that may be called and whose support for tasks is wanted.
fn call(session: &Session, wanted: impl Fn(&str) -> bool) -> Option<Value> {
    let support = |name: &str| {
        let tool = session.server.tools.iter().find(|tool| tool["name"] == name)?;
        Some(tool["execution"]["taskSupport"].as_str().unwrap_or("forbidden"))
    };
    let plan = calls::plan(&session.server.tools, &session.options);
    let fits = |planned: &Planned| planned.decision.is_ok() && support(&planned.tool).is_some_and(&wanted);
    let planned = plan.into_iter().find(fits)?;
    let arguments = planned.arguments().into_iter().next()?;
    let meta = json!({"progressToken": "a-task"});
    Some(json!({"name": planned.tool, "arguments": arguments, "task": {"ttl": TTL}, "_meta": meta}))
}

async fn start(session: &mut Session, params: &Value) -> Result<Option<String>, Gone> {
    Ok(match session.call("tools/call", params.clone()).await? {
        Answer::Result(result) => result["task"]["taskId"].as_str().map(str::to_owned),
        _ => None,
    })
}

/// Looks at the task as often as the server asks to, until it has ended or takes longer than a call may.
async fn follow(session: &mut Session, id: &str) -> Result<(), Gone> {
    let until = Instant::now() + session.options.patience.call;
    while let Answer::Result(task) = session.request("tasks/get", json!({"taskId": id})).await? {
        let poll = task["pollInterval"].as_u64().map_or(POLL, Duration::from_millis).max(POLL);
        let ended = matches!(task["status"].as_str(), Some("completed" | "failed" | "cancelled") | None);
        if ended || Instant::now() + poll > until {
            break;
        }
        session.answer_for(poll).await?;
    }
    Ok(())
}

async fn list(session: &mut Session) -> Result<(), Gone> {
    if session.server.declares("tasks.list") {
        session.request("tasks/list", json!({})).await?;
    }
    Ok(())
}

async fn cancel(session: &mut Session, id: &str) -> Result<(), Gone> {
    if session.server.declares("tasks.cancel") {
        session.request("tasks/cancel", json!({"taskId": id})).await?;
    }
    Ok(())
}
