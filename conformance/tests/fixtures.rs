//! Every fixture gets its verdict, at its place: index, folders and validator agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mcp_conformance::rule::Level;
use mcp_conformance::validate::{Definition, Problem};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Index {
    revision: String,
    cases: Vec<Case>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    path: String,
    definition: String,
    verdict: Verdict,
    pointer: Option<String>,
    keyword: Option<String>,
    rule: Option<String>,
    section: Option<String>,
    #[serde(default)]
    requirements: Vec<String>,
    #[serde(rename = "upstream")]
    _upstream: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Valid,
    Invalid,
    Nonconformant,
    Discouraged,
}

impl Verdict {
    fn folder(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Nonconformant => "nonconformant",
            Self::Discouraged => "discouraged",
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/2025-11-25")
}

fn index() -> Index {
    let text = fs::read_to_string(root().join("index.json")).expect("the index can be read");
    serde_json::from_str(&text).expect("the index is JSON of its form")
}

fn files(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, into);
        } else {
            into.insert(path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned());
        }
    }
}

fn problems(case: &Case) -> Vec<Problem> {
    let text = fs::read_to_string(root().join(&case.path)).unwrap_or_else(|error| panic!("{}: {error}", case.path));
    let definition = Definition::named(&case.definition).unwrap_or_else(|| panic!("no definition {}", case.definition));
    definition.problems(&text)
}

#[test]
fn index_and_folders_agree() {
    let index = index();
    assert_eq!(index.revision, "2025-11-25");
    let listed: BTreeSet<_> = index.cases.iter().map(|case| case.path.clone()).collect();
    assert_eq!(listed.len(), index.cases.len(), "a path is listed twice");
    let mut found = BTreeSet::new();
    files(&root(), &mut found);
    found.remove("index.json");
    assert_eq!(listed, found);
    for case in &index.cases {
        let folder = format!("{}/{}/", case.definition, case.verdict.folder());
        assert!(case.path.starts_with(&folder), "{} is not in {folder}", case.path);
        assert_eq!(case.keyword.is_some(), case.verdict == Verdict::Invalid, "{}", case.path);
        let prose = matches!(case.verdict, Verdict::Nonconformant | Verdict::Discouraged);
        assert_eq!(case.rule.is_some(), prose, "{}", case.path);
        assert_eq!(case.section.is_some(), case.verdict != Verdict::Valid, "{}", case.path);
        assert_eq!(case.requirements.is_empty(), case.verdict == Verdict::Valid, "{}", case.path);
    }
}

#[test]
fn no_two_invalid_cases_show_the_same() {
    let mut seen = BTreeMap::new();
    for case in index().cases.into_iter().filter(|case| case.verdict == Verdict::Invalid) {
        let what = (case.definition, case.pointer, case.keyword);
        if let Some(other) = seen.insert(what, case.path.clone()) {
            panic!("{other} and {} show the same", case.path);
        }
    }
}

#[test]
fn every_case_gets_its_verdict_at_its_place() {
    let index = index();
    let wrong: Vec<_> = index.cases.iter().filter_map(|case| disagreement(case, &problems(case))).collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), index.cases.len(), wrong.join("\n"));
}

fn disagreement(case: &Case, problems: &[Problem]) -> Option<String> {
    let pointer = case.pointer.as_deref().unwrap_or_default();
    let fits = match case.verdict {
        Verdict::Valid => problems.iter().all(|problem| problem.level == Level::Robustness),
        Verdict::Invalid => {
            problems.iter().any(|problem| problem.pointer == pointer && breaks(problem, case.keyword.as_deref()))
                && problems.iter().all(|problem| !problem.is_fault() || problem.keyword.is_some())
        }
        Verdict::Nonconformant => only(case, problems, Level::Must),
        Verdict::Discouraged => only(case, problems, Level::Should) && !problems.iter().any(Problem::is_fault),
    };
    let said: Vec<_> = problems
        .iter()
        .map(|p| format!("{:?} {} at {:?} ({:?}): {}", p.level, p.rule, p.pointer, p.keyword, p.message))
        .collect();
    (!fits).then(|| {
        let wanted = format!("{:?} {:?} {:?}", case.pointer, case.keyword, case.rule);
        format!("{}: wanted {wanted}\n    {}", case.path, said.join("\n    "))
    })
}

/// Whether that is the keyword; a value of another type breaks `enum` and `const` beside `type`.
fn breaks(problem: &Problem, keyword: Option<&str>) -> bool {
    problem.keyword.as_deref() == keyword
        || (problem.keyword.as_deref() == Some("type") && matches!(keyword, Some("enum" | "const")))
}

/// Whether the rule is broken at its place, and no other rule as binding as that.
fn only(case: &Case, problems: &[Problem], level: Level) -> bool {
    let pointer = case.pointer.as_deref().unwrap_or_default();
    let is_it = |problem: &Problem| Some(&*problem.rule) == case.rule.as_deref() && problem.pointer == pointer;
    problems.iter().any(|problem| is_it(problem) && problem.level == level)
        && problems.iter().all(|problem| problem.level != level || is_it(problem))
}
