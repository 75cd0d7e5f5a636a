//! MIME types: a type, a slash, a subtype, and parameters (RFC 6838, RFC 2045).

use super::claims;

claims! {
    /// `ImageContent.mimeType`.
    IMAGE = Must "content/mime-type-is-valid" "a MIME type such as image/png" ["content-image-mime"] "server/prompts#image-content";
    /// `AudioContent.mimeType`.
    AUDIO = Must "content/mime-type-is-valid" "a MIME type such as audio/wav" ["content-audio-mime"] "server/prompts#audio-content";
}

/// What keeps the text from being a MIME type.
pub fn fault(text: &str) -> Option<String> {
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    match essence.split_once('/') {
        Some((kind, subtype)) if is_name(kind) && is_name(subtype) => None,
        Some(_) => Some(format!("is {text:?}, which is no MIME type")),
        None => Some(format!("is {text:?}; a MIME type has a type, a slash and a subtype")),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c))
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn a_mime_type_has_two_names() {
        for good in ["image/png", "image/svg+xml", "audio/x-wav", "text/plain; charset=\"utf-8\""] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in ["", "png", "image/", "/png", "image/png/x", "image png", "*/*"] {
            assert!(fault(bad).is_some(), "{bad} passes");
        }
    }
}
