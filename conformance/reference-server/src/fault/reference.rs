//! Values that are taken from the messages at hand.

use serde_json::{Map, Value};

/// The messages at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtHand<'m> {
    /// The one that something goes wrong with.
    pub(super) this: Option<&'m Value>,
    /// The request that it answers, or else the last that was heard; over HTTP, the request before.
    pub(super) asked: Option<&'m Value>,
    /// How often that has gone wrong by now.
    pub(super) nth: u64,
}

impl AtHand<'_> {
    /// The value with every `{"$this": POINTER}` and `{"$asked": POINTER}` replaced by what is there, and every
    /// `{"$nth": TEXT}` by the text with a number after it; `None` where nothing is there.
    pub(super) fn resolve(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| match (&**name, value) {
                    ("$this" | "$asked" | "$nth", _) => None,
                    _ => Some((name.clone(), self.resolve(value)?)),
                });
                let resolved = members.collect::<Option<Map<_, _>>>().map(Value::Object);
                resolved.or_else(|| self.referred(value))
            }
            Value::Array(items) => items.iter().map(|item| self.resolve(item)).collect::<Option<_>>().map(Value::Array),
            other => Some(other.clone()),
        }
    }

    fn referred(&self, value: &Value) -> Option<Value> {
        let text = |name| value.get(name)?.as_str();
        let find = |name, message: Option<&Value>| message?.pointer(text(name)?).cloned();
        let nth = || Some(format!("{}{}", text("$nth")?, self.nth).into());
        find("$this", self.this).or_else(|| find("$asked", self.asked)).or_else(nth)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::AtHand;

    #[test]
    fn what_is_not_there_makes_nothing() {
        let (this, asked) = (json!({"id": 1}), json!({"params": {"_meta": {"progressToken": "t"}}}));
        let at_hand = AtHand { this: Some(&this), asked: Some(&asked), nth: 3 };
        let value =
            json!([{"$this": "/id"}, {"token": {"$asked": "/params/_meta/progressToken"}}, {"$nth": "n-"}, null]);
        assert_eq!(at_hand.resolve(&value), Some(json!([1, {"token": "t"}, "n-3", null])));
        assert_eq!(at_hand.resolve(&json!({"a": {"$this": "/method"}})), None);
    }
}
