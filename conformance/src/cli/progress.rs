//! Live progress: on a terminal, and nowhere else.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::suite::Suite;

/// The suite with a line on standard error that says how far it is, and that is gone at the end. Nothing is shown where
/// standard error is no terminal.
pub(super) fn shown(suite: Suite) -> Suite {
    let bar = ProgressBar::new(0).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} of {len} scripts · {elapsed} · {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    suite.watched(move |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.about.to_owned());
    })
}
