//! Following a task to its end.

use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::super::session::{Answer, Session};
use crate::wire::Gone;

/// The shortest time between two looks at a task.
const POLL: Duration = Duration::from_millis(50);

/// Waits for the result of the task, and looks at it as often as the server asks to, until it has ended or takes longer
/// than a call may. What it asks is answered only after a look.
pub(super) async fn follow(session: &mut Session, task: &Value) -> Result<(), Gone> {
    let until = Instant::now() + session.options.patience.call;
    let waiting = session.take_id();
    session.hold_back();
    session.post(&waiting, "tasks/result", Some(task.clone())).await?;
    let ended = look(session, task, until).await?;
    session.let_go().await?;
    if !ended {
        session.cancel(&waiting, "the task takes too long").await?;
    }
    Ok(())
}

/// Whether the task has ended.
async fn look(session: &mut Session, task: &Value, until: Instant) -> Result<bool, Gone> {
    while let Answer::Result(seen) = session.request("tasks/get", task.clone()).await? {
        if matches!(seen["status"].as_str(), Some("completed" | "failed" | "cancelled") | None) {
            return Ok(true);
        }
        let poll = seen["pollInterval"].as_u64().map_or(POLL, Duration::from_millis).max(POLL);
        if Instant::now() + poll > until {
            return Ok(false);
        }
        session.let_go().await?;
        session.hold_back();
        session.answer_for(poll).await?;
    }
    Ok(true)
}
