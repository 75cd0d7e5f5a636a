//! Calls that run as tasks.

mod follow;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::calls::{self, Planned};
use super::lists;
use super::session::{Answer, Session};
use crate::wire::Gone;
use follow::follow;

/// How long a task is to be kept, in milliseconds: short, so that no server stays alive for its sake.
const TTL: u64 = 3_000;

/// A lifetime that is over before the script is, and one that no server should grant: ten years.
const SHORT: u64 = 100;
const LONG: u64 = 315_360_000_000;

/// The longest that the script waits for the end of a lifetime.
const EXPIRY: Duration = Duration::from_secs(2);

/// As many tools as are run to their end.
const TOOLS: usize = 3;

/// An id that a client has no business to choose.
const OWN_ID: &str = "mcp-conformance-own-task";

/// Runs calls as tasks to their end, cancels others, and asks for tasks where none may be had.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    let served = session.server.declares("tasks.requests.tools.call");
    let goes = |support: &str| served && matches!(support, "optional" | "required");
    let tools = chosen(session, plans(session, goes));
    if let Some(first) = tools.first().and_then(call) {
        let begun = Instant::now();
        let expiring = create(session, &lasting(&first, &json!({"ttl": SHORT}))).await?;
        session.expiring = expiring.map(|task| (task, begun));
        for tool in &tools {
            if let Some(params) = call(tool) {
                complete(session, &params).await?;
            }
        }
        fail(session, &tools).await?;
        side_by_side(session, &first).await?;
        give_up(session, &first).await?;
        session.request("ping", json!({"task": {"ttl": TTL}})).await?;
    }
    let refused = plans(session, |support| !served || support == "forbidden");
    if let Some(params) = refused.first().and_then(call) {
        session.call("tools/call", params).await?;
    }
    Ok(())
}

/// The first few, and one that asks the client something.
fn chosen(session: &Session, mut tools: Vec<Planned>) -> Vec<Planned> {
    let asks = |tool: &Planned| session.tried.iter().any(|tried| tried.name == tool.tool.as_str() && tried.asked());
    let rest = tools.split_off(tools.len().min(TOOLS));
    if !tools.iter().any(asks) {
        tools.extend(rest.into_iter().find(asks));
    }
    tools
}

/// The tools that may be called and whose support for tasks is wanted.
fn plans(session: &Session, wanted: impl Fn(&str) -> bool) -> Vec<Planned> {
    let support = |name: &str| {
        let tool = session.server.tools.iter().find(|tool| tool["name"] == name)?;
        Some(tool["execution"]["taskSupport"].as_str().unwrap_or("forbidden"))
    };
    let fits = |planned: &Planned| planned.decision.is_ok() && support(&planned.tool).is_some_and(&wanted);
    calls::plan(&session.server.tools, &session.options).into_iter().filter(fits).collect()
}

/// The params of a call as a task.
fn call(tool: &Planned) -> Option<Value> {
    let arguments = tool.arguments().into_iter().next()?;
    Some(json!({"name": tool.tool, "arguments": arguments, "task": {"ttl": TTL}}))
}

/// The same call with another wish for its task.
fn lasting(params: &Value, task: &Value) -> Value {
    let mut params = params.clone();
    params["task"] = task.clone();
    params
}

/// The task that is created, if one is.
async fn create(session: &mut Session, params: &Value) -> Result<Option<Value>, Gone> {
    // The token is in use until the task ends.
    let mut params = params.clone();
    params["_meta"] = json!({"progressToken": format!("task-{}", session.take_id())});
    Ok(match session.call("tools/call", params).await? {
        Answer::Result(result) => Some(result["task"].clone()).filter(|task| task["taskId"].is_string()),
        _ => None,
    })
}

async fn start(session: &mut Session, params: &Value) -> Result<Option<Value>, Gone> {
    Ok(create(session, params).await?.map(|task| json!({"taskId": task["taskId"]})))
}

/// Waits for the result from the beginning, looks at the task until it is over, and fetches the result once more.
async fn complete(session: &mut Session, params: &Value) -> Result<(), Gone> {
    if let Some(task) = start(session, params).await? {
        session.request("tasks/get", task.clone()).await?;
        follow(session, &task).await?;
        session.call("tasks/result", task.clone()).await?;
        session.request("tasks/get", task.clone()).await?;
        cancel(session, &task).await?;
    }
    Ok(())
}

/// A call without the arguments that it needs.
async fn fail(session: &mut Session, tools: &[Planned]) -> Result<(), Gone> {
    let needs = |tool: &&Planned| tool.arguments().first().is_some_and(|least| *least != json!({}));
    let Some(mut params) = tools.iter().find(needs).and_then(call) else { return Ok(()) };
    params["arguments"] = json!({});
    session.call("tools/call", json!({"name": params["name"], "arguments": {}})).await?;
    complete(session, &params).await
}

/// Two tasks at once: which of them is meant says `taskId` alone. Both are in the list.
async fn side_by_side(session: &mut Session, params: &Value) -> Result<(), Gone> {
    let (Some(one), Some(other)) = (start(session, params).await?, start(session, params).await?) else {
        return Ok(());
    };
    let mut torn = one.clone();
    torn["_meta"] = json!({"io.modelcontextprotocol/related-task": other});
    session.request("tasks/get", torn).await?;
    session.request("tasks/get", one.clone()).await?;
    if session.server.declares("tasks.list") {
        lists::all(session, "tasks/list", "tasks").await?;
        session.request("tasks/get", one.clone()).await?;
    }
    cancel(session, &one).await?;
    session.request("tasks/get", one.clone()).await?;
    cancel(session, &one).await?;
    session.call("tasks/result", other).await.map(drop)
}

/// A task that is to be kept for years, under an id of the client's; it is cancelled at once.
async fn give_up(session: &mut Session, params: &Value) -> Result<(), Gone> {
    if !session.server.declares("tasks.cancel") {
        return Ok(());
    }
    let params = lasting(params, &json!({"ttl": LONG, "taskId": OWN_ID}));
    if let Some(task) = start(session, &params).await? {
        cancel(session, &task).await?;
    }
    Ok(())
}

/// Looks at a task whose time is long over, where that does not take too long. Last of all, so that little is left to wait.
pub(super) async fn expired(session: &mut Session) -> Result<(), Gone> {
    let Some((task, begun)) = session.expiring.take() else { return Ok(()) };
    let granted = task["ttl"].as_u64().map(|ttl| Duration::from_millis(ttl) * 2 + Duration::from_millis(1100));
    if let Some(over) = granted.filter(|over| *over < EXPIRY) {
        session.answer_for(over.saturating_sub(begun.elapsed())).await?;
        session.request("tasks/get", json!({"taskId": task["taskId"]})).await?;
    }
    Ok(())
}

async fn cancel(session: &mut Session, task: &Value) -> Result<(), Gone> {
    if session.server.declares("tasks.cancel") {
        session.request("tasks/cancel", task.clone()).await?;
    }
    Ok(())
}
