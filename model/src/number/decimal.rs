/// The value of a number's text: `digits` times ten to the `exponent`, without superfluous zeros.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

/// An exponent no text of a real message reaches; larger ones count as this.
const EXPONENT_LIMIT: i64 = i64::MAX / 4;

impl Decimal {
    /// `text` must be a JSON number.
    pub(crate) fn parse(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        let kept = all.trim_end_matches('0');
        let dropped = all.len() - kept.len();
        let digits = kept.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: 0 };
        }
        let exponent = bounded(exponent) + length(dropped) - length(fraction.len());
        Self { negative, digits, exponent }
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    pub(crate) fn to_i64(&self) -> Option<i64> {
        let zeros = usize::try_from(self.exponent).ok().filter(|n| *n < 20)?;
        let digits = if self.digits.is_empty() { "0" } else { &self.digits };
        let size: i128 = format!("{digits}{}", "0".repeat(zeros)).parse().ok()?;
        i64::try_from(if self.negative { -size } else { size }).ok()
    }

    /// Whether it lies in 0..=1, exactly.
    pub(crate) fn is_unit(&self) -> bool {
        let places = length(self.digits.len()) + self.exponent;
        let one = self.digits == "1" && self.exponent == 0;
        self.digits.is_empty() || (!self.negative && (places <= 0 || one))
    }
}

fn bounded(exponent: &str) -> i64 {
    let limit = if exponent.starts_with('-') { -EXPONENT_LIMIT } else { EXPONENT_LIMIT };
    let value = exponent.parse().unwrap_or(limit);
    value.clamp(-EXPONENT_LIMIT, EXPONENT_LIMIT)
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(EXPONENT_LIMIT)
}
