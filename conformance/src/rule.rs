//! Rules: one row that says everything, and one pure function that judges.

use serde::Serialize;

use crate::revision::Revision;
use crate::transcript::{Message, Party, Transcript, Transport};

/// How binding a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Breaking it is a conformance fault.
    Must,
    /// Advice; fails a run only when asked to be strict.
    Should,
    /// Nothing names it, but it hurts; never fails a run.
    Robustness,
}

impl Level {
    /// The name used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Robustness => "robustness",
        }
    }
}

/// A kind of transport that a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Every transport.
    Any,
    /// Lines: stdio, and pipes framed like it.
    Stdio,
    /// Streamable HTTP.
    Http,
}

impl On {
    /// What it is called in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Any => "every transport",
            Self::Stdio => "stdio",
            Self::Http => "Streamable HTTP",
        }
    }

    /// Whether a connection over that transport is meant; an unknown transport always may be.
    pub fn fits(self, transport: Option<Transport>) -> bool {
        match (self, transport) {
            (Self::Any, _) | (_, None) => true,
            (Self::Stdio, Some(transport)) => transport.is_lines(),
            (Self::Http, Some(transport)) => transport == Transport::Http,
        }
    }
}

/// One claim about every conforming party, and how to see it kept or broken in a recording.
#[derive(Debug)]
pub struct Rule {
    /// `area/claim`; the claim is true of a good server.
    pub id: &'static str,
    /// The explanation: the first line is the title, the rest is what `explain` prints.
    pub doc: &'static str,
    /// How binding it is.
    pub level: Level,
    /// Whom it binds.
    pub binds: Party,
    /// The first revision that says so.
    pub since: Revision,
    /// The last revision that says so.
    pub until: Revision,
    /// The transport it is about.
    pub on: On,
    /// The capability, as a path such as `resources.subscribe`, without which it does not apply.
    pub needs: Option<&'static str>,
    /// The requirements of the catalogue that it covers.
    pub cites: &'static [&'static str],
    /// Page and heading of the specification.
    pub section: &'static str,
    /// Finds its own occasions in a recording, and judges them.
    pub judge: fn(&Transcript) -> Observations,
}

impl Rule {
    /// The first line of the explanation.
    pub fn title(&self) -> &'static str {
        self.doc.trim_start().split('\n').next().unwrap_or_default().trim_end_matches('.')
    }

    /// The explanation after the title, without the indentation of its source.
    pub fn explanation(&self) -> String {
        let lines: Vec<_> =
            self.doc.trim().lines().skip(1).map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        lines.join("\n").trim().to_owned()
    }

    /// The area: the part of the id before the slash.
    pub fn area(&self) -> &'static str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// The address of its section.
    pub fn link(&self) -> String {
        format!(
            "https://modelcontextprotocol.io/specification/{}/{}",
            Revision::LATEST,
            self.section.replacen("/index", "", 1)
        )
    }
}

/// What a rule saw: how often the occasion came, and each time that the claim was broken.
#[derive(Debug, Clone)]
pub struct Observations {
    /// How many times the claim could be checked.
    pub occasions: usize,
    /// Each time that it was broken.
    pub breaks: Vec<Break>,
    /// What to say where the occasion never came.
    pub otherwise: String,
}

/// One time that a claim was broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    /// The events that show it, by number; the one at fault comes last.
    pub events: Vec<u64>,
    /// What is wrong, in one sentence for the one who has to mend it.
    pub why: String,
}

impl Observations {
    /// Nothing seen yet; `otherwise` says why, should it stay so (`no ping was sent`).
    pub fn new(otherwise: impl Into<String>) -> Self {
        Self { occasions: 0, breaks: Vec::new(), otherwise: otherwise.into() }
    }

    /// The occasion came, and the claim holds.
    pub fn held(&mut self) {
        self.occasions += 1;
    }

    /// The occasion came, and these events break the claim.
    pub fn broken<E: Into<Shown>>(&mut self, events: impl IntoIterator<Item = E>, why: impl Into<String>) {
        self.occasions += 1;
        let events = events.into_iter().map(|event| event.into().0).collect();
        self.breaks.push(Break { events, why: why.into() });
    }

    /// The occasion came; `fault` says what is wrong, if anything is.
    pub fn judge<E: Into<Shown>>(&mut self, events: impl IntoIterator<Item = E>, fault: Option<impl Into<String>>) {
        match fault {
            Some(why) => self.broken(events, why),
            None => self.held(),
        }
    }
}

/// An event to show: by its number, or by the message it brought.
#[derive(Debug, Clone, Copy)]
pub struct Shown(u64);

impl From<u64> for Shown {
    fn from(seq: u64) -> Self {
        Self(seq)
    }
}

impl From<&Message> for Shown {
    fn from(message: &Message) -> Self {
        Self(message.seq)
    }
}

impl From<&crate::transcript::Event> for Shown {
    fn from(event: &crate::transcript::Event) -> Self {
        Self(event.seq)
    }
}

/// Writes the rows of one page of the specification.
///
/// ```text
/// rules! { "ping";
///     /// A server answers `ping` with an empty result.
///     ///
///     /// What a violation looks like and how servers usually get there.
///     Must is_answered since V2024_11_05 cites ["ping-respond-promptly"] = "basic/utilities/ping#behavior-requirements";
/// }
/// ```
///
/// After the name may come, in this order: `binds Client`, `on Stdio` or `on Http`, `needs "tools"`. After `since` may
/// come `until`, the last revision. The function of that name stands below, save where `by |t| …` at the end of the
/// row says how several rules are judged by one function; the id is the area, a slash, and the name with hyphens.
macro_rules! rules {
    ($area:literal; $(
        $(#[doc = $doc:literal])+
        $level:ident $name:ident $(binds $party:ident)? $(on $on:ident)? $(needs $needs:literal)?
        since $since:ident $(until $until:ident)?
        cites [$($cite:literal),* $(,)?] = $section:literal $(by $judge:expr)?;
    )+) => {
        /// The rules of this page, in the order of their explanation.
        pub(crate) const RULES: &[$crate::rule::Rule] = &[$($crate::rule::Rule {
            id: {
                const RAW: &str = concat!($area, "/", stringify!($name));
                const ID: [u8; RAW.len()] = $crate::rule::hyphenated(RAW);
                match std::str::from_utf8(&ID) {
                    Ok(id) => id,
                    Err(_) => panic!("an id is ASCII"),
                }
            },
            doc: concat!($($doc, "\n"),+),
            level: $crate::rule::Level::$level,
            binds: $crate::rule::rules!(@party $($party)?),
            since: $crate::revision::Revision::$since,
            until: $crate::rule::rules!(@until $($until)?),
            on: $crate::rule::rules!(@on $($on)?),
            needs: $crate::rule::rules!(@needs $($needs)?),
            cites: &[$($cite),*],
            section: $section,
            judge: $crate::rule::rules!(@judge $name $($judge)?),
        }),+];
    };
    (@judge $name:ident) => { $name };
    (@judge $name:ident $judge:expr) => { $judge };
    (@party) => { $crate::transcript::Party::Server };
    (@party $party:ident) => { $crate::transcript::Party::$party };
    (@until) => { $crate::revision::Revision::LATEST };
    (@until $until:ident) => { $crate::revision::Revision::$until };
    (@on) => { $crate::rule::On::Any };
    (@on $on:ident) => { $crate::rule::On::$on };
    (@needs) => { None };
    (@needs $needs:literal) => { Some($needs) };
}
pub(crate) use rules;

/// The same text with hyphens for underscores; for ids, at compile time.
pub(crate) const fn hyphenated<const N: usize>(text: &str) -> [u8; N] {
    let bytes = text.as_bytes();
    let mut out = [0; N];
    let mut at = 0;
    while at < N {
        out[at] = if bytes[at] == b'_' { b'-' } else { bytes[at] };
        at += 1;
    }
    out
}
