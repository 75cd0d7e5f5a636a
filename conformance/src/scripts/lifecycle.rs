//! Beginnings and endings that are out of order.

use super::session::Session;
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

/// Shakes hands, but never says that it is ready, and leaves. A server that asks for something meanwhile is early.
pub(super) async fn half(session: &mut Session) -> Result<(), Gone> {
    session.capabilities = super::capabilities();
    session.initialize(Revision::LATEST.as_str()).await?;
    session.listen().await
}
