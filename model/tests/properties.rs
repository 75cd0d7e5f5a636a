//! What holds for every definition.

use mcp_model::strategy::Source;
use mcp_model::{DEFINITIONS, Definition, Json};
use proptest::prelude::*;

fn definition() -> impl Strategy<Value = &'static Definition> {
    (0..DEFINITIONS.len()).prop_map(|index| &DEFINITIONS[index])
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..512)
}

/// Any JSON that a tree can hold.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".*".prop_map(serde_json::Value::from),
        prop::sample::select(WORDS).prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        let name = prop_oneof![prop::sample::select(WORDS).prop_map(str::to_owned), ".*"];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            proptest::collection::btree_map(name, inner, 0..6)
                .prop_map(|map| map.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

const WORDS: &[&str] = &[
    "type",
    "text",
    "jsonrpc",
    "2.0",
    "id",
    "method",
    "params",
    "result",
    "error",
    "tools/call",
    "content",
    "name",
    "_meta",
    "ref",
    "ref/prompt",
    "mode",
    "url",
    "form",
    "properties",
    "object",
    "enum",
    "string",
    "items",
    "uri",
    "blob",
    "inputSchema",
    "role",
    "user",
    "task",
    "ttl",
    "code",
    "message",
    "data",
    "requestedSchema",
    "progressToken",
];

/// Whether null stands somewhere it may not: only opaque members, `data` and `ttl` may hold it.
fn has_stray_null(text: &str) -> bool {
    let Ok(serde_json::Value::Object(members)) = serde_json::from_str(text) else { return false };
    members.iter().any(|(name, value)| value.is_null() && !may_be_null(name))
}

fn may_be_null(name: &str) -> bool {
    name == "data" || name == "ttl" || name.contains('x')
}

/// `PROPTEST_CASES` may ask for more.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(4096), failure_persistence: None, ..usual }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_built_is_valid_and_comes_out_as_it_went_in(definition in definition(), bytes in bytes()) {
        let built = definition.generate(&mut Source::new(bytes));
        let text = built.text();
        prop_assert!(definition.check(text.as_bytes()).is_ok(), "{}: {text}: {:?}", definition.name, definition.check(text.as_bytes()));
        let again = definition.relay(text.as_bytes()).unwrap();
        prop_assert_eq!(again.text(), text, "{}", definition.name);
        prop_assert!(!text.contains(['\n', '\r']), "{}: {text}", definition.name);
        prop_assert!(!has_stray_null(text), "{}: {text}", definition.name);
    }

    #[test]
    fn decoding_any_json_gives_a_value_or_an_error(definition in definition(), json in json()) {
        let text = json.to_string();
        let tolerant = definition.relay(text.as_bytes());
        let strict = definition.check(text.as_bytes());
        prop_assert!(tolerant.is_ok() || strict.is_err(), "{}: the strict pass takes what the tolerant one refuses", definition.name);
    }

    #[test]
    fn decoding_damaged_text_gives_a_value_or_an_error(
        definition in definition(),
        bytes in bytes(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..4),
    ) {
        let mut text = definition.generate(&mut Source::new(bytes)).text().as_bytes().to_vec();
        for (place, byte, sort) in damage {
            let place = place.index(text.len());
            match sort {
                0 => text[place] = byte,
                1 => text.insert(place, byte),
                _ => text.truncate(place.max(1)),
            }
        }
        if let Ok(again) = definition.relay(&text) {
            prop_assert_eq!(definition.relay(again.text().as_bytes()), Ok(again.clone()));
            prop_assert!(!again.text().contains('\n'));
        }
        prop_assert!(definition.relay(&text).is_ok() || definition.check(&text).is_err());
    }

    #[test]
    fn members_may_stand_in_any_order(definition in definition(), bytes in bytes(), turn in any::<usize>()) {
        let built = definition.generate(&mut Source::new(bytes));
        let Some(members) = built.view().members() else { return Ok(()) };
        let mut members: Vec<_> = members.map(|(name, value)| format!("{}:{value}", Json::from(&*name))).collect();
        let by = turn % members.len().max(1);
        members.rotate_left(by);
        let turned = format!("{{{}}}", members.join(","));
        let again = definition.relay(turned.as_bytes());
        prop_assert_eq!(again.as_ref(), Ok(&built), "{}: {}", definition.name, turned);
    }
}

#[test]
fn decoding_any_bytes_gives_a_value_or_an_error() {
    for definition in DEFINITIONS {
        for bytes in [&b""[..], b"\xef\xbb\xbf{}", b"\xff", b"{", b"[]", b"null", b"{\"\\ud800\":1}"] {
            assert!(definition.check(bytes).is_err(), "{}: {bytes:?}", definition.name);
        }
    }
}
