//! The suite: runs the scripts against a server, and gives back what was recorded.

mod could_not_run;
mod faults;
mod options;
mod progress;
mod stage;
mod target;

use std::sync::Arc;

use tokio::io::DuplexStream;

pub use crate::scripts::calls::Planned;
pub use crate::wire::command::Command;
pub use crate::wire::endpoint::{BadHeader, BadUrl, Endpoint};
pub use crate::wire::limits::Limits;
pub use could_not_run::{CouldNotRun, Obstacle};
pub use faults::Faults;
pub use options::{Calls, Options, Patience};
pub use progress::Progress;

use crate::report::{Recording, Report};
use crate::rules;
use crate::transcript::{Connection, What};
use crate::wire::http::Client;
use progress::Watch;
use stage::Stage;
use target::Target;

/// The suite against one server.
///
/// In a test of a server of one's own, here the reference server; what fails shows the report:
///
/// ```
/// use mcp_conformance::suite::Suite;
///
/// # async fn serve(pipe: tokio::io::DuplexStream) {
/// #     let (reader, writer) = tokio::io::split(pipe);
/// #     let _ = mcp_reference_server::catalogue::catalogue().serve(reader, writer).await;
/// # }
/// # /*
/// #[tokio::test]
/// # */
/// # #[tokio::main(flavor = "current_thread")]
/// async fn conforms() {
///     let suite = Suite::in_process(|pipe| serve(pipe));
///     suite.run().await.unwrap().conforms().unwrap();
/// }
/// # conforms();
/// ```
///
/// [`Suite::command`] and [`Suite::url`] reach any other server. The ids of the rules, and a baseline, are those of the
/// command line.
#[derive(Debug, Clone)]
pub struct Suite {
    target: Target,
    options: Options,
    watch: Watch,
}

/// What a run of the suite recorded.
#[derive(Debug)]
pub struct Run {
    /// What was recorded.
    pub recording: Recording,
    /// What kept a part of the suite from its end, in sentences for people: a deadline, a server that hung.
    pub notes: Vec<String>,
}

impl Run {
    /// Whether a limit of this suite's own ended a connection, so that what came after was not judged.
    pub fn is_cut(&self) -> bool {
        let mut events = self.recording.transcript.connections().flat_map(Connection::events);
        events.any(|event| matches!(event.what, What::CutOff(_)))
    }

    /// Every rule's verdict.
    pub fn report(&self) -> Report {
        let report = Report::new(rules::all(), std::slice::from_ref(&self.recording));
        Report { notes: self.notes.clone(), ..report }
    }
}

/// The HTTP client cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("could not set up the HTTP client: {0}")]
pub struct NoClient(String);

impl Suite {
    /// Against a server that a command starts and that speaks on its standard input and output.
    pub fn command(command: Command) -> Self {
        Self::against(Target::Command(command))
    }

    /// Against the reference server, in this process.
    pub fn built_in() -> Self {
        let server = Arc::new(mcp_reference_server::catalogue::catalogue());
        Self::in_process(move |pipe| {
            let server = Arc::clone(&server);
            async move {
                let (reader, writer) = tokio::io::split(pipe);
                // A pipe breaks only where the suite hung up.
                let _ = server.serve(reader, writer).await;
            }
        })
    }

    /// Against a server in this process: `serve` is called once for each connection, with the server's end of a pipe that
    /// carries lines as stdio does, and serves it to its end.
    pub fn in_process<F, S>(serve: F) -> Self
    where
        F: Fn(DuplexStream) -> S + Send + Sync + 'static,
        S: Future<Output = ()> + Send + 'static,
    {
        Self::against(Target::in_process(serve))
    }

    /// Against a server that is reached over Streamable HTTP.
    ///
    /// # Errors
    /// The HTTP client cannot be set up: the system has no certificates to trust, for instance.
    pub fn url(endpoint: Endpoint) -> Result<Self, NoClient> {
        let client = Client::new(&endpoint).map_err(NoClient)?;
        Ok(Self::against(Target::Url(Box::new(endpoint), client)))
    }

    fn against(target: Target) -> Self {
        Self { target, options: Options::default(), watch: Watch::default() }
    }

    /// Tells `watch` how far a run is, each time that a script begins or ends.
    #[must_use]
    pub fn watched(mut self, watch: impl Fn(Progress<'_>) + Send + Sync + 'static) -> Self {
        self.watch = Watch::new(watch);
        self
    }

    /// With other options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Which of the server's tools a run would call, with what arguments, and why not the others. Calls none.
    ///
    /// # Errors
    /// As [`Suite::run`].
    pub async fn plan(&self) -> Result<Vec<Planned>, CouldNotRun> {
        let stage = Stage::new(self);
        Box::pin(stage.with_server(stage.plan())).await.map_err(|obstacle| stage.could_not(obstacle))
    }

    /// Runs every script.
    ///
    /// # Errors
    /// The server cannot be started, or does not answer to `initialize` in a way that anything could be judged by. Where what it
    /// says instead is broken, that is judged.
    pub async fn run(&self) -> Result<Run, CouldNotRun> {
        let stage = Stage::new(self);
        let play = Box::pin(stage.with_server(stage.play()));
        match tokio::time::timeout(self.options.deadline, play).await {
            Ok(Ok(notes)) => Ok(stage.run(&notes)),
            Ok(Err(obstacle)) => stage.judged(obstacle),
            Err(_) if stage.greeting.get().is_some() => {
                let note = format!("the run was cut short after {} s", self.options.deadline.as_secs());
                Ok(stage.run(&[note]))
            }
            Err(_) => stage.judged(Obstacle::Deadline(self.options.deadline)),
        }
    }
}
