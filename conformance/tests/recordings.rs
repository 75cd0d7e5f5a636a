//! Every rule has a recording that it passes and one that it fails; a recording breaks no other rule unless it says so.
//!
//! A recording that cannot help breaking other rules lists them in its header: `{"transcript":1,"also":["a/b"]}`.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use mcp_conformance::judge::{Verdict, opinion};
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

#[test]
fn every_recording_is_judged_as_its_name_says() {
    for area in folders(&root()).iter().filter(|path| path.is_dir()) {
        for folder in folders(area) {
            let id = folder.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            let rule = rules::find(&id).unwrap_or_else(|| panic!("recordings for {id}, which is no rule"));
            for path in folders(&folder) {
                let transcript = load(&path);
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let mut expected = also(&transcript);
                let verdict = opinion(rule, &transcript).verdict();
                if name.starts_with("fail-") {
                    assert_eq!(verdict, Verdict::Broken, "{}", path.display());
                    expected.insert(rule.id);
                } else {
                    assert!(name.starts_with("pass-"), "{}: a recording is named pass-… or fail-…", path.display());
                    assert_eq!(verdict, Verdict::Held, "{}", path.display());
                }
                assert_eq!(broken(&transcript), expected, "{} breaks other rules than it says", path.display());
            }
        }
    }
}
