//! Addresses: absolute URIs as RFC 3986 writes them.

use iri_string::types::UriStr;

use super::claims;

claims! {
    /// `uri` of a resource, a link to one, its contents, and the requests about it.
    RESOURCE = Must "resources/uri-is-uri" "an absolute URI (RFC 3986)" ["resources-uri-rfc3986", "resources-contents-uri", "resources-custom-scheme-rfc3986", "content-embedded-uri", "content-resource-link-fetchable"] "server/resources#resource";
    /// `Root.uri`.
    ROOT = Must "roots/uri-is-file" "a URI that starts with file://" ["roots-client-uri-file"] "client/roots#root";
    /// `Implementation.websiteUrl`.
    WEBSITE = Must "implementation/website-url-is-uri" "an absolute URI (RFC 3986)" ["general-server-website-uri"] "schema#implementation";
    /// `ElicitRequestURLParams.url`.
    ELICITATION = Must "elicitation/url-is-url" "an absolute URL" ["elicitation-url-valid"] "client/elicitation#url-mode-elicitation-requests";
    /// `ElicitRequestURLParams.url`, outside of development.
    ELICITATION_HTTPS = Should "elicitation/url-is-https" "an https URL (http only for this machine)" ["elicitation-url-https"] "client/elicitation#safe-url-handling";
    /// `ElicitRequestURLParams.url`: nothing secret in it.
    ELICITATION_SECRET = Must "elicitation/url-holds-no-secret" "a URL without credentials" ["elicitation-url-no-sensitive"] "client/elicitation#safe-url-handling";
}

/// What keeps the text from being an absolute URI.
pub fn fault(text: &str) -> Option<String> {
    match UriStr::new(text) {
        Ok(_) => None,
        Err(_) if text.is_empty() => Some("is empty".to_owned()),
        Err(_) if !has_scheme(text) => {
            Some("has no scheme (such as file: or https:), so it names nothing by itself".to_owned())
        }
        Err(_) => Some(format!("is no URI: {}", reason(text))),
    }
}

fn reason(text: &str) -> String {
    let stranger = |c: char| !c.is_ascii() || c.is_ascii_control() || " \"<>\\^`{|}".contains(c);
    if let Some((at, found)) = text.chars().enumerate().find(|(_, found)| stranger(*found)) {
        return format!("{found:?} at character {} may not stand there; percent-encode it", at + 1);
    }
    let is_encoded = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    match text.match_indices('%').find(|(at, _)| !is_encoded(&text[at + 1..])) {
        Some((at, _)) => format!("the % at character {} is followed by no two hexadecimal digits", at + 1),
        None => "its parts do not fit together (RFC 3986)".to_owned(),
    }
}

fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// What keeps the text from being the URI of a root.
pub fn root_fault(text: &str) -> Option<String> {
    if text.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("file://")) {
        return fault(text);
    }
    Some("does not start with file://; write a path as file:///home/user/project or file:///C:/project".to_owned())
}

/// What keeps the text from being an address that a person can be sent to.
pub fn url_fault(text: &str) -> Option<String> {
    fault(text).or_else(|| {
        let has_host = host(text).is_some_and(|host| !host.is_empty());
        (!has_host).then(|| "names no host".to_owned())
    })
}

/// The host that the address names.
fn host(text: &str) -> Option<&str> {
    UriStr::new(text).ok()?.authority_components().map(|authority| authority.host())
}

/// Names of query parameters that carry a credential.
const SECRETS: [&str; 10] = [
    "access_token",
    "api_key",
    "apikey",
    "auth_token",
    "client_secret",
    "id_token",
    "passwd",
    "password",
    "refresh_token",
    "secret",
];

/// Whether the address carries a credential: a user with a password, or a query parameter that is named after a secret.
pub fn secret_fault(text: &str) -> Option<String> {
    let uri = UriStr::new(text).ok()?;
    let user = uri.authority_components().and_then(|authority| authority.userinfo());
    if user.is_some_and(|user| user.contains(':')) {
        return Some("carries a password before its host".to_owned());
    }
    let query = uri.query_str()?;
    let names = query.split('&').filter_map(|pair| pair.split('=').next());
    let found = names.map(str::to_ascii_lowercase).find(|name| SECRETS.contains(&name.as_str()))?;
    Some(format!("carries a secret in its parameter `{found}`"))
}

/// Why the address is not safe to send a person to; a fault of the address itself is not this function's matter.
pub fn https_fault(text: &str) -> Option<String> {
    let host = host(text)?.to_ascii_lowercase();
    let is_local = host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]";
    let is_plain = text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http:"));
    (is_plain && !is_local).then(|| "uses http, which anyone on the way can read and change".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{fault, https_fault, root_fault, secret_fault, url_fault};

    #[test]
    fn uris_are_absolute_and_well_formed() {
        for good in ["file:///a", "urn:isbn:1", "mem://x", "https://example.com/a%20b?q=1#f", "custom+a.b-c:x"] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (bad, why) in [
            ("users/me", "no scheme"),
            ("", "empty"),
            ("/etc/hosts", "no scheme"),
            ("file:///a b", "' ' at character 10"),
            ("file:///%zz", "hexadecimal"),
            ("http://[::1", "is no URI"),
            ("a:ü", "'ü'"),
        ] {
            let fault = fault(bad).unwrap_or_else(|| panic!("{bad} passes"));
            assert!(fault.contains(why), "{bad}: {fault}");
        }
    }

    #[test]
    fn a_root_is_a_file() {
        assert_eq!(root_fault("file:///home/a"), None);
        assert_eq!(root_fault("FILE:///home/a"), None);
        assert!(
            root_fault("C:/data").is_some() && root_fault("file:/home").is_some() && root_fault("https://a").is_some()
        );
    }

    #[test]
    fn a_person_is_sent_to_a_safe_address() {
        assert_eq!(url_fault("https://example.com/a"), None);
        assert!(
            url_fault("https:///a").is_some() && url_fault("mailto:a").is_some() && url_fault("example.com").is_some()
        );
        assert!(https_fault("http://example.com/").is_some());
        for fine in ["https://example.com", "http://localhost:8080/a", "http://127.0.0.1", "http://[::1]:80/"] {
            assert_eq!(https_fault(fine), None, "{fine}");
        }
    }

    #[test]
    fn an_address_carries_no_credential() {
        for bad in ["https://ada:secret@example.com/", "https://example.com/?a=1&Access_Token=x"] {
            assert!(secret_fault(bad).is_some(), "{bad} passes");
        }
        for fine in ["https://ada@example.com/", "https://example.com/password?token_type=a", "no uri"] {
            assert_eq!(secret_fault(fine), None, "{fine}");
        }
    }
}
