//! Where the reader is in a value, which names it has seen there, and what it found wrong.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::problem::{DEEP, Form, Problem, TORN, TWICE, TWICE_INSIDE};
use super::skip::Watch;
use super::text::{Quoted, Text};
use crate::prose::place::step;
use crate::transcript::value::DEPTH;

/// The objects and arrays that are open, and the problems so far.
#[derive(Debug, Default)]
pub(super) struct Trail {
    open: Vec<Open>,
    names: Vec<(u64, Quoted)>,
    /// For objects with many members: where their names begin, and the first name of each hash.
    large: Vec<(usize, HashMap<u64, Vec<usize>>)>,
    hasher: RandomState,
    deep: bool,
    pub(super) problems: Vec<Problem>,
}

#[derive(Debug)]
struct Open {
    object: bool,
    names: usize,
    step: Step,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Item(usize),
    Key(Quoted),
    Nowhere,
}

/// How many problems there were.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize);

/// From here on an object's names are found by their hash.
const MANY: usize = 48;

impl Trail {
    /// Goes into an object or array.
    pub(super) fn enter(&mut self, object: bool, text: Text<'_>) {
        let step = if object { Step::Nowhere } else { Step::Item(0) };
        self.open.push(Open { object, names: self.names.len(), step });
        if self.open.len() > DEPTH && !self.deep {
            self.deep = true;
            let why = format!("nested deeper than {DEPTH} levels, which many readers refuse or do not survive");
            self.form(&DEEP, text, text.at.saturating_sub(1)..text.at, why);
        }
    }

    /// Comes out of it.
    pub(super) fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if self.large.last().is_some_and(|(first, _)| *first == open.names) && open.object {
            self.large.pop();
        }
        self.names.truncate(open.names);
    }

    /// Goes on to the next item.
    pub(super) fn next_item(&mut self) {
        if let Some(Open { step: Step::Item(at), .. }) = self.open.last_mut() {
            *at += 1;
        }
    }

    /// Goes on to a member; `known` says whether the definition knows it.
    pub(super) fn next_member(&mut self, text: Text<'_>, key: Quoted, known: bool) {
        let Some(open) = self.open.last_mut() else { return };
        open.step = Step::Key(key);
        let first = open.names;
        if self.is_twice(text, key, first) {
            let form = if known { &TWICE } else { &TWICE_INSIDE };
            self.form(form, text, key.start..key.end, format!("the member {} is here twice", text.of(key)));
        }
        self.torn(text, key);
    }

    fn is_twice(&mut self, text: Text<'_>, key: Quoted, first: usize) -> bool {
        let name = text.content(key);
        let hash = quick(name.as_bytes());
        let same = |at: usize, names: &[(u64, Quoted)]| text.content(names[at].1) == name;
        let count = self.names.len() - first;
        let twice = if count < MANY {
            let places = (first..self.names.len()).filter(|&at| self.names[at].0 == hash);
            places.into_iter().any(|at| same(at, &self.names))
        } else {
            let hash = self.hasher.hash_one(&*name);
            if self.large.last().is_none_or(|(start, _)| *start != first) {
                let mut map = HashMap::<u64, Vec<usize>>::new();
                for at in first..self.names.len() {
                    map.entry(self.hasher.hash_one(&*text.content(self.names[at].1))).or_default().push(at);
                }
                self.large.push((first, map));
            }
            let places = self.large.last_mut().map(|(_, map)| map.entry(hash).or_default());
            places.is_some_and(|places| {
                let twice = places.iter().any(|&at| same(at, &self.names));
                places.push(self.names.len());
                twice
            })
        };
        self.names.push((hash, key));
        twice
    }

    /// Says so where a string has half a surrogate pair.
    pub(super) fn torn(&mut self, text: Text<'_>, string: Quoted) {
        if let Some(at) = string.torn {
            self.form(&TORN, text, at..at + 6, "half of a surrogate pair, which stands for no character".to_owned());
        }
    }

    fn form(&mut self, form: &'static Form, text: Text<'_>, span: Range<usize>, message: String) {
        let problem = Problem::json(form, self.pointer(text), span, message);
        self.problems.push(problem);
    }

    /// The JSON pointer to where the reader is.
    pub(super) fn pointer(&self, text: Text<'_>) -> String {
        let steps = self.open.iter().map(|open| match open.step {
            Step::Item(at) => format!("/{at}"),
            Step::Key(key) => step(&text.content(key)),
            Step::Nowhere => String::new(),
        });
        steps.collect()
    }

    /// What the reader is at, for a sentence.
    pub(super) fn subject(&self, text: Text<'_>) -> String {
        subject(&self.pointer(text))
    }

    /// Goes to a member that was seen before.
    pub(super) fn at_member(&mut self, key: Quoted) {
        if let Some(open) = self.open.last_mut() {
            open.step = Step::Key(key);
        }
    }

    /// How many problems there are so far.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.problems.len())
    }

    /// Whether the schema said no since then.
    pub(super) fn is_refused_since(&self, mark: Mark) -> bool {
        self.problems.iter().skip(mark.0).any(|problem| problem.keyword.is_some())
    }

    /// Takes out what was found since then.
    pub(super) fn take_since(&mut self, mark: Mark) -> Vec<Problem> {
        self.problems.split_off(mark.0.min(self.problems.len()))
    }
}

/// The value at that pointer, for a sentence: `tools[3].inputSchema` in backticks.
pub(super) fn subject(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        let name = step.replace("~1", "/").replace("~0", "~");
        if name.parse::<usize>().is_ok() {
            path.push_str(&format!("[{name}]"));
        } else if name.chars().all(|c| c.is_alphanumeric() || "_$-".contains(c)) && !name.is_empty() {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(&name);
        } else {
            path.push_str(&format!("[{name:?}]"));
        }
    }
    if path.is_empty() { "the value".to_owned() } else { format!("`{path}`") }
}

/// A cheap hash of a short name.
fn quick(name: &[u8]) -> u64 {
    let fold = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let words = name.chunks(8).map(|chunk| chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    words.fold(name.len() as u64, fold)
}

impl<'t> Watch<'t> for Trail {
    fn depth(&self) -> usize {
        self.open.len()
    }

    fn in_object(&self) -> bool {
        self.open.last().is_some_and(|open| open.object)
    }

    fn open(&mut self, object: bool, text: Text<'t>) {
        self.enter(object, text);
    }

    fn shut(&mut self) {
        self.leave();
    }

    fn item(&mut self) {
        self.next_item();
    }

    fn key(&mut self, text: Text<'t>, key: Quoted) {
        self.next_member(text, key, false);
    }

    fn string(&mut self, text: Text<'t>, string: Quoted) {
        self.torn(text, string);
    }
}
