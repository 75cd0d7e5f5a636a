//! Binary data in JSON: base64 with the standard alphabet, padded, on one line, and nothing before it.

use super::claims;

claims! {
    /// `ImageContent.data`.
    IMAGE = Must "content/base64-is-base64" "base64 (standard alphabet, padded, one line)" ["content-image-base64"] "server/prompts#image-content";
    /// `AudioContent.data`.
    AUDIO = Must "content/base64-is-base64" "base64 (standard alphabet, padded, one line)" ["content-audio-base64"] "server/prompts#audio-content";
    /// `BlobResourceContents.blob`.
    BLOB = Must "content/base64-is-base64" "base64 (standard alphabet, padded, one line)" ["content-binary-encoded", "resources-contents-text-or-blob"] "server/resources#security-considerations";
}

/// What keeps the text from being base64.
pub fn fault(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let padding = bytes.iter().rev().take(2).take_while(|&&byte| byte == b'=').count();
    let digits = &bytes[..bytes.len() - padding];
    if bytes.len().is_multiple_of(4) && digits.iter().all(|&byte| is_digit(byte)) {
        return None;
    }
    Some(reason(text, digits))
}

fn reason(text: &str, digits: &[u8]) -> String {
    let stranger =
        text[..digits.len()].chars().position(|character| !character.is_ascii() || !is_digit(character as u8));
    match stranger.and_then(|at| Some((at, text.chars().nth(at)?))) {
        _ if text.starts_with("data:") => "is a data: URI; only the base64 after its comma belongs here".to_owned(),
        _ if text.starts_with("http://") || text.starts_with("https://") => {
            "is an address; the base64 of the bytes themselves belongs here".to_owned()
        }
        Some((at, '\r' | '\n')) => format!("has a line break at character {}; base64 stands on one line here", at + 1),
        Some((at, found @ ('-' | '_'))) => {
            format!(
                "has `{found}` at character {}, from the URL-safe alphabet; the standard one has `+` and `/`",
                at + 1
            )
        }
        Some((at, '=')) => format!("has padding in the middle, at character {}", at + 1),
        Some((at, found)) => format!("has {found:?} at character {}, which is no base64 digit", at + 1),
        None => format!("has {} characters, no multiple of 4: the padding (`=`) is wrong", text.len()),
    }
}

const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/'
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn base64_is_told_from_what_merely_looks_like_it() {
        for good in ["", "QQ==", "QUI=", "QUJD", "+/+/AA=="] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (bad, why) in [
            ("data:image/png;base64,QUJD", "data: URI"),
            ("https://example.com/a.png", "address"),
            ("QUJD\r\nQUJD", "line break at character 5"),
            ("-_-_", "URL-safe"),
            ("QQ", "multiple of 4"),
            ("Q===", "padding in the middle"),
            ("QQ==QQ==", "padding in the middle, at character 3"),
            ("QU D", "no base64 digit"),
            ("QUé=", "'é' at character 3"),
            ("=", "multiple of 4"),
        ] {
            let fault = fault(bad).unwrap_or_else(|| panic!("{bad} passes"));
            assert!(fault.contains(why), "{bad}: {fault}");
        }
    }
}
