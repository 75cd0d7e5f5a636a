//! The claims of the prose, applied where the walker passes.

use std::collections::HashMap;

use super::node::Node;
use super::problem::Problem;
use super::text::Quoted;
use super::trail::subject;
use super::walk::{Places, Walk};
use crate::prose::{Check, Claim, Fault, Object, Place};

/// The names of the items of an array that must differ.
pub(super) struct Names<'t> {
    wanted: Option<(&'static str, &'static Claim)>,
    seen: HashMap<&'t str, usize>,
}

impl Names<'_> {
    pub(super) fn of(places: Places<'_>) -> Self {
        let wanted = places.iter().find_map(|place| match place.check {
            Check::Unique(name) => Some((name, place.claim)),
            _ => None,
        });
        Self { wanted, seen: HashMap::new() }
    }

    /// The member to keep of each item.
    pub(super) fn wanted(&self) -> Option<&'static str> {
        self.wanted.map(|(name, _)| name)
    }
}

/// Whether a claim looks at the strings of an array.
pub(super) fn is_about_items(place: &Place) -> bool {
    matches!(place.check, Check::Texts(_))
}

impl<'t> Walk<'_, 't> {
    /// The claims about a whole value that was just passed.
    pub(super) fn claims(&mut self, node: &Node, places: Places<'_>, start: usize) {
        for place in node.places.iter().chain(places) {
            let faults = match place.check {
                Check::Object(judge) if self.text.slice(start).starts_with('{') => {
                    Object::read(self.text.slice(start)).map(|object| judge(&object)).unwrap_or_default()
                }
                Check::Json(judge) => judge(self.text.slice(start)),
                _ => continue,
            };
            for fault in faults {
                self.inside(place.claim, &fault, start);
            }
        }
    }

    /// A fault somewhere in the value that starts there.
    fn inside(&mut self, claim: &'static Claim, fault: &Fault, start: usize) {
        let pointer = format!("{}{}", self.trail.pointer(self.text), fault.pointer);
        let span = self.text.from(start).locate(&fault.pointer).unwrap_or(start..self.text.at);
        let message = format!("{} {}", subject(&pointer), fault.why);
        self.trail.problems.push(Problem::prose(claim, pointer, span, message));
    }

    pub(super) fn string_claims(&mut self, places: Places<'_>, quoted: Quoted) {
        for place in places {
            if let Check::Text(judge) = place.check {
                let fault = judge(&self.text.content(quoted));
                self.told(place.claim, fault, quoted);
            }
        }
    }

    pub(super) fn item_claims(&mut self, places: Places<'_>, quoted: Quoted) {
        for place in places {
            if let Check::Texts(judge) = place.check {
                let fault = judge(&self.text.content(quoted));
                self.told(place.claim, fault, quoted);
            }
        }
    }

    pub(super) fn key_claims(&mut self, places: Places<'_>, key: Quoted) {
        for place in places {
            if let Check::Keys(judge) = place.check {
                let fault = judge(&self.text.content(key)).map(|why| format!("the key {} {why}", self.text.of(key)));
                if let Some(message) = fault {
                    let pointer = self.trail.pointer(self.text);
                    self.trail.problems.push(Problem::prose(place.claim, pointer, key.start..key.end, message));
                }
            }
        }
    }

    fn told(&mut self, claim: &'static Claim, fault: Option<String>, quoted: Quoted) {
        if let Some(why) = fault {
            let message = format!("{} {why}", self.subject());
            let pointer = self.trail.pointer(self.text);
            self.trail.problems.push(Problem::prose(claim, pointer, quoted.start..quoted.end, message));
        }
    }

    pub(super) fn count_claims(&mut self, places: Places<'_>, count: usize, start: usize) {
        for place in places {
            if let Check::AtMost(most) = place.check
                && count > most
            {
                self.inside(place.claim, &Fault::here(format!("has {count} items")), start);
            }
        }
    }

    /// Notes the name of an item that was just passed, and says so if an earlier item has it.
    pub(super) fn unique(&mut self, names: &mut Names<'t>, item: usize) {
        let (Some((member, claim)), Some(kept)) = (names.wanted, self.kept.take()) else { return };
        let name = self.text.of(kept);
        if let Some(first) = names.seen.insert(name, item) {
            let pointer = format!("{}/{member}", self.trail.pointer(self.text));
            let message = format!("{} is {name}, as in item {first}", subject(&pointer));
            self.trail.problems.push(Problem::prose(claim, pointer, kept.start..kept.end, message));
        }
    }
}
