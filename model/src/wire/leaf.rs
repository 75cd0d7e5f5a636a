use super::{Cx, Seed, Wire};
use serde::{Deserialize, Deserializer, de};
use std::fmt;
use std::marker::PhantomData;

impl Wire for String {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: Cx<'_>) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "string"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.text()
    }
}

impl Wire for bool {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: Cx<'_>) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "boolean"})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.flag()
    }
}

impl<T: Wire> Wire for Box<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        T::read(deserializer, cx).map(Self::new)
    }

    #[cfg(feature = "schema")]
    const NAME: &'static str = T::NAME;

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        T::definition()
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        Self::new(T::generate(source))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, cx: Cx<'_>) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Elements(cx, PhantomData))
    }

    #[cfg(feature = "schema")]
    fn definition() -> serde_json::Value {
        serde_json::json!({"type": "array", "items": T::schema()})
    }

    #[cfg(feature = "proptest")]
    fn generate(source: &mut crate::strategy::Source) -> Self {
        source.list(T::generate)
    }
}

/// A list this long gets room for as many elements of its kind as the rest of the text may hold: growing by doubling would
/// hold three times the memory for a while.
const LONG: usize = 64;

struct Elements<'c, T>(Cx<'c>, PhantomData<T>);

impl<'de, T: Wire> de::Visitor<'de> for Elements<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let start = self.0.place();
        let mut elements = Vec::new();
        loop {
            let read = seq.next_element_seed(Seed::new(self.0));
            let Some(element) = self.0.at(elements.len(), read)? else {
                elements.shrink_to(2 * elements.len() + 8);
                return Ok(elements);
            };
            if elements.len() == LONG {
                let room = self.0.room(start, LONG);
                elements.reserve_exact(room + room / 16);
            }
            elements.push(element);
        }
    }
}
