//! Icons: where their images come from, and their sizes.

use super::{base64, claims, uri};

claims! {
    /// `Icon.src`.
    SOURCE = Must "icons/src-is-http-or-data" "an http, https or base64 data: URI" ["icons-src-scheme", "icons-src-uri", "icons-src-http-or-data"] "basic/index#icons";
    /// `Icon.src` over plain http.
    SAFE = Should "icons/src-is-https-or-data" "an https or data: URI" ["security-icons-https-or-data"] "basic/index#icons";
    /// `Icon.sizes`.
    SIZES = Should "icons/sizes-are-wxh-or-any" "WIDTHxHEIGHT such as 48x48, or any" ["icons-sizes-format", "icons-sizes-wxh"] "schema#icon";
}

/// What keeps the text from being the source of an icon.
pub fn source_fault(text: &str) -> Option<String> {
    let scheme = text.split(':').next().unwrap_or_default().to_ascii_lowercase();
    match &*scheme {
        "data" => data_fault(&text[5..]),
        "http" | "https" => uri::url_fault(text),
        _ => uri::fault(text).or_else(|| Some(format!("uses the scheme {scheme}:, which is unsafe here"))),
    }
}

/// Why the source of an icon is one that careful clients refuse.
pub fn safe_fault(text: &str) -> Option<String> {
    let is_plain = text.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("http:"));
    (is_plain && source_fault(text).is_none())
        .then(|| "uses http; clients take icons from https or data: only".to_owned())
}

fn data_fault(data: &str) -> Option<String> {
    let Some((head, body)) = data.split_once(',') else {
        return Some("is a data: URI without a comma, so it has no data".to_owned());
    };
    let Some(mime) = head.strip_suffix(";base64") else {
        return Some("is a data: URI whose data is not declared base64".to_owned());
    };
    if !mime.to_ascii_lowercase().starts_with("image/") {
        return Some("is a data: URI of something other than an image".to_owned());
    }
    base64::fault(body).map(|why| format!("is a data: URI whose data {why}"))
}

/// What keeps the text from being one of the sizes of an icon.
pub fn size_fault(text: &str) -> Option<String> {
    let number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let fits = text == "any" || text.split_once('x').is_some_and(|(width, height)| number(width) && number(height));
    (!fits).then(|| format!("is {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::{safe_fault, size_fault, source_fault};

    #[test]
    fn an_icon_comes_from_the_web_or_from_its_own_text() {
        for good in [
            "https://example.com/a.png",
            "http://localhost/a",
            "data:image/png;base64,QUJD",
            "DATA:image/svg+xml;base64,",
        ] {
            assert_eq!(source_fault(good), None, "{good}");
        }
        for (bad, why) in [
            ("javascript:alert(1)", "scheme javascript:"),
            ("file:///a.png", "scheme file:"),
            ("icon.png", "no scheme"),
            ("data:image/svg+xml,%3Csvg%3E", "not declared base64"),
            ("data:text/html;base64,QUJD", "other than an image"),
            ("data:image/png;base64,QU JD", "' ' at character 3"),
            ("data:image/png", "without a comma"),
            ("https:///a", "no host"),
        ] {
            let fault = source_fault(bad).unwrap_or_else(|| panic!("{bad} passes"));
            assert!(fault.contains(why), "{bad}: {fault}");
        }
    }

    #[test]
    fn plain_http_is_advised_against() {
        assert!(safe_fault("http://example.com/a.png").is_some());
        assert!(
            ["https://example.com/a.png", "data:image/png;base64,", "http"]
                .iter()
                .all(|fine| safe_fault(fine).is_none())
        );
    }

    #[test]
    fn sizes_are_pixels_or_any() {
        assert!(["48x48", "1x2", "any"].iter().all(|good| size_fault(good).is_none()));
        assert!(
            ["", "48", "48X48", "x48", "48x", "48x48x2", "Any", "large"].iter().all(|bad| size_fault(bad).is_some())
        );
    }
}
