//! The rules as pages of documentation, one an area, made from the registry and the recordings.

use std::collections::BTreeMap;

use crate::example::{self, Example};
use crate::mutant;
use crate::requirement;
use crate::revision::Revision;
use crate::rule::Rule;
use crate::rules;

/// Every page by its file name, `README.md` first of all: the list of the areas.
pub fn render() -> BTreeMap<String, String> {
    let mut areas = Vec::<(&str, Vec<&Rule>)>::new();
    for rule in rules::all() {
        match areas.iter_mut().find(|(area, _)| *area == rule.area()) {
            Some((_, rules)) => rules.push(rule),
            None => areas.push((rule.area(), vec![rule])),
        }
    }
    let mut pages: BTreeMap<_, _> =
        areas.iter().map(|(area, rules)| (format!("{area}.md"), page(area, rules))).collect();
    pages.insert("README.md".to_owned(), index(&areas));
    pages
}

const GENERATED: &str =
    "<!-- Generated from the rules and their recordings; MCP_BLESS=1 cargo test -p mcp-conformance --test pages -->\n";

fn index(areas: &[(&str, Vec<&Rule>)]) -> String {
    let mut out = format!("{GENERATED}# The rules\n\n{} rules in {} areas.\n\n", rules::all().count(), areas.len());
    out += "| area | rule | level | binds | claim |\n|---|---|---|---|---|\n";
    for rule in areas.iter().flat_map(|(_, rules)| rules) {
        let (area, anchor) = (rule.area(), anchor(rule.id));
        let (level, binds, title) = (rule.level.as_str(), rule.binds.as_str(), rule.title());
        out += &format!("| {area} | [{}]({area}.md#{anchor}) | {level} | {binds} | {title} |\n", rule.id);
    }
    out
}

/// The anchor that a heading gets.
pub(super) fn anchor(heading: &str) -> String {
    heading.replace('/', "")
}

fn page(area: &str, rules: &[&Rule]) -> String {
    let body: Vec<_> = rules.iter().map(|rule| section(rule)).collect();
    format!("{GENERATED}# {area}\n\n{}", body.join("\n"))
}

fn section(rule: &Rule) -> String {
    let mut out = format!("## {}\n\n**{}.**\n\n{}\n\n", rule.id, rule.title(), terms(rule));
    let explanation = rule.explanation();
    if !explanation.is_empty() {
        out += &format!("{explanation}\n\n");
    }
    out += &shown("Wrong", example::wrong(rule));
    out += &shown("Right", example::right(rule));
    let cited = requirement::all().filter(|row| rule.cites.contains(&row.id));
    out.extend(cited.map(|row| format!("- `{}` ({}): {}\n", row.id, row.level, row.statement)));
    let mutants = mutant::proving(rule).iter().map(|name| format!("[{name}](../../fixtures/mutants/{name}.json)"));
    out += &format!("\nBroken on purpose by {}.\n", mutants.collect::<Vec<_>>().join(", "));
    out
}

fn terms(rule: &Rule) -> String {
    let until = if rule.until < Revision::LATEST { format!(" until {}", rule.until) } else { String::new() };
    let needs = rule.needs.map(|needs| format!(" · where `{needs}` is declared")).unwrap_or_default();
    let (level, binds) = (rule.level.as_str(), rule.binds.as_str());
    format!("{level} · binds the {binds} · since {}{until}{needs} · [{}]({})", rule.since, rule.section, rule.link())
}

fn shown(word: &str, example: Option<Example>) -> String {
    let Some(example) = example else { return String::new() };
    let lines: Vec<_> = example.lines().collect();
    format!("{word} ({}):\n\n```text\n{}\n```\n\n", example.name, lines.join("\n"))
}
