//! Numbers as their text: exact, whatever their size.

use std::cmp::Ordering;

/// A number as sign, digits without zeros at either end, and the power of ten of the first digit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    /// The number is `0.digits` times ten to this power.
    power: i128,
}

impl Decimal {
    /// The number that this JSON text is. An exponent beyond all reason counts as a very large one.
    pub(super) fn new(text: &str) -> Self {
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = all.iter().take_while(|&&digit| digit == b'0').count();
        let end = all.iter().rposition(|&digit| digit != b'0').map_or(zeros, |last| last + 1);
        let digits = all[zeros..end].to_vec();
        if digits.is_empty() {
            return Self { negative: false, digits, power: 0 };
        }
        let power = count(whole.len()) - count(zeros) + exponent_of(exponent);
        Self { negative, digits, power }
    }

    /// Whether it has no fraction.
    pub(super) fn is_integer(&self) -> bool {
        self.digits.is_empty() || count(self.digits.len()) <= self.power
    }
}

fn count(length: usize) -> i128 {
    i128::try_from(length).unwrap_or(i128::MAX)
}

fn exponent_of(text: &str) -> i128 {
    const FAR: i128 = 1 << 100;
    let far = if text.starts_with('-') { -FAR } else { FAR };
    text.parse().map_or(far, |exponent: i128| exponent.clamp(-FAR, FAR))
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        let size = || self.power.cmp(&other.power).then_with(|| self.digits.cmp(&other.digits));
        sign(self).cmp(&sign(other)).then_with(|| match sign(self) {
            0 => Ordering::Equal,
            1 => size(),
            _ => size().reverse(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Decimal;

    #[test]
    fn an_integer_is_told_by_its_value() {
        for (text, is) in [
            ("1", true),
            ("1.0", true),
            ("1e2", true),
            ("1.5e1", true),
            ("15e-1", false),
            ("1.5", false),
            ("-0", true),
            ("0.0e9", true),
            ("100e-2", true),
            ("100e-3", false),
            ("1e400", true),
            ("1e-400", false),
            ("12345678901234567890123456789012345678901", true),
            ("0.001e3", true),
            ("1e99999999999999999999999999999999999999999", true),
            ("1e-99999999999999999999999999999999999999999", false),
        ] {
            assert_eq!(Decimal::new(text).is_integer(), is, "{text}");
        }
    }

    #[test]
    fn comparison_is_exact() {
        let less = |left: &str, right: &str| assert!(Decimal::new(left) < Decimal::new(right), "{left} < {right}");
        less("1", "1.0000000000000000000000000000000000000001");
        less("-1e400", "1e-400");
        less("0", "1e-400");
        less("-1e-400", "0");
        less("9", "10");
        less("-10", "-9");
        assert_eq!(Decimal::new("1"), Decimal::new("0.1e1"));
        assert_eq!(Decimal::new("-32042"), Decimal::new("-3.2042E4"));
    }

    proptest! {
        #[test]
        fn doubles_compare_as_their_texts(left in -1e9..1e9, right in -1e9..1e9) {
            let (a, b) = (Decimal::new(&format!("{left}")), Decimal::new(&format!("{right:e}")));
            prop_assert_eq!(Some(a.cmp(&b)), f64::partial_cmp(&left, &right));
        }
    }
}
