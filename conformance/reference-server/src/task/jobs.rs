//! The tasks of one session. No other session sees them.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-isolation-and-access-control>

use std::{
    collections::BTreeMap,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::FutureExt;
use mcp_model::{ErrorObject, Task, TaskMetadata};
use tokio::{sync::oneshot, task::JoinSet, time::sleep_until};
use uuid::Uuid;

use super::{Ending, Job};
use crate::{
    cursor::Cursor,
    outbox::Sender,
    protocol_error::{internal, invalid_params, invalid_request},
    registry::Page,
};

/// The name of their list in its cursors.
const LIST: &str = "tasks";

/// What a session may have of tasks.
#[derive(Debug, Clone)]
pub(crate) struct TaskLimits {
    /// How many there may be at once, over or not.
    pub(crate) count: usize,
    /// How long one may be kept.
    pub(crate) longest: Duration,
    /// How long one is kept for which nothing is asked.
    pub(crate) usual: Duration,
    /// How long to wait between two looks.
    pub(crate) poll: Duration,
}

impl Default for TaskLimits {
    fn default() -> Self {
        let (longest, usual) = (Duration::from_hours(1), Duration::from_mins(5));
        Self { count: 256, longest, usual, poll: Duration::from_millis(500) }
    }
}

/// The tasks of one session.
pub(crate) struct Jobs {
    limits: TaskLimits,
    outbox: Sender,
    kept: Arc<Mutex<Kept>>,
    running: Mutex<JoinSet<()>>,
}

/// Those that there are, in the order of their creation.
#[derive(Default)]
struct Kept {
    created: usize,
    jobs: BTreeMap<usize, Arc<Job>>,
}

impl Jobs {
    pub(crate) fn new(limits: TaskLimits, outbox: Sender) -> Self {
        Self { limits, outbox, kept: Arc::default(), running: Mutex::default() }
    }

    /// Begins a task once `announced` tells that the client knows of it. Where it never does, there is none.
    pub(crate) fn begin<W>(
        &self,
        wish: &TaskMetadata,
        announced: oneshot::Receiver<()>,
        work: impl FnOnce(&Arc<Job>) -> W,
    ) -> Result<Task, ErrorObject>
    where
        W: Future<Output = Ending> + Send + 'static,
    {
        let ttl = self.granted(wish)?;
        let job = Arc::new(Job::new(Uuid::new_v4().to_string(), ttl, self.limits.poll, self.outbox.clone()));
        let (number, task, work) = (self.keep(&job)?, job.task(), work(&job));
        let kept = Arc::clone(&self.kept);
        let run = async move {
            if announced.await.is_ok() {
                run(&job, work).await;
                sleep_until(job.expiry).await;
            }
            lock(&kept).jobs.remove(&number);
        };
        let mut running = lock(&self.running);
        while running.try_join_next().is_some() {}
        running.spawn(run);
        Ok(task)
    }

    /// The task of that id.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, ErrorObject> {
        let kept = lock(&self.kept);
        let found = kept.jobs.values().find(|job| job.id == id).cloned();
        found.ok_or_else(|| invalid_params("there is no such task; it may have expired"))
    }

    /// The page that a cursor leads to.
    pub(crate) fn page(&self, cursor: Option<&str>, size: usize) -> Result<Page<Task>, ErrorObject> {
        let start = cursor.map_or(Some(0), |text| Cursor::read(LIST, text));
        let start = start.ok_or_else(|| invalid_params("unknown cursor; begin again without one"))?;
        let kept = lock(&self.kept);
        let mut rest = kept.jobs.range(start..);
        let page = rest.by_ref().take(size).map(|(_, job)| job.task()).collect();
        let next = rest.next().map(|(&number, _)| Cursor::new(LIST, number).text());
        Ok((page, next))
    }

    /// Stops everything: the session is over.
    pub(crate) fn stop(&self) {
        lock(&self.running).abort_all();
    }

    /// How long the task is kept.
    fn granted(&self, wish: &TaskMetadata) -> Result<Duration, ErrorObject> {
        let Some(ttl) = &wish.ttl else { return Ok(self.limits.usual.min(self.limits.longest)) };
        if ttl.to_string().starts_with('-') {
            return Err(invalid_params("task.ttl: a lifetime is not negative"));
        }
        Ok(ttl.as_u64().map_or(self.limits.longest, |ttl| Duration::from_millis(ttl).min(self.limits.longest)))
    }

    fn keep(&self, job: &Arc<Job>) -> Result<usize, ErrorObject> {
        let mut kept = lock(&self.kept);
        if kept.jobs.len() >= self.limits.count {
            let count = self.limits.count;
            return Err(invalid_request(format!("there are {count} tasks already; wait until one expires")));
        }
        kept.created += 1;
        let number = kept.created;
        kept.jobs.insert(number, Arc::clone(job));
        Ok(number)
    }
}

/// Works until the end, or until the task is over for another reason.
async fn run(job: &Job, work: impl Future<Output = Ending> + Send) {
    tokio::select! {
        ending = AssertUnwindSafe(work).catch_unwind() => {
            job.end(ending.unwrap_or_else(|_| Ending::failed(internal())));
        }
        () = job.over() => {}
        () = sleep_until(job.expiry) => {
            job.end(Ending::failed(invalid_params("the task has expired")));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
