//! The catalogue as a page of documentation: what covers each requirement, or why nothing does.

use std::fmt::Write as _;

use super::pages::anchor;
use crate::coverage::{self, Area, Coverage, Proof, Reason, Share};

const GENERATED: &str = "<!-- Generated from the catalogue, the rules and their proofs; \
MCP_BLESS=1 cargo test -p mcp-conformance --test pages -->\n";

const ABOUT: &str = "\
Every normative statement of revision 2025-11-25, the rules that see to it, and how many recordings (r) and mutants (m) show \
that they catch what they should; or why no rule can. `mcp-conformance list --requirements` shows the same with the names of \
the proofs.\n\n";

/// The page.
pub fn render() -> String {
    let coverage = coverage::all();
    let areas = coverage::areas(&coverage);
    let mut out = format!("{GENERATED}# Requirements\n\n{ABOUT}");
    out += &summary(&areas);
    out += &reasons();
    for area in areas.iter().filter(|area| area.name != "all") {
        let _ = write!(
            out,
            "\n## {}\n\n| requirement | binds | testable | rules, or the reason |\n|---|---|---|---|\n",
            area.name
        );
        let own = coverage.iter().filter(|one| one.requirement.area == area.name);
        out.extend(own.map(row));
    }
    out
}

fn summary(areas: &[Area]) -> String {
    let names: Vec<_> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
    let mut out =
        format!("| area | yes | conditional | proxy | no | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(10));
    for area in areas {
        let shares: Vec<_> = area.shares().iter().map(|(_, share)| told(*share)).collect();
        let reasons: Vec<_> = Reason::ALL.iter().map(|reason| count(area.reasons.get(reason))).collect();
        let _ = writeln!(out, "| {} | {} | {} |", area.name, shares.join(" | "), reasons.join(" | "));
    }
    out
}

fn reasons() -> String {
    "\n`yes`, `conditional`, `proxy` and `no` are the catalogue's word for how a requirement can be tested: always, when its \
     occasion comes, in a recording of somebody's client, not from outside.\n"
        .to_owned()
}

fn told(share: Share) -> String {
    if share.all == 0 { String::new() } else { format!("{} of {}", share.covered, share.all) }
}

fn count(reasons: Option<&usize>) -> String {
    reasons.map(ToString::to_string).unwrap_or_default()
}

fn row(one: &Coverage) -> String {
    let requirement = &one.requirement;
    let what = match one.gap {
        Some(gap) => format!("*{}*: {}", gap.reason.as_str(), gap.why),
        None => one.rules.iter().map(proof).collect::<Vec<_>>().join(", "),
    };
    format!(
        "| `{}`: {} | {} {} | {} | {what} |\n",
        requirement.id, requirement.statement, requirement.subject, requirement.level, requirement.testable
    )
}

fn proof(proof: &Proof) -> String {
    let area = proof.rule.split('/').next().unwrap_or_default();
    let mutants = if proof.mutants.is_empty() { String::new() } else { format!(" {}m", proof.mutants.len()) };
    format!("[{}](rules/{area}.md#{}) {}r{mutants}", proof.rule, anchor(proof.rule), proof.recordings.len())
}
