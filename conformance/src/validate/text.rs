//! The text of one JSON value, read from front to back without recursion.

use std::borrow::Cow;
use std::ops::Range;

use super::problem::Syntax;
use super::string::unescape;

/// A place in the text of one JSON value. Whatever it reads it checks against the grammar of RFC 8259.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'t> {
    text: &'t str,
    /// Where the next byte is.
    pub(crate) at: usize,
}

/// A string as it stands in the text, quotes included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quoted {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it has escapes.
    pub(crate) escaped: bool,
    /// Where it has half of a surrogate pair.
    pub(crate) torn: Option<usize>,
}

/// What kind of value comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

/// What was read, or where the text stops to be JSON.
pub(crate) type Read<T> = Result<T, Syntax>;

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    pub(crate) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn slice(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The same text, from another place on.
    pub(crate) fn from(mut self, at: usize) -> Self {
        self.at = at;
        self
    }

    /// That part of the text.
    pub(crate) fn range(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The string as it is written.
    pub(crate) fn of(&self, quoted: Quoted) -> &'t str {
        self.text.get(quoted.start..quoted.end).unwrap_or_default()
    }

    /// What stands between the quotes, as it is written.
    pub(crate) fn inner(&self, quoted: Quoted) -> &'t str {
        self.text.get(quoted.start + 1..quoted.end - 1).unwrap_or_default()
    }

    /// The content of a string; half a surrogate pair becomes U+FFFD.
    pub(crate) fn content(&self, quoted: Quoted) -> Cow<'t, str> {
        let inner = self.inner(quoted);
        if quoted.escaped { Cow::Owned(unescape(inner)) } else { Cow::Borrowed(inner) }
    }

    /// Passes over white space.
    pub(crate) fn space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// The error that something else was expected here.
    pub(crate) fn expected(&self, expected: &'static str) -> Syntax {
        Syntax { at: self.at, expected, found: self.text.get(self.at..).and_then(|rest| rest.chars().next()) }
    }

    /// What comes next, after white space.
    pub(crate) fn kind(&mut self) -> Read<Kind> {
        self.space();
        Ok(match self.byte() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => return Err(self.expected("a value")),
        })
    }

    /// Passes over a byte that must be there.
    pub(crate) fn pass(&mut self, byte: u8, expected: &'static str) -> Read<()> {
        self.space();
        if self.byte() != Some(byte) {
            return Err(self.expected(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// Whether that byte comes next; if so, passes over it.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        self.space();
        let there = self.byte() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// After a member or an item: whether another follows; else passes over the end.
    pub(crate) fn another(&mut self, end: u8, expected: &'static str) -> Read<bool> {
        if self.take(b',') {
            return Ok(true);
        }
        self.pass(end, expected).map(|()| false)
    }

    /// Reads the name of a member and the colon after it.
    pub(crate) fn key(&mut self) -> Read<Quoted> {
        self.space();
        if self.byte() != Some(b'"') {
            return Err(self.expected("a member's name in double quotes"));
        }
        let key = self.string()?;
        self.pass(b':', "`:` after the member's name")?;
        Ok(key)
    }

    /// Nothing but white space may follow.
    pub(crate) fn end(&mut self) -> Read<()> {
        self.space();
        if self.at < self.text.len() { Err(self.expected("the end: one value is complete here")) } else { Ok(()) }
    }

    /// The string that comes next, if one does.
    pub(crate) fn quoted(mut self) -> Option<Quoted> {
        self.kind().ok().filter(|kind| *kind == Kind::String)?;
        self.string().ok()
    }

    /// Passes over a number.
    pub(crate) fn number(&mut self) -> Read<&'t str> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        if self.byte() == Some(b'0') {
            self.at += 1;
            if matches!(self.byte(), Some(b'0'..=b'9')) {
                return Err(self.expected("no digit after a leading zero"));
            }
        } else {
            self.digits("a digit")?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits("a digit after the decimal point")?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits("a digit in the exponent")?;
        }
        Ok(self.slice(start))
    }

    fn digits(&mut self, expected: &'static str) -> Read<()> {
        let start = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.expected(expected)) } else { Ok(()) }
    }

    /// Passes over `null`, `true` or `false`.
    pub(crate) fn word(&mut self) -> Read<&'t str> {
        let start = self.at;
        let word = match self.byte() {
            Some(b'n') => "null",
            Some(b't') => "true",
            _ => "false",
        };
        if !self.text[start..].starts_with(word) {
            return Err(self.expected("a value (null, true and false are written in lower case)"));
        }
        self.at += word.len();
        Ok(word)
    }

    /// Passes over anything but an object or an array.
    pub(crate) fn scalar(&mut self, kind: Kind) -> Read<Option<Quoted>> {
        match kind {
            Kind::String => return self.string().map(Some),
            Kind::Number => self.number().map(drop)?,
            _ => self.word().map(drop)?,
        }
        Ok(None)
    }
}
