//! Keys of `_meta`: an optional prefix of dotted labels with a slash, and a name.

use super::claims;

claims! {
    /// The keys of every `_meta`.
    KEYS = Must "meta/key-format" "a key such as `name` or `com.example/name`" ["meta-prefix-label-format", "meta-label-start-end", "meta-label-interior-chars", "meta-name-start-end-alnum", "meta-name-interior-chars"] "basic/index#meta";
    /// Keys with a prefix that belongs to the protocol.
    RESERVED = Must "meta/prefix-is-not-reserved" "a prefix of your own domain" ["meta-prefix-reserved"] "basic/index#meta";
    /// Keys with a prefix that reads like a host name.
    REVERSED = Should "meta/prefix-is-reverse-dns" "a prefix in reverse DNS order, such as com.example/" ["meta-prefix-reverse-dns"] "basic/index#meta";
}

/// The keys that the specification itself defines under a reserved prefix.
const DEFINED: [&str; 2] = ["io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"];

/// What is wrong with the form of a key.
pub fn fault(key: &str) -> Option<String> {
    let (prefix, name) = match key.rsplit_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    prefix.and_then(|prefix| prefix.split('.').find_map(label_fault)).or_else(|| name_fault(name))
}

fn label_fault(label: &str) -> Option<String> {
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if label.is_empty() {
        Some("has an empty label in its prefix".to_owned())
    } else if !label.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Some(format!("has the prefix label {label:?}, which does not start with a letter"))
    } else if !label.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        Some(format!("has the prefix label {label:?}, which does not end with a letter or digit"))
    } else {
        let found = label.chars().find(|&c| !inner(c))?;
        Some(format!("has {found:?} in its prefix; labels have letters, digits and hyphens"))
    }
}

fn name_fault(name: &str) -> Option<String> {
    let inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let edge = |c: char| c.is_ascii_alphanumeric();
    if name.is_empty() {
        None
    } else if !name.starts_with(edge) || !name.ends_with(edge) {
        Some(format!("has the name {name:?}, which does not start and end with a letter or digit"))
    } else {
        let found = name.chars().find(|&c| !inner(c))?;
        Some(format!("has {found:?} in its name; names have letters, digits, `-`, `_` and `.`"))
    }
}

/// Why the key is not its user's to define: its prefix belongs to the protocol, which does not define it.
pub fn reserved_fault(key: &str) -> Option<String> {
    let (prefix, _) = key.rsplit_once('/')?;
    let second = prefix.split('.').nth(1)?;
    let is_reserved = matches!(second, "modelcontextprotocol" | "mcp");
    (is_reserved && !DEFINED.contains(&key)).then(|| {
        format!("has a prefix whose second label is `{second}`; such prefixes belong to MCP, which defines no such key")
    })
}

/// Top-level domains that hardly anybody uses as the last label of a reversed name.
const DOMAINS: [&str; 12] = ["ai", "app", "cloud", "co", "com", "de", "dev", "edu", "gov", "io", "net", "org"];

/// Why the prefix looks like a host name that was not reversed.
pub fn reversed_fault(key: &str) -> Option<String> {
    let (prefix, _) = key.rsplit_once('/')?;
    let (rest, last) = prefix.rsplit_once('.')?;
    let first = rest.split('.').next()?;
    let reversed = || prefix.rsplit('.').collect::<Vec<_>>().join(".");
    (DOMAINS.contains(&last) && !DOMAINS.contains(&first))
        .then(|| format!("has the prefix `{prefix}/`, which reads like a host name; write `{}/`", reversed()))
}

#[cfg(test)]
mod tests {
    use super::{fault, reserved_fault, reversed_fault};

    #[test]
    fn keys_have_a_form() {
        for good in ["a", "progressToken", "com.example/a.b-c_d", "x-1.y/", "modelcontextprotocol.io/note", "", "a/1"] {
            assert_eq!(fault(good), None, "{good:?}");
        }
        for (bad, why) in [
            ("1example/value", "start with a letter"),
            ("a-.b/c", "end with a letter"),
            ("a..b/c", "empty label"),
            ("/c", "empty label"),
            ("a/b/c", "'/' in its prefix"),
            ("a_b/c", "'_' in its prefix"),
            ("_a", "start and end"),
            ("a b", "' ' in its name"),
            ("ä", "start and end"),
        ] {
            let fault = fault(bad).unwrap_or_else(|| panic!("{bad:?} passes"));
            assert!(fault.contains(why), "{bad:?}: {fault}");
        }
    }

    #[test]
    fn the_second_label_reserves() {
        for reserved in ["io.modelcontextprotocol/x", "dev.mcp/x", "com.mcp.tools/x"] {
            assert!(reserved_fault(reserved).is_some(), "{reserved}");
        }
        for free in
            ["com.example.mcp/x", "mcp/x", "modelcontextprotocol.io/x", "io.modelcontextprotocol/related-task", "x"]
        {
            assert_eq!(reserved_fault(free), None, "{free}");
        }
    }

    #[test]
    fn a_prefix_is_a_reversed_host_name() {
        assert!(reversed_fault("example.com/a").is_some() && reversed_fault("tools.acme.org/a").is_some());
        for fine in ["com.example/a", "a", "io.github.dev/a", "example/a", "com.example.api/a"] {
            assert_eq!(reversed_fault(fine), None, "{fine}");
        }
    }
}
