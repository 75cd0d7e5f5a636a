//! The reader of JSON texts agrees with serde_json.

use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::text::Text;
use super::trail::Trail;

fn accepts(text: &str) -> bool {
    let mut reader = Text::new(text);
    reader.skip().and_then(|()| reader.end()).is_ok()
}

/// Texts that are JSON, nearly JSON, or neither.
fn texts() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"a\"",
        "\"\\u0061\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud800\"",
        "\"\\x\"",
        "\"",
        "\\",
        "1",
        "-0",
        "01",
        "1.5e-3",
        "1e400",
        "1.",
        "-",
        "true",
        "null",
        "nul",
        " ",
        "\n",
        "\u{feff}",
        "é",
        "\u{1}",
    ];
    let soup = prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..12).prop_map(|parts| parts.concat());
    let leaf = prop_oneof![
        Just("null".to_owned()),
        "-?[0-9]{1,3}(\\.[0-9]{1,2})?([eE][+-]?[0-9]{1,3})?",
        "\"[a-c\\\\\"é\n]{0,9}\""
    ];
    let tree = leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(" , "))),
            prop::collection::vec(("[a-c]{0,2}", inner), 0..4).prop_map(|members| {
                let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\" :{value}")).collect();
                format!("{{ {} }}", members.join(","))
            }),
        ]
    });
    prop_oneof![soup, tree, ".{0,12}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn it_takes_what_serde_json_takes(text in texts()) {
        let theirs = serde_json::from_str::<&RawValue>(&text).is_ok();
        prop_assert_eq!(accepts(&text), theirs, "{:?}", text);
        prop_assert!(theirs || serde_json::from_str::<IgnoredAny>(&text).is_err());
    }

    #[test]
    fn what_is_between_the_quotes_is_what_serde_json_reads(inner in "([a-c é/]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4}|\\\\ud83d\\\\ude0[0-9]){0,8}") {
        let text = format!("\"{inner}\"");
        let mut reader = Text::new(&text);
        let quoted = reader.string().expect("a string");
        let theirs = serde_json::from_str::<String>(&text);
        prop_assert_eq!(quoted.torn.is_some(), theirs.is_err());
        if let Ok(theirs) = theirs {
            prop_assert_eq!(reader.content(quoted), theirs);
        }
    }

    #[test]
    fn a_name_given_twice_is_found(names in prop::collection::vec("[a-z]{1,2}", 0..120)) {
        let text = format!("{{{}}}", names.iter().map(|name| format!("\"{name}\":{{\"a\":1}}")).collect::<Vec<_>>().join(","));
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        let mut trail = Trail::default();
        Text::new(&text).skip_with(&mut trail).expect("JSON");
        prop_assert_eq!(trail.problems.len(), names.len() - distinct.len());
    }
}
