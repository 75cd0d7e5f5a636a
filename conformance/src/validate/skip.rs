//! Passing over whole values, whatever their depth.

use super::text::{Kind, Quoted, Read, Text};

impl<'t> Text<'t> {
    /// Passes over one value, whatever it is.
    pub(crate) fn skip(&mut self) -> Read<()> {
        self.skip_with(&mut Quiet::default())
    }

    /// Passes over one value and tells what it finds inside.
    pub(crate) fn skip_with(&mut self, watch: &mut impl Watch<'t>) -> Read<()> {
        let base = watch.depth();
        loop {
            let opened = match self.kind()? {
                Kind::Object => {
                    self.at += 1;
                    !self.take(b'}') && {
                        watch.open(true, *self);
                        self.member(watch)?;
                        true
                    }
                }
                Kind::Array => {
                    self.at += 1;
                    !self.take(b']') && {
                        watch.open(false, *self);
                        true
                    }
                }
                kind => {
                    if let Some(string) = self.scalar(kind)? {
                        watch.string(*self, string);
                    }
                    false
                }
            };
            if !opened && self.close(base, watch)? {
                return Ok(());
            }
        }
    }

    /// After a value: goes on to the next one; true once the outermost is complete.
    fn close(&mut self, base: usize, watch: &mut impl Watch<'t>) -> Read<bool> {
        while watch.depth() > base {
            if watch.in_object() {
                if self.another(b'}', "`,` or `}` after the member")? {
                    self.member(watch)?;
                    return Ok(false);
                }
            } else if self.another(b']', "`,` or `]` after the item")? {
                watch.item();
                return Ok(false);
            }
            watch.shut();
        }
        Ok(true)
    }

    fn member(&mut self, watch: &mut impl Watch<'t>) -> Read<()> {
        let key = self.key()?;
        watch.key(*self, key);
        Ok(())
    }
}

/// Told of what a value holds while it is passed over.
pub(crate) trait Watch<'t> {
    fn depth(&self) -> usize;
    fn in_object(&self) -> bool;
    fn open(&mut self, object: bool, text: Text<'t>);
    fn shut(&mut self);
    fn item(&mut self);
    fn key(&mut self, text: Text<'t>, key: Quoted);
    fn string(&mut self, text: Text<'t>, string: Quoted);
}

/// Remembers only what is open.
#[derive(Debug, Default)]
struct Quiet(Vec<bool>);

impl<'t> Watch<'t> for Quiet {
    fn depth(&self) -> usize {
        self.0.len()
    }

    fn in_object(&self) -> bool {
        self.0.last() == Some(&true)
    }

    fn open(&mut self, object: bool, _: Text<'t>) {
        self.0.push(object);
    }

    fn shut(&mut self) {
        self.0.pop();
    }

    fn item(&mut self) {}

    fn key(&mut self, _: Text<'t>, _: Quoted) {}

    fn string(&mut self, _: Text<'t>, _: Quoted) {}
}
