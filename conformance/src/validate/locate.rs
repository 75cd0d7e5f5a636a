//! Finding places in the text of a value again.

use std::borrow::Cow;
use std::ops::Range;

use super::text::{Kind, Quoted, Read, Text};

impl<'t> Text<'t> {
    /// The members of the object that comes next, each value as its text; nothing moves.
    pub(super) fn members(mut self) -> Read<Vec<(Cow<'t, str>, &'t str)>> {
        let mut members = Vec::new();
        if self.kind()? != Kind::Object {
            return Ok(members);
        }
        self.at += 1;
        if self.take(b'}') {
            return Ok(members);
        }
        loop {
            let key = self.key()?;
            self.space();
            let start = self.at;
            self.skip()?;
            members.push((self.content(key), self.slice(start)));
            if !self.another(b'}', "`,` or `}` after the member")? {
                return Ok(members);
            }
        }
    }

    /// The key of that name in the object that comes next, whose value starts there.
    pub(super) fn key_before(mut self, name: &str, value: usize) -> Option<Quoted> {
        self.kind().ok()?;
        self.at += 1;
        while self.at < value {
            let key = self.key().ok()?;
            self.space();
            if self.at == value && self.content(key) == name {
                return Some(key);
            }
            self.skip().ok()?;
            self.take(b',');
        }
        None
    }

    /// Where the value at that pointer stands, from the value that comes next.
    pub(super) fn locate(mut self, pointer: &str) -> Option<Range<usize>> {
        for step in pointer.split('/').skip(1) {
            self.enter(&step.replace("~1", "/").replace("~0", "~")).ok().filter(|found| *found)?;
        }
        self.space();
        let start = self.at;
        self.skip().ok()?;
        Some(start..self.at)
    }

    /// Goes to a member or an item of the value that comes next, if it has it.
    fn enter(&mut self, step: &str) -> Read<bool> {
        let kind = self.kind()?;
        let (end, index) = match (kind, step.parse::<usize>()) {
            (Kind::Object, _) => (b'}', None),
            (Kind::Array, Ok(index)) => (b']', Some(index)),
            _ => return Ok(false),
        };
        self.at += 1;
        if self.take(end) {
            return Ok(false);
        }
        let mut at = 0;
        loop {
            let here = match index {
                None => {
                    let key = self.key()?;
                    self.content(key) == step
                }
                Some(index) => index == at,
            };
            if here {
                return Ok(true);
            }
            at += 1;
            self.skip()?;
            if !self.another(end, "`,` or the end")? {
                return Ok(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn a_pointer_leads_to_its_value() {
        let json = r#" { "a/b" : [ 1, {"c~": "x\"y" , "\u0064": null } ], "": {} } "#;
        let at = |pointer: &str| Text::new(json).locate(pointer).map(|span| &json[span]);
        assert_eq!(at(""), Some(json.trim()));
        assert_eq!(at("/a~1b/0"), Some("1"));
        assert_eq!(at("/a~1b/1/c~0"), Some(r#""x\"y""#));
        assert_eq!(at("/a~1b/1/d"), Some("null"));
        assert_eq!(at("/"), Some("{}"));
        assert_eq!(at("/a~1b/2"), None);
        assert_eq!(at("/a~1b/x"), None);
        assert_eq!(at("/x"), None);
    }
}
