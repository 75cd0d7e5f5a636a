//! Claims of the prose about single values, judged wherever a server says such a value.

use serde_json::Value;

use super::part::{self, Part};
use crate::prose::place::step;
use crate::prose::{Check, Fault, Object, PLACES, Place};
use crate::rule::Observations;
use crate::transcript::Transcript;

/// Judges every value that the claim of that id is about.
pub(in crate::rules) fn claimed(t: &Transcript, id: &str, otherwise: &str) -> Observations {
    let mut seen = Observations::new(otherwise);
    let places: Vec<_> = PLACES.iter().filter(|place| place.claim.id == id).collect();
    for part in part::parts(t) {
        for place in places.iter().filter(|place| place.is_in(part.definition)) {
            judge(&part, place, &mut seen);
        }
    }
    seen
}

fn judge(part: &Part<'_>, place: &Place, seen: &mut Observations) {
    let (value, pointer) = match place.member {
        "" => (Some(part.value), part.pointer.clone()),
        member => (part.value.get(member), format!("{}{}", part.pointer, step(member))),
    };
    let Some(value) = value else { return };
    for found in looked_at(value, place.check) {
        let why = found.map(|fault| format!("{pointer}{} {}", fault.pointer, fault.why));
        seen.judge([part.message], why);
    }
}

/// What a check finds: one entry for each value that it looked at.
fn looked_at(value: &Value, check: Check) -> Vec<Option<Fault>> {
    let text = |(pointer, text): (String, &str), judge: fn(&str) -> Option<String>| {
        judge(text).map(|why| Fault::at(pointer, why))
    };
    match (check, value) {
        (Check::Text(judge), Value::String(string)) => vec![text((String::new(), string), judge)],
        (Check::Texts(judge), Value::Array(items)) => {
            let strings = items.iter().enumerate().filter_map(|(at, item)| Some((format!("/{at}"), item.as_str()?)));
            strings.map(|string| text(string, judge)).collect()
        }
        (Check::Keys(judge), Value::Object(members)) => {
            members.keys().map(|key| text((step(key), key.as_str()), judge)).collect()
        }
        (Check::Object(judge), Value::Object(_)) => {
            first(Object::read(&value.to_string()).map(|object| judge(&object)).unwrap_or_default())
        }
        (Check::Json(judge), _) => first(judge(&value.to_string())),
        (Check::AtMost(most), Value::Array(items)) => {
            vec![(items.len() > most).then(|| Fault::here(format!("has {} items", items.len())))]
        }
        _ => Vec::new(),
    }
}

/// A value with several faults is one occasion.
fn first(faults: Vec<Fault>) -> Vec<Option<Fault>> {
    vec![faults.into_iter().next()]
}
