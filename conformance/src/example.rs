//! The recordings that prove the rules, as examples of right and wrong.

use include_dir::{Dir, File, include_dir};

use crate::render::excerpt;
use crate::rule::Rule;
use crate::transcript::{Event, Transcript, What, read};

static RECORDINGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/transcripts");

/// The smallest recording that keeps the rule.
pub fn right(rule: &Rule) -> Option<Example> {
    smallest(rule, "pass-")
}

/// The smallest recording that breaks the rule.
pub fn wrong(rule: &Rule) -> Option<Example> {
    smallest(rule, "fail-")
}

/// The recordings that break the rule, by name.
pub fn failing(rule: &Rule) -> Vec<&'static str> {
    let files = RECORDINGS.get_dir(rule.id).into_iter().flat_map(Dir::files);
    files.filter_map(name).filter(|name| name.starts_with("fail-")).collect()
}

/// A recording that shows a rule kept or broken.
#[derive(Debug)]
pub struct Example {
    /// What it shows, from its file's name.
    pub name: String,
    /// What happens.
    pub transcript: Transcript,
}

impl Example {
    /// What was said, a line an event, in order: `→` is the client, `←` the server.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let told = |event: &&Event| !matches!(event.what, What::Opened { .. });
        let lines: Vec<_> = self.transcript.events().into_iter().filter(told).map(excerpt::of).collect();
        lines.into_iter()
    }
}

fn smallest(rule: &Rule, kind: &str) -> Option<Example> {
    let folder = RECORDINGS.get_dir(rule.id)?;
    let files = folder.files().filter_map(|file| Some((name(file)?.strip_prefix(kind)?, file)));
    let (name, file) = files.min_by_key(|(name, file)| (file.contents().len(), *name))?;
    let (header, events) = read(file.contents()).ok()?;
    Some(Example { name: name.replace('-', " "), transcript: Transcript::new(header, events) })
}

fn name<'f>(file: &'f File<'_>) -> Option<&'f str> {
    file.path().file_stem()?.to_str()
}
