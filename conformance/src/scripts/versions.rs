//! A handshake with another revision than the newest.

use super::lists;
use super::session::{Answer, Session};
use crate::wire::Gone;

/// A revision that was never published.
pub(super) const UNKNOWN: &str = "1999-01-01";

/// Asks for that revision; if the server agrees on one, looks at what it lists under it.
pub(super) async fn run(session: &mut Session, revision: &str) -> Result<(), Gone> {
    if let Answer::Result(_) = session.initialize(revision).await? {
        session.initialized().await?;
        session.ping().await?;
        lists::run(session).await?;
    }
    Ok(())
}
