//! A server as a child process. It leads a process group of its own, and the whole group ends with the connection:
//! `npx` and its like start the real server as a grandchild.

use std::collections::VecDeque;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::BufReader;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::command::Command;
use super::limits::Budget;
use super::lines;
use crate::render::excerpt::{cut, printable};
use crate::transcript::{Exit, Text, Track, What};

/// As many lines of standard error as an error message shows.
const SHOWN: usize = 8;

/// The longest piece of standard error that counts as one line.
const LINE: usize = 8 << 10;

pub(crate) struct Process {
    child: Child,
    group: Group,
    said: Arc<Mutex<VecDeque<String>>>,
    listeners: JoinSet<()>,
}

/// The three pipes of a child.
pub(crate) struct Pipes {
    pub(crate) input: ChildStdin,
    pub(crate) output: ChildStdout,
    pub(crate) error: ChildStderr,
}

impl Process {
    pub(crate) fn start(command: &Command) -> io::Result<(Self, Pipes)> {
        let mut child = tokio::process::Command::new(&command.program)
            .args(&command.args)
            .env_clear()
            .envs(command.environment())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let group = Group(child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)));
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(error)) = pipes else {
            return Err(io::Error::other("the system gave no pipes"));
        };
        let process = Self { child, group, said: Arc::default(), listeners: JoinSet::new() };
        Ok((process, Pipes { input, output, error }))
    }

    /// Records what the server writes to its standard error, as far as the budget goes, and reads on.
    pub(super) fn listen(&mut self, error: ChildStderr, track: Track, budget: Budget) {
        let said = self.said.clone();
        self.listeners.spawn(async move {
            let mut reader = BufReader::new(error);
            while let Some(line) = lines::next(&mut reader, LINE).await {
                remember(&said, &line);
                if budget.keeps_stderr(line.len()) {
                    track.record(What::Stderr(Text::from(line)));
                }
            }
        });
    }

    /// Waits until the process has ended.
    pub(crate) async fn wait(&mut self) {
        let _ = self.child.wait().await;
    }

    /// How it ended, if it did, and its last lines of standard error.
    pub(super) async fn last_words(&mut self) -> String {
        let status = timeout(Duration::from_millis(300), self.child.wait()).await;
        let _ =
            timeout(Duration::from_millis(100), async { while self.listeners.join_next().await.is_some() {} }).await;
        let mut words = match status {
            Ok(Ok(status)) => format!("\n  it ended: {status}"),
            _ => String::new(),
        };
        for line in self.said.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            words.push_str("\n  stderr: ");
            words.push_str(line);
        }
        words
    }

    /// Asks the group to end, then ends it.
    pub(crate) async fn end(mut self, patience: Duration) -> Exit {
        let ended = match self.child.try_wait() {
            Ok(Some(status)) => Some(status),
            _ => self.ask(patience).await,
        };
        self.group.signal(Signal::KILL);
        let status = match ended {
            Some(status) => Some(status),
            None => self.child.wait().await.ok(),
        };
        self.group.0 = None;
        let _ =
            timeout(Duration::from_millis(100), async { while self.listeners.join_next().await.is_some() {} }).await;
        status.map(exit).unwrap_or_default()
    }

    async fn ask(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.group.signal(Signal::TERM);
        timeout(patience, self.child.wait()).await.ok()?.ok()
    }
}

fn remember(said: &Mutex<VecDeque<String>>, line: &[u8]) {
    let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
    if said.len() == SHOWN {
        said.pop_front();
    }
    said.push_back(cut(&printable(&String::from_utf8_lossy(line))));
}

fn exit(status: ExitStatus) -> Exit {
    Exit { code: status.code(), signal: status.signal() }
}

/// A process group that ends when this is dropped: at the end of a connection, on a panic, on Ctrl-C.
struct Group(Option<Pid>);

impl Group {
    fn signal(&self, signal: Signal) {
        if let Some(leader) = self.0 {
            // The group may be gone already, which is what is wanted.
            let _ = kill_process_group(leader, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}
