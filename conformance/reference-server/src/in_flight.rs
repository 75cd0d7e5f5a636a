//! The requests that are being served, so that they can be cancelled and awaited.

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use mcp_model::RequestId;
use tokio::{sync::watch, task::AbortHandle};

#[derive(Default)]
pub(crate) struct InFlight {
    running: Mutex<HashMap<RequestId, AbortHandle>>,
    count: watch::Sender<usize>,
}

/// Counts one request as being served until it is dropped, however it ends.
struct Counted(Arc<InFlight>);

impl Counted {
    fn new(all: &Arc<InFlight>) -> Self {
        all.count.send_modify(|count| *count += 1);
        Self(Arc::clone(all))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.count.send_modify(|count| *count -= 1);
    }
}

impl InFlight {
    /// Serves a request in a task of its own; false if another of this id is still being served. `work` is cut short
    /// by [`InFlight::cancel`]; what it returns is then never delivered, and otherwise always.
    pub(crate) fn spawn<T, W, D, F>(self: &Arc<Self>, id: &RequestId, work: W, deliver: D) -> bool
    where
        T: Send,
        W: Future<Output = T> + Send + 'static,
        D: FnOnce(T) -> F + Send + 'static,
        F: Future<Output = ()> + Send,
    {
        // The lock is held until the task is entered, so that it cannot leave before.
        let mut running = self.running();
        if running.contains_key(id) {
            return false;
        }
        let (all, key, counted) = (Arc::clone(self), id.clone(), Counted::new(self));
        let task = tokio::spawn(async move {
            let _counted = counted;
            let done = work.await;
            if all.running().remove(&key).is_some() {
                deliver(done).await;
            }
        });
        running.insert(id.clone(), task.abort_handle());
        true
    }

    /// Stops serving a request; one that is unknown or done is left alone.
    pub(crate) fn cancel(&self, id: &RequestId) {
        if let Some(task) = self.running().remove(id) {
            task.abort();
        }
    }

    pub(crate) fn cancel_all(&self) {
        for (_, task) in self.running().drain() {
            task.abort();
        }
    }

    /// Waits until no request is being served.
    pub(crate) async fn idle(&self) {
        let mut count = self.count.subscribe();
        let _closed = count.wait_for(|&count| count == 0).await.is_err();
    }

    fn running(&self) -> MutexGuard<'_, HashMap<RequestId, AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
