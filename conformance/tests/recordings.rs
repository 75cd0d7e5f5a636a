//! Every rule has a recording that it passes and one that it fails; a recording breaks no other rule unless it says so.
//!
//! A recording that cannot help breaking other rules lists them in its header: `{"transcript":1,"also":["a/b"]}`.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use mcp_conformance::judge::{Verdict, opinion};
use mcp_conformance::rule::Rule;
use mcp_conformance::rules;
use mcp_conformance::transcript::{Transcript, read};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/transcripts")
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).unwrap_or_else(|error| panic!("{}: {error}", of.display()));
    let mut all: Vec<_> = entries.map(|entry| entry.expect("a folder's entry").path()).collect();
    all.sort();
    all
}

fn load(path: &Path) -> Transcript {
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (header, events) = read(BufReader::new(file)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Transcript::new(header, events)
}

fn broken(transcript: &Transcript) -> BTreeSet<&'static str> {
    rules::all().filter(|rule| opinion(rule, transcript).verdict() == Verdict::Broken).map(|rule| rule.id).collect()
}

/// The rules that a recording says it breaks beside its own.
fn also(transcript: &Transcript) -> BTreeSet<&str> {
    transcript.header().also.iter().map(String::as_str).collect()
}

#[test]
fn every_rule_has_a_recording_that_passes_and_one_that_fails() {
    for rule in rules::all() {
        let folder = root().join(rule.id);
        let names: Vec<_> =
            folders(&folder).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
        for kind in ["pass-", "fail-"] {
            assert!(names.iter().any(|name| name.starts_with(kind)), "{} has no {kind} recording", rule.id);
        }
    }
}

/// What is wrong with the verdicts on one recording of a rule.
fn fault(rule: &'static Rule, path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let wanted = match name.split_once('-') {
        Some(("pass", _)) => Verdict::Held,
        Some(("fail", _)) => Verdict::Broken,
        _ => return Some("a recording is named pass-… or fail-…".to_owned()),
    };
    let transcript = load(path);
    let verdict = opinion(rule, &transcript).verdict();
    if verdict != wanted {
        return Some(format!("the verdict is {}", verdict.as_str()));
    }
    let mut expected = also(&transcript);
    expected.extend((wanted == Verdict::Broken).then_some(rule.id));
    let found = broken(&transcript);
    (found != expected).then(|| format!("breaks {found:?}, and says {expected:?}"))
}

#[test]
fn every_recording_is_judged_as_its_name_says() {
    let mut faults = Vec::new();
    for folder in folders(&root()).iter().filter(|path| path.is_dir()).flat_map(|area| folders(area)) {
        let id = folder.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        let rule = rules::find(&id).unwrap_or_else(|| panic!("recordings for {id}, which is no rule"));
        for path in folders(&folder) {
            faults.extend(fault(rule, &path).map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
