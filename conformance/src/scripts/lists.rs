//! Everything that a server lists, page by page.

use serde_json::{Value, json};

use super::session::{Answer, Session};
use crate::wire::Gone;

/// A list method, the capability behind it, and the member of its result.
pub(super) const LISTS: [(&str, &str, &str); 4] = [
    ("tools/list", "tools", "tools"),
    ("resources/list", "resources", "resources"),
    ("resources/templates/list", "resources", "resourceTemplates"),
    ("prompts/list", "prompts", "prompts"),
];

/// As many pages as are turned: a list whose cursors never end has shown what it does by then.
const PAGES: usize = 100;

/// A cursor that no server gave.
const CURSOR: &str = "mcp-conformance-no-such-cursor";

/// Lists what the server declares, and remembers it.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    for (method, capability, member) in LISTS {
        if session.server.declares(capability) {
            let items = all(session, method, member).await?;
            session.server.remember(member, items);
        }
    }
    Ok(())
}

/// Asks each declared list for a page that does not exist.
pub(super) async fn bad_cursors(session: &mut Session) -> Result<(), Gone> {
    for (method, capability, _) in LISTS {
        if session.server.declares(capability) {
            session.request(method, json!({"cursor": CURSOR})).await?;
        }
    }
    if session.server.declares("tasks.list") {
        session.request("tasks/list", json!({"cursor": CURSOR})).await?;
    }
    Ok(())
}

/// Every page of a list.
pub(super) async fn all(session: &mut Session, method: &str, member: &str) -> Result<Vec<Value>, Gone> {
    let mut items = Vec::new();
    let mut seen = Vec::new();
    let mut params = json!({});
    while let Answer::Result(page) = session.request(method, params).await? {
        items.extend(page[member].as_array().into_iter().flatten().cloned());
        let Some(cursor) = page["nextCursor"].as_str().map(str::to_owned) else { break };
        if seen.len() == PAGES || seen.contains(&cursor) {
            break;
        }
        params = json!({"cursor": cursor});
        seen.push(cursor);
    }
    Ok(items)
}
