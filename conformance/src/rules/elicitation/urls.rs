//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#safe-url-handling>

use super::required::by_url;
use crate::prose::uri;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "elicitation";
    /// The address of an elicitation is a whole URL.
    ///
    /// A person is sent there, so it has a scheme and a host. Servers break this with a path of their own site.
    Must url_is_url since V2025_11_25
        cites ["elicitation-url-valid"] = "client/elicitation#url-mode-elicitation-requests";

    /// The address of an elicitation uses https.
    ///
    /// A server under development may use http on the same machine.
    Should url_is_https since V2025_11_25 cites ["elicitation-url-https"] = "client/elicitation#safe-url-handling";

    /// The address of an elicitation carries no secret and nothing about the user.
    ///
    /// It passes through the client, and is written down in many places. Servers break this with a password before the
    /// host, a token in the query, or the user's e-mail address, to fill the form in for them. A token in it also opens the
    /// page to whoever holds the address.
    Must url_holds_no_secret since V2025_11_25
        cites ["elicitation-url-no-sensitive", "elicitation-url-not-preauthenticated"]
        = "client/elicitation#safe-url-handling";
}

fn each_url(t: &Transcript, judge: impl Fn(&str) -> Option<String>) -> Observations {
    let mut seen = Observations::new("the server sent nobody to an address");
    for (params, message) in by_url(t) {
        if let Some(url) = params["url"].as_str() {
            seen.judge([message], judge(url).map(|why| format!("the address {why}")));
        }
    }
    seen
}

fn url_is_url(t: &Transcript) -> Observations {
    each_url(t, uri::url_fault)
}

fn url_is_https(t: &Transcript) -> Observations {
    each_url(t, uri::https_fault)
}

fn url_holds_no_secret(t: &Transcript) -> Observations {
    each_url(t, |url| uri::secret_fault(url).or_else(|| names_the_user(url)))
}

fn names_the_user(url: &str) -> Option<String> {
    let query = url.split_once('?')?.1.split('#').next()?;
    let values = query.split('&').filter_map(|pair| pair.split_once('='));
    let is_mail = |value: &str| {
        let mut parts = value.split(['@']);
        let (name, host) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        !name.is_empty() && host.contains('.') && parts.next().is_none() && !value.contains('/')
    };
    let found = values.map(|(name, value)| (name, value.replace("%40", "@"))).find(|(_, value)| is_mail(value))?;
    Some(format!("carries an e-mail address in its parameter `{}`", found.0))
}
