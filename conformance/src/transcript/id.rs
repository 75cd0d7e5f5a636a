//! Request ids as they came.

use std::fmt;

/// A request id (or progress token) as its JSON text. Two spellings of one number are one id: `1` and `1.0` are equal,
/// `1` and `"1"` are not.
///
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#requests>
#[derive(Debug, Clone)]
pub struct Id {
    text: Box<str>,
    value: Box<str>,
}

impl Id {
    /// The id that this JSON text is, if it is a string or a number.
    pub fn new(json: &str) -> Option<Self> {
        let value = match json.as_bytes().first()? {
            b'"' => serde_json::from_str::<String>(json).ok().map(|text| format!("\"{text}"))?,
            b'-' | b'0'..=b'9' => canonical(json)?,
            _ => return None,
        };
        Some(Self { text: json.into(), value: value.into() })
    }

    /// The JSON text as it came.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is a string.
    pub fn is_string(&self) -> bool {
        self.text.starts_with('"')
    }

    /// Whether it is what the protocol allows: a string or an integer.
    pub fn is_usual(&self) -> bool {
        self.is_string() || self.is_integer()
    }

    /// Whether it is an integer that a double cannot tell from its neighbours.
    pub fn is_beyond_double(&self) -> bool {
        const LIMIT: f64 = 9_007_199_254_740_992.0; // 2^53
        self.is_integer() && self.text.parse::<f64>().is_ok_and(|number| number.abs() >= LIMIT)
    }

    /// Whether the other is this large integer after a trip through a double.
    pub fn rounds_to(&self, other: &Self) -> bool {
        self != other
            && self.is_beyond_double()
            && !other.is_string()
            && matches!((self.text.parse::<f64>(), other.text.parse::<f64>()), (Ok(a), Ok(b)) if a.total_cmp(&b).is_eq())
    }

    /// Whether the other is this id with its type changed (`1` for `"1"`) or rounded.
    pub fn looks_like(&self, other: &Self) -> bool {
        let bare = |id: &Self| id.value.trim_matches('"').to_owned();
        let retyped = self.is_string() != other.is_string()
            && (bare(self) == bare(other) || self.text.trim_matches('"') == other.text.trim_matches('"'));
        retyped || self.rounds_to(other)
    }

    /// Whether it is a number without a fraction.
    pub fn is_integer(&self) -> bool {
        !self.is_string() && !self.value.contains("e-")
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Id {}

impl std::hash::Hash for Id {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Sign, digits without zeros at either end, and the power of ten: one spelling for each number.
fn canonical(number: &str) -> Option<String> {
    let (sign, rest) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    let trimmed = significant.trim_end_matches('0');
    if trimmed.is_empty() {
        return Some("0e0".to_owned());
    }
    let shift = i128::try_from(significant.len() - trimmed.len()).ok()? - i128::try_from(fraction.len()).ok()?;
    let power = exponent.parse::<i128>().ok()? + shift;
    Some(format!("{sign}{trimmed}e{power}"))
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn spellings_of_one_number_are_one_id() {
        for (left, right, same) in [
            ("1", "1.0", true),
            ("100", "1e2", true),
            ("-0", "0.0", true),
            ("0.1", "1E-1", true),
            ("1", "\"1\"", false),
            ("9007199254740993", "9007199254740992", false),
            ("\"a\"", "\"\\u0061\"", true),
        ] {
            assert_eq!(Id::new(left) == Id::new(right), same, "{left} and {right}");
        }
    }

    #[test]
    fn a_changed_id_is_known_again() {
        let looks = |left, right| Id::new(left).unwrap().looks_like(&Id::new(right).unwrap());
        assert!(looks("1", "\"1\"") && looks("\"0\"", "0"));
        assert!(looks("9007199254740993", "9007199254740992") && looks("9007199254740993", "9.007199254740992e15"));
        assert!(!looks("1", "2") && !looks("1", "1") && !looks("\"a\"", "\"b\""));
    }

    #[test]
    fn a_fraction_is_no_integer() {
        assert!(Id::new("10.0").is_some_and(|id| id.is_integer()));
        assert!(Id::new("1.5").is_some_and(|id| !id.is_integer()));
        assert!(Id::new("null").is_none() && Id::new("true").is_none());
    }
}
