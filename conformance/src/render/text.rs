//! The report as text for people.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use super::excerpt::printable;
use crate::judge::Verdict;
use crate::report::{Judged, Report};
use crate::rule::Level;

const HEAD: Style = Style::new().bold();
const BROKEN: Style = AnsiColor::Red.on_default().bold();
const ADVICE: Style = AnsiColor::Yellow.on_default().bold();
const HELD: Style = AnsiColor::Green.on_default();
const QUIET: Style = Style::new().dimmed();

/// What the text leaves out, and what it adds.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only the faults and the tally.
    pub quiet: bool,
    /// Count a broken should as a fault.
    pub strict: bool,
    /// How to look at just one rule again.
    pub again: Option<Again>,
}

/// How to look at just one rule again: the words before and after `--rule ID`.
#[derive(Debug, Clone)]
pub struct Again {
    /// The program, the verb and its options.
    pub before: String,
    /// The target, with a space before it; empty where there is none.
    pub after: String,
}

/// The report as text with terminal styles; whoever prints it strips them where there is no terminal.
pub fn render(report: &Report, options: &Options) -> String {
    let mut out = String::new();
    let page = Page { report, options };
    page.write(&mut out).map(|()| out).unwrap_or_default()
}

struct Page<'r> {
    report: &'r Report,
    options: &'r Options,
}

impl Page<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        self.head(out)?;
        for judged in self.faults() {
            self.fault(out, judged)?;
        }
        for note in &self.report.notes {
            writeln!(out, "{ADVICE}note{ADVICE:#}  {}\n", printable(note))?;
        }
        for stale in &self.report.stale {
            writeln!(out, "{BROKEN}stale{BROKEN:#}  {stale}\n")?;
        }
        if !self.options.quiet {
            self.unexercised(out)?;
            self.inapplicable(out)?;
        }
        self.tally(out)
    }

    fn head(&self, out: &mut String) -> fmt::Result {
        let server = &self.report.server;
        let name = printable(server.name.as_deref().unwrap_or("a server without a name"));
        let version = printable(server.version.as_deref().unwrap_or_default());
        write!(out, "{HEAD}{name} {version}{HEAD:#}")?;
        if let Some(revision) = &server.revision {
            write!(out, "{QUIET} · revision {}{QUIET:#}", printable(revision))?;
        }
        if let Some(transport) = server.transport {
            write!(out, "{QUIET} · over {transport}{QUIET:#}")?;
        }
        out.write_str("\n\n")
    }

    /// Musts first, then advice, then robustness, each in the order of the rules.
    fn faults(&self) -> impl Iterator<Item = &Judged> {
        let broken = |level| self.report.judged().filter(move |judged| judged.is_fault() && judged.level == level);
        [Level::Must, Level::Should, Level::Robustness].into_iter().flat_map(broken)
    }

    fn fault(&self, out: &mut String, judged: &Judged) -> fmt::Result {
        let (style, word) = match judged.level {
            Level::Must => (BROKEN, "broken"),
            Level::Should if self.options.strict => (BROKEN, "advice broken"),
            Level::Should => (ADVICE, "advice"),
            Level::Robustness => (ADVICE, "robustness"),
        };
        writeln!(out, "{style}{word}{style:#}  {HEAD}{}{HEAD:#}", judged.id)?;
        writeln!(out, "  {}", judged.title)?;
        writeln!(out, "  {style}{}{style:#}", printable(&judged.why))?;
        for evidence in judged.evidence.iter().take(3) {
            let place = match evidence.transcript.as_str() {
                "run" => String::new(),
                file => format!("{file} "),
            };
            writeln!(out, "    {QUIET}{place}#{}{QUIET:#} {}", evidence.event, evidence.excerpt)?;
        }
        writeln!(out, "  {QUIET}{}{QUIET:#}", judged.section)?;
        if let Some(Again { before, after }) = &self.options.again {
            writeln!(out, "  {QUIET}again: {before} --rule {}{after}{QUIET:#}", judged.id)?;
        }
        out.write_str("\n")
    }

    /// What had no occasion, by area, with the most frequent reasons.
    fn unexercised(&self, out: &mut String) -> fmt::Result {
        let areas = self.grouped(Verdict::NotExercised, |judged| judged.area());
        if areas.is_empty() {
            return Ok(());
        }
        let width = areas.keys().map(|area| area.len()).max().unwrap_or_default();
        writeln!(out, "{HEAD}not exercised{HEAD:#}{QUIET} (rule by rule: --format json){QUIET:#}")?;
        for (area, rules) in areas {
            writeln!(out, "  {area:<width$} {:>2}{QUIET}  {}{QUIET:#}", rules.len(), reasons(&rules))?;
        }
        out.write_str("\n")
    }

    /// What is not about this server, by reason.
    fn inapplicable(&self, out: &mut String) -> fmt::Result {
        let reasons = self.grouped(Verdict::NotApplicable, |judged| &judged.why);
        if reasons.is_empty() {
            return Ok(());
        }
        writeln!(out, "{HEAD}not applicable{HEAD:#}")?;
        for (why, rules) in reasons {
            writeln!(out, "  {}{QUIET}: {}{QUIET:#}", printable(why), named(&rules))?;
        }
        out.write_str("\n")
    }

    fn grouped<'s>(
        &'s self,
        verdict: Verdict,
        by: impl Fn(&'s Judged) -> &'s str,
    ) -> BTreeMap<&'s str, Vec<&'s Judged>> {
        let mut groups = BTreeMap::<&str, Vec<&Judged>>::new();
        for judged in self.report.judged().filter(|judged| judged.verdict == verdict) {
            groups.entry(by(judged)).or_default().push(judged);
        }
        groups
    }

    fn tally(&self, out: &mut String) -> fmt::Result {
        let summary = &self.report.summary;
        let broken = if summary.broken == 0 { HELD } else { BROKEN };
        write!(out, "{HELD}{} held{HELD:#} · {broken}{} broken{broken:#}", summary.held, summary.broken)?;
        write!(out, " · {} advice · {} robustness", summary.advice, summary.robustness)?;
        if summary.accepted > 0 {
            write!(out, " · {} accepted", summary.accepted)?;
        }
        write!(out, " · {} not exercised · {} not applicable", summary.not_exercised, summary.not_applicable)?;
        writeln!(out, "{QUIET} · {} requirements exercised{QUIET:#}", summary.requirements)
    }
}

/// As many reasons as a line has.
const REASONS: usize = 3;

/// The most frequent reasons, the most frequent first.
fn reasons(rules: &[&Judged]) -> String {
    let mut counts = BTreeMap::<&str, usize>::new();
    for judged in rules {
        *counts.entry(&judged.why).or_default() += 1;
    }
    let mut reasons: Vec<_> = counts.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shown: Vec<_> = reasons.iter().take(REASONS).map(|(why, _)| printable(why)).collect();
    let more = reasons.len().saturating_sub(REASONS);
    let rest = if more == 0 { String::new() } else { format!("; and {more} more") };
    format!("{}{rest}", shown.join("; "))
}

/// A few rules by their ids, many by their areas.
fn named(rules: &[&Judged]) -> String {
    if rules.len() <= 3 {
        return rules.iter().map(|judged| judged.id).collect::<Vec<_>>().join(", ");
    }
    let mut areas = BTreeMap::<&str, usize>::new();
    for judged in rules {
        *areas.entry(judged.area()).or_default() += 1;
    }
    let areas: Vec<_> = areas.iter().map(|(area, count)| format!("{count} of {area}")).collect();
    areas.join(", ")
}
