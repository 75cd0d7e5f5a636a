//! Seeded changes to JSON values.

use serde_json::{Value, json};

/// A reproducible source of choices.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: &str) -> Self {
        let seed = seed
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(seed | 1)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[3]
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits fit") % count
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

const NAMES: &[&str] = &[
    "type",
    "text",
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "content",
    "name",
    "_meta",
    "ref",
    "mode",
    "properties",
    "enum",
    "oneOf",
    "anyOf",
    "items",
    "uri",
    "blob",
    "role",
    "task",
    "ttl",
    "code",
    "message",
    "data",
    "title",
    "icons",
    "unknown",
    "enumNames",
    "progressToken",
    "$schema",
    "required",
    "default",
    "arguments",
];

const WORDS: &[&str] = &[
    "",
    "text",
    "2.0",
    "object",
    "string",
    "array",
    "number",
    "form",
    "url",
    "user",
    "accept",
    "light",
    "ping",
    "ref/prompt",
    "tools/call",
    "notifications/progress",
    "working",
    "forbidden",
    "image",
    "elsewhere",
];

fn leaf(chance: &mut Chance) -> Value {
    match chance.below(12) {
        0 => Value::Null,
        1 => json!(chance.below(2) == 0),
        2 => json!(chance.below(100)),
        3 => json!(-32042),
        4 => json!(0.5),
        5 => json!(2.0),
        6 => json!([]),
        7 => json!({}),
        8 => json!(["a"]),
        9 => json!({"type": "object"}),
        _ => json!(WORDS[chance.below(WORDS.len())]),
    }
}

/// Changes one thing somewhere in the value.
pub(crate) fn mutate(value: &mut Value, chance: &mut Chance) {
    let descends = chance.below(4) != 0;
    match value {
        Value::Object(members) if descends && !members.is_empty() => {
            let name = members.keys().nth(chance.below(members.len())).cloned();
            if let Some(inner) = name.and_then(|name| members.get_mut(&name)) {
                return mutate(inner, chance);
            }
        }
        Value::Array(elements) if descends && !elements.is_empty() => {
            let index = chance.below(elements.len());
            return mutate(&mut elements[index], chance);
        }
        _ => {}
    }
    change(value, chance);
}

fn change(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Object(members) => match chance.below(5) {
            0 if !members.is_empty() => {
                let name = members.keys().nth(chance.below(members.len())).cloned().unwrap_or_default();
                members.remove(&name);
            }
            0..=2 => {
                members.insert(NAMES[chance.below(NAMES.len())].to_owned(), leaf(chance));
            }
            3 => {
                members.insert(format!("free{}", chance.below(9)), leaf(chance));
            }
            _ => *value = leaf(chance),
        },
        Value::Array(elements) => match chance.below(3) {
            0 => elements.push(leaf(chance)),
            1 => drop(elements.pop()),
            _ => *value = leaf(chance),
        },
        Value::String(_) if chance.below(2) == 0 => *value = json!(WORDS[chance.below(WORDS.len())]),
        _ => *value = leaf(chance),
    }
}
