//! What a well-meaning client does, once.

use serde_json::json;

use super::session::Session;
use super::{features, ids, lists};
use crate::wire::Gone;

pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    session.ping().await?;
    session.request("ping", json!({})).await?;
    session.request("ping", json!({"_meta": {"example.com/text": "text"}})).await?;
    ids::run(session).await?;
    lists::run(session).await?;
    features::logging(session).await?;
    features::resources(session).await?;
    features::prompts(session).await?;
    features::completions(session).await?;
    features::tools(session).await
}
