//! A server as a child process. It leads a process group of its own, and the whole group ends with the connection:
//! `npx` and its like start the real server as a grandchild.

use std::collections::VecDeque;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::command::Command;
use super::lines;
use crate::render::excerpt::{cut, printable};
use crate::transcript::{Exit, Text};

/// As many lines of standard error as an error message shows.
const SHOWN: usize = 8;

/// The longest piece of standard error that counts as one line.
const LINE: usize = 8 << 10;

pub(crate) struct Process {
    child: Child,
    /// Held open for a server that is reached in another way: some end with their input.
    input: Option<ChildStdin>,
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
        let process = Self { child, input: None, group, said: Arc::default(), listeners: JoinSet::new() };
        Ok((process, Pipes { input, output, error }))
    }

    /// Hands on each line that it writes to its standard error, and remembers the last ones.
    pub(super) fn listen(
        &mut self,
        error: impl AsyncRead + Send + Unpin + 'static,
        line: impl Fn(Text) + Send + 'static,
    ) {
        let said = self.said.clone();
        self.listeners.spawn(async move {
            let mut reader = BufReader::new(error);
            while let Some(text) = lines::next(&mut reader, LINE).await {
                remember(&said, &text);
                line(Text::from(text));
            }
        });
    }

    /// Starts a server that is reached in another way; what it writes is only remembered.
    pub(crate) fn background(command: &Command) -> io::Result<Self> {
        let (mut process, pipes) = Self::start(command)?;
        process.input = Some(pipes.input);
        process.listen(pipes.output, drop);
        process.listen(pipes.error, drop);
        Ok(process)
    }

    /// Waits until something listens there; false once it has ended or the time is over.
    pub(crate) async fn listens(&mut self, host: &str, port: u16, patience: Duration) -> bool {
        let attempts = async {
            while matches!(self.child.try_wait(), Ok(None)) {
                if TcpStream::connect((host, port)).await.is_ok() {
                    return true;
                }
                sleep(Duration::from_millis(50)).await;
            }
            false
        };
        timeout(patience, attempts).await.unwrap_or(false)
    }

    /// Waits until the process has ended.
    pub(crate) async fn wait(&mut self) {
        let _ = self.child.wait().await;
    }

    /// How it ended, if it did, and its last lines of standard error.
    pub(crate) async fn last_words(&mut self) -> String {
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
