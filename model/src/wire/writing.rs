use super::Field;
use crate::Extra;
use serde::Serialize;
use serde::ser::SerializeMap;

/// An object being written; a fault ends the writing, and is told at the end.
// So the code of a type is one call a member, which is much less to compile than a way out after each.
pub(crate) struct Writing<M: SerializeMap>(Result<M, M::Error>);

impl<M: SerializeMap> Writing<M> {
    pub(crate) fn new(map: M) -> Self {
        Self(Ok(map))
    }

    #[inline]
    pub(crate) fn member<T: Field + Serialize>(&mut self, name: &'static str, value: &T) {
        if !value.is_absent() {
            self.entry(name, value);
        }
    }

    pub(crate) fn constants(&mut self, constants: &[(&str, &str)]) {
        for (name, value) in constants {
            self.entry(name, value);
        }
    }

    /// The members that the type does not know come last.
    pub(crate) fn end(mut self, extra: &Extra) -> Result<M::Ok, M::Error> {
        for (name, value) in extra.iter() {
            self.entry(name, value);
        }
        self.0?.end()
    }

    fn entry<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        if let Ok(map) = &mut self.0
            && let Err(error) = map.serialize_entry(name, value)
        {
            self.0 = Err(error);
        }
    }
}
