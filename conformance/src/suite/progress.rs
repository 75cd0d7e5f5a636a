//! How far a run is, for whoever watches it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::scripts::Script;

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// What the script that just began or ended does, in a few words.
    pub about: &'a str,
    /// How many scripts have ended.
    pub done: usize,
    /// How many scripts there are.
    pub of: usize,
}

type Tell = dyn Fn(Progress<'_>) + Send + Sync;

/// Somebody who watches, or nobody.
#[derive(Clone, Default)]
pub(super) struct Watch(Option<Arc<Tell>>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watch").field(&self.0.is_some()).finish()
    }
}

impl Watch {
    pub(super) fn new(watch: impl Fn(Progress<'_>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(watch)))
    }
}

/// Counts the scripts of one run and tells the one who watches.
pub(super) struct Count {
    watch: Watch,
    of: AtomicUsize,
    done: AtomicUsize,
}

impl Count {
    pub(super) fn new(watch: &Watch, of: usize) -> Self {
        Self { watch: watch.clone(), of: AtomicUsize::new(of), done: AtomicUsize::new(0) }
    }

    /// There are more scripts than was known.
    pub(super) fn more(&self, scripts: usize) {
        self.of.fetch_add(scripts, Ordering::Relaxed);
    }

    pub(super) fn begins(&self, script: &Script) {
        self.tell(script, self.done.load(Ordering::Relaxed));
    }

    pub(super) fn ended(&self, script: &Script) {
        self.tell(script, self.done.fetch_add(1, Ordering::Relaxed) + 1);
    }

    fn tell(&self, script: &Script, done: usize) {
        if let Some(watch) = &self.watch.0 {
            watch(Progress { about: script.about, done, of: self.of.load(Ordering::Relaxed) });
        }
    }
}
