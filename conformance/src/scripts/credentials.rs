//! Credentials that are missing, malformed or bad, for a server that lets us in with good ones.

use serde_json::json;

use super::session::{Session, client_info, message};
use crate::revision::Revision;
use crate::wire::Gone;

/// A token that nobody gave.
const TOKEN: &str = "Bearer mcp-conformance-no-such-token";

/// Where the metadata lie, if the challenge does not say so.
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// Asks without credentials; where they are asked for, fetches the metadata, and tries what is no good.
pub(super) async fn run(session: &mut Session) -> Result<(), Gone> {
    let patience = session.options.patience.answer;
    session.keep_out();
    let body = hello(&session.take_id());
    let Some(http) = session.http() else { return Ok(()) };
    let Some((401, challenge)) = http.challenged(&[("Authorization", None)], &body, patience).await else {
        return Ok(());
    };
    let named = challenge.as_deref().and_then(metadata);
    let path = http.path();
    let places = [format!("{WELL_KNOWN}{path}"), WELL_KNOWN.to_owned()];
    for place in named.map_or_else(|| places.to_vec(), |named| vec![named]) {
        http.fetch(&place, patience).await;
    }
    for credentials in [TOKEN, "Bearer"] {
        http.challenged(&[("Authorization", Some(credentials))], &body, patience).await;
    }
    Ok(())
}

fn hello(id: &str) -> String {
    let params = json!({"protocolVersion": Revision::LATEST.as_str(), "capabilities": {}, "clientInfo": client_info()});
    message(Some(id), "initialize", Some(params))
}

/// The address that a challenge names.
fn metadata(challenge: &str) -> Option<String> {
    let rest = challenge.split_once("resource_metadata")?.1.trim_start().strip_prefix('=')?.trim_start();
    let named = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split([',', ' ']).next(),
    };
    named.filter(|named| !named.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::metadata;

    #[test]
    fn the_address_is_read_quoted_and_bare() {
        assert_eq!(metadata("Bearer resource_metadata=\"http://s/a\", scope=\"b\"").as_deref(), Some("http://s/a"));
        assert_eq!(metadata("Bearer scope=b, resource_metadata=/c").as_deref(), Some("/c"));
        assert_eq!(metadata("Bearer realm=\"x\""), None);
    }
}
