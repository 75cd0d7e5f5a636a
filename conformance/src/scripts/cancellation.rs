//! Requests that are cancelled: one at once, one too late.

use serde_json::{Value, json};

use super::session::Session;
use crate::wire::Gone;

/// Cancels a request while it may be under way, and one that is answered already. Neither is answered (again), and the
/// server goes on.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    let early = session.take_id();
    session.post(&early, "ping", None).await?;
    cancel(session, &early).await?;
    let late = session.take_id();
    session.request_as(&late, "ping").await?;
    cancel(session, &late).await?;
    session.ping().await.map(drop)
}

async fn cancel(session: &mut Session, id: &str) -> Result<(), Gone> {
    let id: Value = serde_json::from_str(id).unwrap_or(Value::Null);
    session.notify("notifications/cancelled", Some(json!({"requestId": id, "reason": "a try"}))).await
}
