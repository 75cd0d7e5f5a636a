//! The catalogue in figures, an area a line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Coverage, Reason};

/// How many of how many are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Share {
    /// Covered by a rule with proof.
    pub covered: usize,
    /// All there are.
    pub all: usize,
}

/// One area of the catalogue.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Area {
    /// Its name.
    pub name: &'static str,
    /// Requirements that anybody can test.
    pub yes: Share,
    /// Requirements whose occasion has to come.
    pub conditional: Share,
    /// Requirements that show in a recording of somebody's client.
    pub proxy: Share,
    /// Requirements that the catalogue holds to be beyond testing.
    pub no: Share,
    /// Why the others have no rule, counted.
    pub reasons: BTreeMap<Reason, usize>,
}

impl Area {
    fn add(&mut self, one: &Coverage) {
        let share = match one.requirement.testable {
            "yes" => &mut self.yes,
            "conditional" => &mut self.conditional,
            "proxy" => &mut self.proxy,
            _ => &mut self.no,
        };
        share.all += 1;
        share.covered += usize::from(one.is_covered());
        if let Some(gap) = one.gap {
            *self.reasons.entry(gap.reason).or_default() += 1;
        }
    }

    /// The shares, by what the catalogue says of how to test.
    pub fn shares(&self) -> [(&'static str, Share); 4] {
        [("yes", self.yes), ("conditional", self.conditional), ("proxy", self.proxy), ("no", self.no)]
    }
}

/// The areas by name, and the whole catalogue last, as `all`.
pub fn areas(coverage: &[Coverage]) -> Vec<Area> {
    let mut areas = BTreeMap::<&str, Area>::new();
    let mut whole = Area { name: "all", ..Area::default() };
    for one in coverage {
        let name = one.requirement.area;
        areas.entry(name).or_insert_with(|| Area { name, ..Area::default() }).add(one);
        whole.add(one);
    }
    areas.into_values().chain([whole]).collect()
}
