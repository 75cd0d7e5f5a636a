//! Levels of log messages.

use serde_json::json;

use super::session::Session;
use crate::wire::Gone;

/// The levels, least first.
const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// As many calls as are made again.
const MOST: usize = 2;

/// Makes a call that logs again: with no less severe a level set than it logs at, and once more with all of them.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    if !session.server.declares("logging") {
        return Ok(());
    }
    for (tried, level) in logging(session) {
        for level in [level, "debug"] {
            session.request("logging/setLevel", json!({"level": level})).await?;
            session.call("tools/call", json!({"name": tried.name, "arguments": tried.arguments})).await?;
            session.ping().await?;
        }
    }
    Ok(())
}

/// The calls that logged something above the least level, with the most severe.
fn logging(session: &Session) -> Vec<(super::session::Tried, &'static str)> {
    let loudest = |levels: &[String]| LEVELS.iter().skip(1).rev().find(|level| levels.iter().any(|one| one == *level));
    let all = session.tried.iter().filter_map(|tried| Some((tried.clone(), *loudest(&tried.heard.levels)?)));
    all.take(MOST).collect()
}
