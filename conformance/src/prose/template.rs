//! URI templates: RFC 6570.

use super::claims;

claims! {
    /// `ResourceTemplate.uriTemplate`, and `ResourceTemplateReference.uri`.
    TEMPLATE = Must "templates/uri-template-is-rfc6570" "a URI template (RFC 6570)" ["templates-rfc6570"] "server/resources#resource-templates";
}

/// What keeps the text from being a URI template.
pub fn fault(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        if let Some(fault) = literal_fault(&rest[..at]) {
            return Some(fault);
        }
        if rest[at..].starts_with('}') {
            return Some("closes a brace that is not open".to_owned());
        }
        let Some(end) = rest[at..].find('}') else {
            return Some("opens a brace and does not close it".to_owned());
        };
        if let Some(fault) = expression_fault(&rest[at + 1..at + end]) {
            return Some(fault);
        }
        rest = &rest[at + end + 1..];
    }
    literal_fault(rest)
}

fn literal_fault(text: &str) -> Option<String> {
    let bad = |c: char| c.is_control() || " \"<>\\^`|".contains(c);
    if let Some(found) = text.chars().find(|&c| bad(c)) {
        return Some(format!("has {found:?} outside of braces; percent-encode it"));
    }
    percent_fault(text)
}

fn percent_fault(text: &str) -> Option<String> {
    let is_encoded = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    let broken = text.match_indices('%').any(|(at, _)| !is_encoded(&text[at + 1..]));
    broken.then(|| "has a % that is followed by no two hexadecimal digits".to_owned())
}

fn expression_fault(inner: &str) -> Option<String> {
    let variables = inner.strip_prefix(['+', '#', '.', '/', ';', '?', '&']).unwrap_or(inner);
    if let Some(operator) = variables.chars().next().filter(|first| "=,!@|".contains(*first)) {
        return Some(format!("has the operator `{operator}`, which RFC 6570 keeps for later"));
    }
    variables.split(',').find_map(variable_fault).map(|why| format!("has the expression `{{{inner}}}`: {why}"))
}

fn variable_fault(variable: &str) -> Option<String> {
    let (name, prefix) = match variable.split_once(':') {
        Some((name, length)) => (name, Some(length)),
        None => (variable.strip_suffix('*').unwrap_or(variable), None),
    };
    let is_length = |text: &str| (1..=4).contains(&text.len()) && text.parse::<u16>().is_ok_and(|length| length > 0);
    if prefix.is_some_and(|length| !is_length(length)) {
        return Some("a prefix length is a number from 1 to 9999".to_owned());
    }
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_%".contains(c));
    if !name.split('.').all(is_word) {
        return Some(format!("`{name}` is no name of a variable"));
    }
    percent_fault(name)
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn templates_follow_rfc_6570() {
        for good in [
            "file:///{path}",
            "https://{host}.example.com{/p*}{?q,r:3}{&s}{#f}",
            "a:{+x}{;y}{.z}",
            "urn:x",
            "x:{a.b}{%20c}",
            "é:{x}",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (bad, why) in [
            ("a:{b", "does not close"),
            ("a:b}", "not open"),
            ("a:{}", "no name"),
            ("a:{b c}", "no name"),
            ("a:{=b}", "keeps for later"),
            ("a:{b:0}", "1 to 9999"),
            ("a:{b:12345}", "1 to 9999"),
            ("a:{{b}}", "no name"),
            ("a: {b}", "' ' outside"),
            ("a:%2{b}", "hexadecimal"),
            ("a:{b,,c}", "no name"),
        ] {
            let fault = fault(bad).unwrap_or_else(|| panic!("{bad} passes"));
            assert!(fault.contains(why), "{bad}: {fault}");
        }
    }
}
