//! What a client does about 401. That it gets a token where the metadata say is taken for granted.

use reqwest::Response;
use reqwest::header::{ACCEPT, WWW_AUTHENTICATE};

use super::{HttpClient, JSON};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// Where a challenge says that the metadata are.
pub(super) fn challenge(response: &Response) -> Option<String> {
    let said = response.headers().get(WWW_AUTHENTICATE)?.to_str().ok()?;
    let (_, named) = said.split_once("resource_metadata=\"")?;
    Some(named.split('"').next()?.to_owned())
}

impl HttpClient {
    /// Reads the metadata, and has a token from there on; whether it has one that it had not.
    pub(super) async fn authorize(&self, named: Option<String>) -> bool {
        let Some(token) = self.token.filter(|_| self.session().token.is_none()) else { return false };
        let base = format!("http://{}{WELL_KNOWN}", self.address);
        let places = named.map_or_else(|| vec![format!("{base}/mcp"), base], |named| vec![named]);
        for place in places {
            let metadata = self.requests.get(place).header(ACCEPT, JSON).send().await;
            if metadata.is_ok_and(|metadata| metadata.status().is_success()) {
                self.session().token = Some(token);
                return true;
            }
        }
        false
    }
}
