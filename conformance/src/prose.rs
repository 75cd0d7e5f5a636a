//! What the specification's prose asks of a single value, beyond its shape: one row and one pure function for each claim.
//!
//! `validate` applies them wherever the schema says that such a value stands, and the rules that judge recordings use the
//! same functions under the same ids. A function takes the value and says in plain words what is wrong with it.

pub mod base64;
mod claim;
pub mod elicitation;
pub mod icon;
pub mod message;
pub mod meta;
pub mod mime;
mod object;
pub mod place;
mod plain;
pub mod resource;
pub mod sampling;
pub mod task;
pub mod template;
pub mod time;
pub mod tool;
pub mod uri;

pub use claim::{Claim, Fault};
pub(crate) use claim::{claims, link};
pub use object::Object;
pub use place::{CLAIMS, Check, PLACES, Place};

/// The row with that id.
pub fn claim(id: &str) -> Option<&'static Claim> {
    CLAIMS.iter().copied().find(|claim| claim.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CLAIMS, claim};
    use crate::{requirement, rules};

    #[test]
    fn a_claim_cites_what_the_catalogue_has() {
        let ids: BTreeSet<_> = requirement::all().map(|row| row.id).collect();
        for claim in CLAIMS {
            for cite in claim.cites {
                assert!(ids.contains(cite), "{} cites {cite}, which the catalogue does not have", claim.id);
            }
        }
    }

    /// Where a claim is made in several places, the rule's section is that of one of them.
    #[test]
    fn a_claim_and_the_rule_of_its_id_say_the_same() {
        for row in CLAIMS {
            let rule = rules::find(row.id).unwrap_or_else(|| panic!("{} has no rule", row.id));
            assert_eq!(row.level, rule.level, "{}", row.id);
            let told = CLAIMS.iter().any(|other| other.id == row.id && other.section == rule.section);
            assert!(told, "{}: no claim of that id is from {}", row.id, rule.section);
        }
    }

    #[test]
    fn claims_of_one_id_are_equally_binding() {
        for row in CLAIMS {
            assert_eq!(Some(row.level), claim(row.id).map(|first| first.level), "{}", row.id);
        }
    }
}
