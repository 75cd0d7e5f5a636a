//! Strings in the text of a value.

use super::text::{Quoted, Read, Text};

impl Text<'_> {
    /// Passes over a string.
    pub(crate) fn string(&mut self) -> Read<Quoted> {
        let mut quoted = Quoted { start: self.at, end: 0, escaped: false, torn: None };
        self.at += 1;
        loop {
            self.at = plain_end(self.bytes(), self.at);
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Quoted { end: self.at, ..quoted });
                }
                Some(b'\\') => {
                    quoted.escaped = true;
                    self.escape(&mut quoted)?;
                }
                Some(b'\n' | b'\r') => {
                    return Err(self.expected("`\"` at the end of the string (a line break in it is written \\n)"));
                }
                Some(_) => return Err(self.expected("no raw control character in a string (write it as \\u00XX)")),
                None => return Err(self.expected("`\"` at the end of the string")),
            }
        }
    }

    fn escape(&mut self, quoted: &mut Quoted) -> Read<()> {
        let start = self.at;
        self.at += 1;
        match self.byte() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                let unit = self.unit()?;
                if is_surrogate(unit) && !self.completes(unit) {
                    quoted.torn.get_or_insert(start);
                }
            }
            _ => return Err(self.expected("an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")),
        }
        Ok(())
    }

    /// Whether the other half of a surrogate pair follows; if so, passes over it.
    fn completes(&mut self, unit: u16) -> bool {
        let start = self.at;
        self.at += 1;
        let is_escape = self.byte() == Some(b'u');
        let low = if is_escape { self.unit().ok() } else { None };
        let whole = unit < 0xDC00 && low.is_some_and(|low| (0xDC00..0xE000).contains(&low));
        if !whole {
            self.at = start;
        }
        whole
    }

    /// Reads `uXXXX`.
    fn unit(&mut self) -> Read<u16> {
        self.at += 1;
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            let digit = digit.and_then(|digit| u16::try_from(digit).ok());
            unit = unit << 4 | digit.ok_or_else(|| self.expected("four hexadecimal digits after \\u"))?;
            self.at += 1;
        }
        Ok(unit)
    }
}

const fn is_surrogate(unit: u16) -> bool {
    unit >= 0xD800 && unit < 0xE000
}

/// The first place from `at` with a quote, a backslash or a control character; eight bytes at a time.
fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = ONES * 0x80;
    while let Some(chunk) = bytes.get(at..at + 8).and_then(|chunk| <[u8; 8]>::try_from(chunk).ok()) {
        let word = u64::from_le_bytes(chunk);
        let equal =
            |byte: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES) & !(word ^ (ONES * u64::from(byte)));
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let stop = (equal(b'"') | equal(b'\\') | control) & HIGH;
        if stop != 0 {
            return at + stop.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
        at += 1;
    }
    at
}

/// The characters that the inside of a string stands for; half a surrogate pair becomes U+FFFD.
pub(crate) fn unescape(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut chars = rest.chars();
        match chars.next() {
            Some('u') => rest = push_units(&mut out, rest),
            found => {
                out.push(meant(found.unwrap_or('\\')));
                rest = chars.as_str();
            }
        }
    }
    out.push_str(rest);
    out
}

const fn meant(escape: char) -> char {
    match escape {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    }
}

/// Pushes the character that `uXXXX` (and perhaps `\uXXXX` after it) stands for, and gives what follows.
fn push_units<'t>(out: &mut String, text: &'t str) -> &'t str {
    let unit = |text: &str| text.get(1..5).and_then(|digits| u16::from_str_radix(digits, 16).ok());
    let after = text.get(5..).unwrap_or_default();
    let low = after.strip_prefix('\\').filter(|low| low.starts_with('u')).and_then(unit);
    let units = unit(text).into_iter().chain(low);
    match char::decode_utf16(units).next() {
        Some(Ok(character)) if character.len_utf16() == 2 => {
            out.push(character);
            after.get(6..).unwrap_or_default()
        }
        first => {
            out.push(first.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER));
            after
        }
    }
}
