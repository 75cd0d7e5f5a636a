//! The catalogue: every normative statement of the revision, in own words.

/// The catalogue as it stands in `spec-snapshots/`.
const CATALOGUE: &str = include_str!("../data/requirements.tsv");

/// One normative statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Requirement {
    /// Its name; rules cite it.
    pub id: &'static str,
    /// Page and heading of the specification.
    pub section: &'static str,
    /// `MUST`, `SHOULD`, `MAY`, or one of them with `-NOT`.
    pub level: &'static str,
    /// What makes it bind: `keyword`, `schema`, `reference`, `stated`, `implied` or `none`.
    pub binds: &'static str,
    /// Who is bound: `server`, `client` or `both`, among others.
    pub subject: &'static str,
    /// The transport it is about, or `any`.
    pub transport: &'static str,
    /// Its area.
    pub area: &'static str,
    /// `yes`, `conditional`, `no` or `proxy`.
    pub testable: &'static str,
    /// What is asked.
    pub statement: &'static str,
    /// How to observe it.
    pub how: &'static str,
}

/// Every requirement, in the order of the catalogue.
pub fn all() -> impl Iterator<Item = Requirement> {
    CATALOGUE.lines().skip(1).filter_map(row)
}

fn row(line: &'static str) -> Option<Requirement> {
    let mut cells = line.split('\t');
    let mut cell = || cells.next();
    Some(Requirement {
        id: cell()?,
        section: cell()?,
        level: cell()?,
        binds: cell()?,
        subject: cell()?,
        transport: cell()?,
        area: cell()?,
        testable: cell()?,
        statement: cell()?,
        how: cell()?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::rules;

    #[test]
    fn every_line_of_the_catalogue_is_a_requirement_of_its_own() {
        let ids: BTreeSet<_> = super::all().map(|row| row.id).collect();
        assert_eq!(ids.len(), super::CATALOGUE.lines().count() - 1);
    }

    #[test]
    fn a_rule_cites_what_the_catalogue_has() {
        let ids: BTreeSet<_> = super::all().map(|row| row.id).collect();
        for rule in rules::all() {
            assert!(!rule.title().is_empty(), "{} has no title", rule.id);
            for cite in rule.cites {
                assert!(ids.contains(cite), "{} cites {cite}, which the catalogue does not have", rule.id);
            }
        }
    }
}
