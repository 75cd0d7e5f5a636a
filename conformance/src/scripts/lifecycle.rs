//! Beginnings and endings that are out of order.

use serde_json::json;

use super::session::{Session, client_info};
use crate::revision::Revision;
use crate::wire::Gone;

/// Asks before the handshake, then shakes hands all the same. Nobody waits for the early answers: the handshake shows
/// whether they would have come.
pub(super) async fn early(session: &mut Session) -> Result<(), Gone> {
    session.post("\"early-ping\"", "ping", None).await?;
    session.post("\"early-list\"", "tools/list", None).await?;
    session.handshake().await?;
    session.ping().await.map(drop)
}

/// Asks for a revision that is a number, then for the newest one. Nobody waits for the first answer: the second shows
/// whether it would have come.
pub(super) async fn malformed(session: &mut Session) -> Result<(), Gone> {
    let params = json!({"protocolVersion": 7, "capabilities": {}, "clientInfo": client_info()});
    session.post("\"malformed\"", "initialize", Some(params)).await?;
    session.initialize(Revision::LATEST.as_str()).await.map(drop)
}

/// Shakes hands, but never says that it is ready, and leaves. A server that asks for something meanwhile is early.
pub(super) async fn half(session: &mut Session) -> Result<(), Gone> {
    session.capabilities = super::capabilities();
    session.initialize(Revision::LATEST.as_str()).await?;
    session.listen().await
}
