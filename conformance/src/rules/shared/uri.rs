//! URIs as RFC 3986 has them.

use iri_string::types::{UriReferenceStr, UriStr};

/// Why the text is no URI; a URI has a scheme.
pub(in crate::rules) fn fault(text: &str) -> Option<String> {
    let error = UriStr::new(text).err()?;
    if let Some(odd) = text.chars().find(|character| !character.is_ascii()) {
        return Some(format!("`{odd}` has to be percent-encoded"));
    }
    if let Some(odd) =
        text.chars().find(|character| character.is_ascii_whitespace() || "\\\"<>^`{|}".contains(*character))
    {
        return Some(format!("{odd:?} has to be percent-encoded"));
    }
    Some(if UriReferenceStr::new(text).is_ok() { "it has no scheme".to_owned() } else { error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn a_uri_has_a_scheme_and_no_odd_characters() {
        for good in ["file:///a/b%20c", "mem://x", "urn:isbn:1", "test+x.y-z:/?q#f", "https://[::1]:8080/"] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in ["users/me", "/etc/passwd", "my_scheme://x", "file:///a b", "c:\\x", "", "file:///é", "a:%zz"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
