//! Request ids that are odd but legal.

use super::session::Session;
use crate::wire::Gone;

/// Zero, a negative one, one that a double cannot hold, a text that looks like a number, and a text beyond ASCII.
const IDS: [&str; 5] = ["0", "-7", "9007199254740993", "\"4711\"", "\"id-\u{fc}\u{2713}\u{1f600}\""];

/// Pings with each of them. Nobody waits for these answers: the ping that follows shows that they would have come.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    for id in IDS {
        session.post(id, "ping", None).await?;
    }
    session.ping().await.map(drop)
}
