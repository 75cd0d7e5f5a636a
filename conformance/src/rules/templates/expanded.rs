//! Which URIs a template can give.

/// Whether the template can give that URI. Only templates whose expressions are one plain variable each are looked at:
/// `{name}`, which stands for a part without slashes, and `{+name}`, which stands for any.
pub(super) fn gives(template: &str, uri: &str) -> bool {
    let Some((literal, rest)) = template.split_once('{') else { return template == uri };
    let Some((expression, after)) = rest.split_once('}') else { return false };
    let Some(uri) = uri.strip_prefix(literal) else { return false };
    let (name, slashes) = match expression.strip_prefix('+') {
        Some(name) => (name, true),
        None => (expression, false),
    };
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let fits = |value: &str| !value.is_empty() && (slashes || !value.contains(['/', '?', '#']));
    let ends = (1..=uri.len()).filter(|&at| uri.is_char_boundary(at));
    is_plain && ends.into_iter().any(|at| fits(&uri[..at]) && gives(after, &uri[at..]))
}

#[cfg(test)]
mod tests {
    use super::gives;

    #[test]
    fn only_what_a_template_can_give_is_its() {
        assert!(gives("note:///{name}", "note:///a") && gives("file:///{+path}.txt", "file:///a/b.txt"));
        assert!(gives("a:{x}-{y}", "a:1-2-3") && gives("note:///all", "note:///all"));
        for (template, uri) in [
            ("note:///{name}", "note:///a/b"),
            ("note:///{name}", "note:///"),
            ("note:///{name}", "other:///a"),
            ("note:///{?q}", "note:///?q=1"),
            ("note:///{a,b}", "note:///1,2"),
            ("note:///all", "note:///a"),
        ] {
            assert!(!gives(template, uri), "{template} {uri}");
        }
    }
}
