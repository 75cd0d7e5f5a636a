//! A run as the outcome of a test.

use std::fmt;

use super::Run;
use crate::baseline::Baseline;
use crate::render::text;
use crate::report::Report;

/// A must is broken, or a baseline is stale. Shown, it is the report as text, also where a test unwraps it.
pub struct Faults(String);

impl Run {
    /// Whether the server keeps every must.
    ///
    /// # Errors
    /// The report as text, where it does not.
    pub fn conforms(&self) -> Result<(), Faults> {
        Faults::of(&self.report())
    }

    /// Whether the server keeps every must save those that are known to be broken.
    ///
    /// # Errors
    /// The report as text, where it does not, or where the baseline names what is broken no more.
    pub fn conforms_save(&self, known: &Baseline) -> Result<(), Faults> {
        let mut report = self.report();
        known.apply(&mut report);
        Faults::of(&report)
    }
}

impl Faults {
    fn of(report: &Report) -> Result<(), Self> {
        if !report.fails(false) {
            return Ok(());
        }
        let shown = text::render(report, &text::Options { quiet: true, ..text::Options::default() });
        Err(Self(anstream::adapter::strip_str(&shown).to_string()))
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

impl std::error::Error for Faults {}
