//! The laws by which tool annotations combine.

use mcp_model::{Hint, ToolAnnotations};
use num_traits::Zero;
use proptest::prelude::*;

fn all() -> impl Strategy<Value = ToolAnnotations> {
    any::<ToolAnnotations>()
}

/// The four hints alone.
fn hints() -> impl Strategy<Value = ToolAnnotations> {
    any::<ToolAnnotations>().prop_map(|all| {
        let mut hints = ToolAnnotations::new();
        hints.read_only_hint = all.read_only_hint;
        hints.destructive_hint = all.destructive_hint;
        hints.idempotent_hint = all.idempotent_hint;
        hints.open_world_hint = all.open_world_hint;
        hints
    })
}

fn hint() -> impl Strategy<Value = Hint> {
    prop_oneof![
        Just(Hint::Read),
        Just(Hint::Write),
        Just(Hint::Destroy),
        Just(Hint::Idempotent),
        Just(Hint::NotIdempotent),
        Just(Hint::OpenWorld),
        Just(Hint::ClosedWorld),
        ".*".prop_map(Hint::Title),
    ]
}

fn text(annotations: &ToolAnnotations) -> String {
    serde_json::to_string(annotations).expect("annotations can be written")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn zero_changes_nothing(a in all()) {
        prop_assert_eq!(text(&(a.clone() + ToolAnnotations::zero())), text(&a));
        prop_assert_eq!(text(&(ToolAnnotations::zero() + a.clone())), text(&a));
    }

    #[test]
    fn grouping_does_not_matter(a in all(), b in all(), c in all()) {
        let left = (a.clone() + b.clone()) + c.clone();
        let right = a + (b + c);
        prop_assert_eq!(left, right);
    }

    #[test]
    fn the_order_of_hints_does_not_matter(a in hints(), b in hints()) {
        prop_assert_eq!(a.clone() + b.clone(), b + a);
    }

    #[test]
    fn repeating_changes_nothing(a in all()) {
        prop_assert_eq!(a.clone() + a.clone(), a);
    }

    #[test]
    fn the_right_title_and_the_right_unknown_member_win(a in all(), b in all()) {
        let sum = a.clone() + b.clone();
        prop_assert_eq!(&sum.title, if b.title.is_some() { &b.title } else { &a.title });
        for (name, value) in b.extra.iter() {
            prop_assert_eq!(sum.extra.get(name), Some(value));
        }
        for (name, value) in a.extra.iter().filter(|(name, _)| b.extra.get(name).is_none()) {
            prop_assert_eq!(sum.extra.get(name), Some(value));
        }
    }

    #[test]
    fn adding_the_defaults_undoes_every_declaration(a in hints()) {
        prop_assert_eq!(a.clone() + ToolAnnotations::defaults(), ToolAnnotations::defaults());
        prop_assert_eq!(ToolAnnotations::defaults() + a, ToolAnnotations::defaults());
    }

    #[test]
    fn filling_the_gaps_keeps_what_is_declared(a in all()) {
        let filled = a.clone().with_defaults();
        prop_assert_eq!(filled.read_only_hint, Some(a.read_only_hint.unwrap_or(false)));
        prop_assert_eq!(filled.destructive_hint, Some(a.destructive_hint.unwrap_or(true)));
        prop_assert_eq!(filled.idempotent_hint, Some(a.idempotent_hint.unwrap_or(false)));
        prop_assert_eq!(filled.open_world_hint, Some(a.open_world_hint.unwrap_or(true)));
        prop_assert_eq!((filled.title, filled.extra), (a.title, a.extra));
    }

    #[test]
    fn a_list_of_hints_is_the_sum_of_its_hints(hints in proptest::collection::vec(hint(), 0..6)) {
        let folded = ToolAnnotations::from(hints.clone());
        let sum: ToolAnnotations = hints.into_iter().map(ToolAnnotations::from).sum();
        prop_assert_eq!(folded, sum);
    }

    #[test]
    fn nothing_combined_looks_safer_than_its_parts(a in hints(), b in hints()) {
        let sum = a.clone() + b.clone();
        let declared_unsafe = |part: &ToolAnnotations| part.destructive_hint == Some(true);
        prop_assert!(!(declared_unsafe(&a) || declared_unsafe(&b)) || declared_unsafe(&sum));
    }

    #[test]
    fn what_is_read_only_destroys_nothing_and_may_be_repeated(a in all()) {
        prop_assert!(!a.is_read_only() || (!a.is_destructive() && a.is_idempotent()));
    }
}

#[test]
fn presets_are_their_hints() {
    let pairs = [
        (ToolAnnotations::read(), Hint::Read),
        (ToolAnnotations::write(), Hint::Write),
        (ToolAnnotations::destroy(), Hint::Destroy),
        (ToolAnnotations::idempotent(), Hint::Idempotent),
        (ToolAnnotations::closed_world(), Hint::ClosedWorld),
        (ToolAnnotations::open_world(), Hint::OpenWorld),
    ];
    for (preset, hint) in pairs {
        assert_eq!(preset, ToolAnnotations::from(hint));
    }
}

#[test]
fn zero_means_no_member_at_all() {
    assert!(ToolAnnotations::zero().is_zero());
    assert!(!ToolAnnotations::new().title("x").is_zero());
    let mut unknown = ToolAnnotations::zero();
    unknown.extra.insert("later", true);
    assert!(!unknown.is_zero());
}
