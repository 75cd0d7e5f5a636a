//! How a session's context is made.

use std::{future::Future, sync::Arc};

use futures_util::future::BoxFuture;
use mcp_model::ErrorObject;

/// What is known of a session when its context is made.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Opening {
    /// The session's id, if the transport has sessions.
    pub session_id: Option<Arc<str>>,
}

/// A step's refusal to open a session. The client gets the error as the answer to `initialize`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Refusal {
    /// What the client is told.
    pub error: ErrorObject,
}

impl Refusal {
    /// A refusal that tells the client this error.
    pub fn new(error: ErrorObject) -> Self {
        Self { error }
    }
}

type Make<C> = dyn Fn(Arc<Opening>) -> BoxFuture<'static, Result<C, Refusal>> + Send + Sync;

/// The steps that make a session's context, one after the other, once per session.
///
/// Each step gets what the former made, and the [`Opening`]; any of them may refuse the session.
pub struct Steps<C>(Arc<Make<C>>);

impl Steps<()> {
    /// No step: the context is the unit value.
    pub fn new() -> Self {
        Self(Arc::new(|_| Box::pin(async { Ok(()) })))
    }
}

impl Default for Steps<()> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C> Clone for Steps<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: Send + 'static> Steps<C> {
    /// Adds a step that makes `D` of what was made so far.
    pub fn then<D, F, Fut>(self, step: F) -> Steps<D>
    where
        F: Fn(C, Arc<Opening>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<D, Refusal>> + Send + 'static,
        D: Send + 'static,
    {
        let step = Arc::new(step);
        Steps(Arc::new(move |opening| {
            let (former, step) = (Arc::clone(&self.0), Arc::clone(&step));
            Box::pin(async move {
                let made = former(Arc::clone(&opening)).await?;
                step(made, opening).await
            })
        }))
    }

    pub(crate) async fn make(&self, opening: Arc<Opening>) -> Result<C, Refusal> {
        (self.0)(opening).await
    }
}
