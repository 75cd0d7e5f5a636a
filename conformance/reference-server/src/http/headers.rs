//! What the headers of a request say, and what is wrong with them.

use axum::http::{
    HeaderMap, StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};
use mcp_model::ProtocolVersion;

use super::refused::Refused;

/// Which session a request belongs to.
pub(super) const SESSION: &str = "mcp-session-id";

/// After which event a stream is to go on.
pub(super) const LAST_EVENT: &str = "last-event-id";

const VERSION: &str = "mcp-protocol-version";

/// Refuses a request whose client would not take one of these content types.
pub(super) fn accepts(headers: &HeaderMap, kinds: &[&str]) -> Result<(), Refused> {
    let ranges: Vec<_> = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    let ranges: Vec<_> = ranges.iter().flat_map(|value| value.split(',')).filter(|range| is_wanted(range)).collect();
    let missing = kinds.iter().find(|kind| !ranges.iter().any(|range| covers(essence(range), kind)));
    missing.map_or(Ok(()), |_| {
        let why = format!("the header Accept must list {}", kinds.join(" and "));
        Err(Refused::new(StatusCode::NOT_ACCEPTABLE, why))
    })
}

/// Whether the client does not give the range the weight nought.
fn is_wanted(range: &str) -> bool {
    let weight = range.split(';').skip(1).find_map(|parameter| parameter.trim().strip_prefix("q="));
    weight.and_then(|weight| weight.parse::<f64>().ok()).is_none_or(|weight| weight > 0.0)
}

fn covers(range: &str, kind: &str) -> bool {
    let family = kind.split('/').next().unwrap_or_default();
    range == "*/*" || range.eq_ignore_ascii_case(kind) || range.strip_suffix("/*").is_some_and(|head| head == family)
}

fn essence(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

/// Refuses a body that is not said to be JSON.
pub(super) fn is_json(headers: &HeaderMap) -> Result<(), Refused> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind.is_some_and(|kind| essence(kind).eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the header Content-Type must be application/json"))
}

/// Refuses a revision that is not spoken here. None at all is fine: the session knows its own.
pub(super) fn version(headers: &HeaderMap) -> Result<(), Refused> {
    let is_known = |text: &str| !matches!(ProtocolVersion::from(text), ProtocolVersion::Unknown(_));
    let mut versions = headers.get_all(VERSION).iter();
    if versions.all(|value| value.to_str().is_ok_and(is_known)) {
        return Ok(());
    }
    let latest = ProtocolVersion::LATEST;
    let why = format!("the header MCP-Protocol-Version names no revision known here; {latest} is the latest");
    Err(Refused::new(StatusCode::BAD_REQUEST, why))
}

/// The session that is named, if one is.
pub(super) fn session(headers: &HeaderMap) -> Result<Option<&str>, Refused> {
    // No id that was ever given holds anything but ASCII.
    headers.get(SESSION).map(|id| id.to_str().map_err(|_| Refused::no_session())).transpose()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn accepted(value: &'static str) -> bool {
        let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(value))]);
        accepts(&headers, &["application/json", "text/event-stream"]).is_ok()
    }

    #[test]
    fn both_content_types_must_be_welcome() {
        for good in
            ["application/json, text/event-stream", "*/*", "text/*;q=0.1,APPLICATION/JSON", "application/*,text/*"]
        {
            assert!(accepted(good), "{good}");
        }
        for bad in
            ["", "application/json", "text/event-stream", "text/*", "*/*;q=0", "text/event-stream, application/jsonl"]
        {
            assert!(!accepted(bad), "{bad}");
        }
    }
}
