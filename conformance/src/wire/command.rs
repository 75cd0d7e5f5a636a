//! The command that starts a server.

use std::ffi::OsString;
use std::fmt;

/// Variables that a server gets without asking: it cannot start without some of them, and none holds a secret.
const ALLOWED: [&str; 10] = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "TMPDIR", "TZ", "PWD"];

/// A command that starts a server which speaks on its standard input and output.
///
/// It gets a short list of environment variables (`PATH`, `HOME`, `LANG`, `TMPDIR` and the like) and what is named here,
/// nothing else: what a person has in the environment is no server's business.
///
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio>
#[derive(Clone)]
pub struct Command {
    pub(crate) program: OsString,
    pub(crate) args: Vec<OsString>,
    named: Vec<(OsString, OsString)>,
    inherits: bool,
}

impl Command {
    /// A program and its arguments.
    pub fn new(program: impl Into<OsString>, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self {
            program: program.into(),
            args: args.into_iter().map(Into::into).collect(),
            named: Vec::new(),
            inherits: false,
        }
    }

    /// Gives the server the whole environment of this process: for whoever stands in for a client that chose it.
    #[must_use]
    pub fn inheriting(mut self) -> Self {
        self.inherits = true;
        self
    }

    /// Gives the server one more environment variable. Its value is taken for a secret: no recording holds it.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.named.push((name.into(), value.into()));
        self
    }

    /// The values that were named, for hiding them.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = String> {
        self.named.iter().map(|(_, value)| value.to_string_lossy().into_owned())
    }

    /// The whole environment of the server.
    pub(crate) fn environment(&self) -> impl Iterator<Item = (OsString, OsString)> {
        let inherits = self.inherits;
        let allowed = move |name: &OsString| {
            inherits || name.to_str().is_some_and(|name| ALLOWED.contains(&name) || name.starts_with("LC_"))
        };
        std::env::vars_os().filter(move |(name, _)| allowed(name)).chain(self.named.clone())
    }
}

/// The command line for people, without the values of variables.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.to_string_lossy())?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", arg.to_string_lossy()))
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Command({self})")
    }
}
