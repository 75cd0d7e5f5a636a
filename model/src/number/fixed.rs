use std::fmt;

/// A short number in its plain spelling, such as `37` or `0.50`: its digits, and how many of them stand after the point. It has
/// no other spelling with as many of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Fixed(i64);

const PLACES_BITS: u32 = 4;
const MOST_PLACES: usize = (1 << PLACES_BITS) - 1;
/// As long as a spelling can be: 18 digits, a sign and a point.
pub(super) const LONGEST: usize = 20;

impl Fixed {
    /// The number spelled so, if it is that short and plain; `text` must be a JSON number.
    #[inline]
    pub(super) fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mut digits, mut places) = (0_i64, 0);
        for (at, byte) in unsigned.bytes().enumerate() {
            match byte {
                b'0'..=b'9' => digits = digits.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?,
                b'.' => places = unsigned.len() - at - 1,
                _ => return None,
            }
        }
        match (unsigned.len() < text.len(), digits) {
            (false, _) => Self::new(digits, places),
            (true, 0) => None,
            (true, _) => Self::new(-digits, places),
        }
    }

    pub(super) fn whole(value: i64) -> Option<Self> {
        Self::new(value, 0)
    }

    fn new(digits: i64, places: usize) -> Option<Self> {
        let shifted = digits.checked_mul(1 << PLACES_BITS).filter(|_| places <= MOST_PLACES)?;
        Some(Self(shifted | i64::try_from(places).ok()?))
    }

    /// The value, if there are no places.
    pub(super) fn to_whole(self) -> Option<i64> {
        (self.places() == 0).then_some(self.digits())
    }

    /// The spelling, written into `text` from its end.
    pub(super) fn spell(self, text: &mut [u8; LONGEST]) -> &str {
        let (places, mut rest, mut start) = (self.places(), self.digits().unsigned_abs(), LONGEST);
        let mut put = |byte| {
            start -= 1;
            text[start] = byte;
        };
        let mut written = 0;
        while rest > 0 || written <= places {
            if written == places && places > 0 {
                put(b'.');
            }
            put(b"0123456789"[(rest % 10) as usize]);
            (rest, written) = (rest / 10, written + 1);
        }
        if self.digits() < 0 {
            put(b'-');
        }
        std::str::from_utf8(&text[start..]).unwrap_or_default()
    }

    fn digits(self) -> i64 {
        self.0 >> PLACES_BITS
    }

    fn places(self) -> usize {
        usize::try_from(self.0 & ((1 << PLACES_BITS) - 1)).unwrap_or(MOST_PLACES)
    }
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; LONGEST];
        f.write_str(self.spell(&mut text))
    }
}

#[cfg(test)]
mod tests {
    use super::Fixed;

    #[test]
    fn what_is_parsed_is_spelled_the_same() {
        for text in [
            "0",
            "37",
            "-5",
            "0.5",
            "0.50",
            "-0.5",
            "-1.25",
            "10.0",
            "0.000000000000001",
            "576460752303423487",
            "-57646075230342348.7",
        ] {
            assert_eq!(Fixed::parse(text).map(|fixed| fixed.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_is_long_or_not_plain_is_left_to_its_text() {
        for text in ["-0", "-0.0", "1e2", "1.5e3", "9223372036854775807", "0.0000000000000001"] {
            assert!(Fixed::parse(text).is_none(), "{text}");
        }
    }
}
