//! Requests that are cancelled: one at once, one too late, and one in the middle.

use std::time::Duration;

use serde_json::json;

use super::session::{Lasting, Session};
use crate::wire::Gone;

/// What takes less than this, or where a busy machine makes every answer slow, is over before a cancellation arrives.
const LEAST: Duration = Duration::from_millis(250);

/// After its usual time, a call that is not answered by then is not answered any more.
const LATE: Duration = Duration::from_millis(300);

const REASON: &str = "a try";

/// Cancels a request while it may be under way, and one that is answered already. Neither is answered (again), and the
/// server goes on. And cancels the call that takes longest in the middle.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    let early = session.take_id();
    session.post(&early, "ping", None).await?;
    session.cancel(&early, REASON).await?;
    let late = session.take_id();
    session.request_as(&late, "ping").await?;
    session.cancel(&late, REASON).await?;
    if let Some(lasting) = session.longest.clone().filter(|lasting| lasting.time >= LEAST.max(session.slowest() * 10)) {
        in_the_middle(session, lasting).await?;
    }
    session.ping().await.map(drop)
}

/// What the server says of the call after that shows while other things are asked.
async fn in_the_middle(session: &mut Session, Lasting { mut params, time }: Lasting) -> Result<(), Gone> {
    let call = session.take_id();
    params["_meta"] = json!({"progressToken": "cancelled"});
    session.post(&call, "tools/call", Some(params)).await?;
    session.answer_for(time / 4).await?;
    if !session.has_answered(&call) {
        session.cancel(&call, REASON).await?;
        session.watch(time + LATE);
    }
    Ok(())
}
