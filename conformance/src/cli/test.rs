//! `test`: the suite against a server.

use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;

use super::{Exit, Failure, limits, output, progress, until_interrupted};
use crate::render::excerpt::printable;
use crate::render::text::Again;
use crate::revision::Revision;
use crate::scripts::calls::Planned;
use crate::suite::{Calls, Command, Endpoint, Options, Patience, Suite};

/// Judge a server: the built-in one, one that a command starts, or one at an address
///
/// With `--url` and a command, the command starts the server, and the address is waited for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The command that starts the server, after `--`
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// The address of a server that speaks Streamable HTTP
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Send this header with every request; may be repeated. No recording holds its value
    #[arg(long, value_name = "NAME: VALUE", requires = "url")]
    header: Vec<String>,
    /// Send the value of this environment variable as bearer token
    #[arg(long, value_name = "VARIABLE", requires = "url")]
    bearer_env: Option<String>,
    /// Which tools to call: none, those that declare `readOnlyHint: true`, or all, whatever they do
    #[arg(long, value_enum, default_value = "read-only")]
    call: Call,
    /// Call this tool too, whatever it declares; may be repeated
    #[arg(long, value_name = "NAME")]
    call_tool: Vec<String>,
    /// Show which tools would be called with what, and call none
    #[arg(long)]
    dry_run: bool,
    /// Give the server this environment variable, with this value or with its own here; may be repeated
    #[arg(long, value_name = "NAME[=VALUE]", requires = "command")]
    env: Vec<String>,
    /// The revision to ask for
    #[arg(long, value_name = "R", default_value = Revision::LATEST.as_str())]
    revision: Revision,
    /// How long to wait for an answer; the first may take a minute
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// How long the whole run may take
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    deadline: Duration,
    #[command(flatten)]
    output: output::Args,
    #[command(flatten)]
    limits: limits::Args,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Call {
    None,
    ReadOnly,
    All,
}

impl Call {
    const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ReadOnly => "read-only",
            Self::All => "all",
        }
    }
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<Exit, Failure> {
        self.output.rules()?;
        let suite = self.suite()?.options(self.options());
        if self.dry_run {
            let plan = until_interrupted(suite.plan())?.map_err(|error| Failure::CouldNotRun(error.to_string()))?;
            show(&plan, out)?;
            return Ok(Exit::Clean);
        }
        let suite = if self.output.quiet { suite } else { progress::shown(suite) };
        let run = until_interrupted(suite.run())?;
        drop(suite);
        let run = run.map_err(|error| Failure::CouldNotRun(error.to_string()))?;
        let is_cut = run.is_cut();
        match self.output.show(&[run.recording], &run.notes, Some(self.again()), out)? {
            Exit::Clean if is_cut => Err(Failure::CouldNotRun(
                "nothing is broken as far as was listened, but that was not to the end; the options `--max-…` raise the limits"
                    .to_owned(),
            )),
            exit => Ok(exit),
        }
    }

    fn suite(&self) -> Result<Suite, Failure> {
        match (&self.url, self.command()?) {
            (None, None) => Ok(Suite::built_in()),
            (None, Some(command)) => Ok(Suite::command(command)),
            (Some(url), command) => {
                let endpoint = self.endpoint(url)?;
                let endpoint = command.into_iter().fold(endpoint, Endpoint::started_by);
                Suite::url(endpoint).map_err(|error| Failure::CouldNotRun(error.to_string()))
            }
        }
    }

    fn command(&self) -> Result<Option<Command>, Failure> {
        let Some((program, args)) = self.command.split_first() else { return Ok(None) };
        let command = Command::new(program, args);
        let named = self.environment()?;
        Ok(Some(named.into_iter().fold(command, |command, (name, value)| command.env(name, value))))
    }

    fn endpoint(&self, url: &str) -> Result<Endpoint, Failure> {
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let mut endpoint = Endpoint::new(url).map_err(|error| usage(&error))?;
        for header in &self.header {
            let (name, value) = header.split_once(':').ok_or_else(|| usage(&"`--header` takes `NAME: VALUE`"))?;
            endpoint = endpoint.header(name.trim(), value.trim()).map_err(|error| usage(&error))?;
        }
        let Some(variable) = &self.bearer_env else { return Ok(endpoint) };
        let token = std::env::var(variable)
            .map_err(|_| usage(&format!("`--bearer-env {variable}`: there is no such variable")))?;
        endpoint.bearer(&token).map_err(|error| usage(&error))
    }

    fn environment(&self) -> Result<Vec<(OsString, OsString)>, Failure> {
        let one = |said: &String| match said.split_once('=') {
            Some((name, value)) => Ok((name.into(), value.into())),
            None => match std::env::var_os(said) {
                Some(value) => Ok((said.into(), value)),
                None => {
                    Err(Failure::Usage(format!("`--env {said}`: there is no such variable here; say {said}=VALUE")))
                }
            },
        };
        self.env.iter().map(one).collect()
    }

    fn options(&self) -> Options {
        let calls = match self.call {
            Call::None => Calls::None,
            Call::ReadOnly => Calls::ReadOnly,
            Call::All => Calls::All,
        };
        let usual = Patience::default();
        Options {
            revision: self.revision,
            deadline: self.deadline,
            patience: Patience { answer: self.timeout, first: usual.first.max(self.timeout), ..usual },
            limits: self.limits.limits(),
            calls,
            call_tools: self.call_tool.clone(),
            ..Options::default()
        }
    }

    /// The same target again, for one rule; values of variables are left out.
    fn again(&self) -> Again {
        let words: String = self.command.iter().map(|word| format!(" {}", quoted(&word.to_string_lossy()))).collect();
        let env = self.env.iter().filter_map(|said| Some(format!(" --env {}", said.split('=').next()?)));
        let header = self.header.iter().filter_map(|said| Some(format!(" --header '{}: …'", said.split(':').next()?)));
        let bearer = self.bearer_env.iter().map(|variable| format!(" --bearer-env {variable}"));
        let url = self.url.iter().map(|url| format!(" --url {}", quoted(url)));
        let called = self.call_tool.iter().map(|name| format!(" --call-tool {}", quoted(name)));
        let call = (self.call != Call::ReadOnly).then(|| format!(" --call {}", self.call.as_str()));
        let options: String =
            call.into_iter().chain(called).chain(env).chain(url).chain(header).chain(bearer).collect();
        let after = if words.is_empty() { words } else { format!(" --{words}") };
        Again { before: format!("mcp-conformance test{options}"), after }
    }
}

fn show(plan: &[Planned], out: &mut dyn Write) -> std::io::Result<()> {
    if plan.is_empty() {
        return writeln!(out, "the server lists no tool");
    }
    for Planned { tool, decision } in plan {
        match decision {
            Ok(calls) => {
                for arguments in calls {
                    writeln!(out, "call  {} {}", printable(tool), printable(&arguments.to_string()))?;
                }
            }
            Err(why) => writeln!(out, "skip  {}: {}", printable(tool), printable(why))?,
        }
    }
    Ok(())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_./:@=,+%".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "say more than 0 seconds".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(super::quoted("--flag=a/b"), "--flag=a/b");
        assert_eq!(super::quoted("it's $HOME"), r"'it'\''s $HOME'");
    }

    #[test]
    fn seconds_are_more_than_none() {
        assert_eq!(super::seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(super::seconds("0").is_err() && super::seconds("-1").is_err() && super::seconds("soon").is_err());
        assert!(super::seconds("NaN").is_err() && super::seconds("1e99").is_err());
    }
}
