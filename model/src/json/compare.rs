use super::{JsonKind, JsonRef, compact};
use crate::number::Decimal;

/// Deeper than this, texts are compared without their spaces and no longer as values.
const DEPTH: usize = 128;

impl PartialEq for JsonRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        same(*self, *other, DEPTH)
    }
}

fn same(a: JsonRef<'_>, b: JsonRef<'_>, depth: usize) -> bool {
    if a.text() == b.text() {
        return true;
    }
    if a.kind() != b.kind() {
        return false;
    }
    if depth == 0 {
        return compact(a.text()) == compact(b.text());
    }
    match a.kind() {
        JsonKind::Null | JsonKind::Bool => false,
        JsonKind::Number => Decimal::parse(a.text()) == Decimal::parse(b.text()),
        JsonKind::String => matches!((a.as_str(), b.as_str()), (Some(a), Some(b)) if a == b),
        JsonKind::Array => same_elements(a, b, depth - 1),
        JsonKind::Object => same_members(a, b, depth - 1),
    }
}

fn same_elements(a: JsonRef<'_>, b: JsonRef<'_>, depth: usize) -> bool {
    let (Some(a), Some(b)) = (a.element_list(), b.element_list()) else {
        return false;
    };
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same(*a, *b, depth))
}

fn same_members(a: JsonRef<'_>, b: JsonRef<'_>, depth: usize) -> bool {
    let (Some(mut a), Some(mut b)) = (a.member_list(), b.member_list()) else {
        return false;
    };
    a.sort_by(|(a, _), (b, _)| a.cmp(b));
    b.sort_by(|(a, _), (b, _)| a.cmp(b));
    let same_member = |((a_key, a), (b_key, b)): (&(_, _), &(_, _))| a_key == b_key && same(*a, *b, depth);
    a.len() == b.len() && a.iter().zip(&b).all(same_member)
}
