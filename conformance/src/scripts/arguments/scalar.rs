//! Texts and numbers.

use serde_json::{Map, Number, Value};

/// Texts that common patterns ask for.
const CANDIDATES: [&str; 12] = [
    "text",
    "a",
    "A",
    "1",
    "12345",
    "a1",
    "A-1",
    "1.0.0",
    "2025-11-25",
    "10:00",
    "a@example.com",
    "https://example.com/",
];

/// The longest text that is made to fill a minimum.
const LONGEST: u64 = 10_000;

/// A text of the format, pattern and length that the schema asks for, as far as can be.
pub(super) fn text(schema: &Map<String, Value>, at: u64) -> Value {
    let formatted = schema.get("format").and_then(Value::as_str).and_then(format);
    let text = formatted.or_else(|| matching(schema)).unwrap_or("text");
    let text = if at == 0 { text.to_owned() } else { format!("{text}-{at}") };
    Value::from(fit(text, schema))
}

fn format(name: &str) -> Option<&'static str> {
    Some(match name {
        "date" => "2025-11-25",
        "date-time" => "2025-11-25T10:00:00Z",
        "time" => "10:00:00Z",
        "duration" => "PT1M",
        "email" | "idn-email" => "someone@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "url" | "iri" | "uri-reference" => "https://example.com/",
        "uuid" => "123e4567-e89b-42d3-a456-426614174000",
        "json-pointer" => "",
        "regex" => "a",
        _ => return None,
    })
}

/// The first candidate that the schema takes.
fn matching(schema: &Map<String, Value>) -> Option<&'static str> {
    let pattern = schema.get("pattern")?;
    let only = serde_json::json!({"pattern": pattern});
    let validator = jsonschema::validator_for(&only).ok()?;
    CANDIDATES.into_iter().find(|candidate| validator.is_valid(&Value::from(*candidate)))
}

fn fit(mut text: String, schema: &Map<String, Value>) -> String {
    let length = |key: &str| schema.get(key).and_then(Value::as_u64);
    let least = usize::try_from(length("minLength").unwrap_or(0).min(LONGEST)).unwrap_or(0);
    let most = usize::try_from(length("maxLength").unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    while text.chars().count() < least {
        text.push('x');
    }
    text.chars().take(most).collect()
}

/// A small number within the bounds of the schema; none where there is no such number.
pub(super) fn number(schema: &Map<String, Value>, at: u64) -> Option<Value> {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    // Of an interval without its ends, the next whole number.
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|low| low.floor() + 1.0));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|high| high.ceil() - 1.0));
    let at = u32::try_from(at).map_or(0.0, f64::from);
    let wanted = 1.0_f64.min(most.unwrap_or(1.0)).max(least.unwrap_or(f64::MIN)) + at;
    let step = bound("multipleOf").filter(|step| *step > 0.0);
    let number = step.map_or(wanted, |step| (wanted / step).ceil() * step);
    let whole = schema.get("type") == Some(&Value::from("integer")) || number.fract() == 0.0;
    if whole { integer(number.ceil()) } else { Number::from_f64(number).map(Value::Number) }
}

/// The number as an integer, where a double holds it exactly.
fn integer(number: f64) -> Option<Value> {
    let text = format!("{number:.0}");
    (number.abs() <= 9_007_199_254_740_992.0).then(|| text.parse::<i64>().ok().map(Value::from)).flatten()
}
