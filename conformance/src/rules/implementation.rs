//! <https://modelcontextprotocol.io/specification/2025-11-25/schema#implementation>

use super::shared::claimed::claimed;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "implementation";
    /// The website of a server is a URI.
    ///
    /// `serverInfo.websiteUrl` has a scheme; `example.com` or a path do not open in a browser.
    Must website_url_is_uri since V2025_11_25 cites ["general-server-website-uri"] = "schema#implementation";
}

fn website_url_is_uri(t: &Transcript) -> Observations {
    claimed(t, "implementation/website-url-is-uri", "the server gave no website")
}
