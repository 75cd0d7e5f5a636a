//! How a session's context is made.

use std::{future::Future, sync::Arc};

use axum::http::request::Parts;
use futures_util::future::BoxFuture;

use crate::Refusal;

/// What is known of a session when its context is made.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Opening {
    /// The session's id, if the transport has sessions.
    pub session_id: Option<Arc<str>>,
    /// The HTTP request, over HTTP: the one that opens the session, or for a check the one that is to be served.
    pub http: Option<Arc<Parts>>,
}

type Check = dyn Fn(Arc<Opening>) -> BoxFuture<'static, Result<(), Refusal>> + Send + Sync;

type Make<C> = dyn Fn(Arc<Opening>) -> BoxFuture<'static, Result<C, Refusal>> + Send + Sync;

/// The steps that make a session's context, one after the other, once per session.
///
/// Each step gets what the former made, and the [`Opening`]; any of them may refuse the session. Checks come before them
/// and make nothing; over HTTP they come before every request, since a session id proves nothing.
pub struct Steps<C> {
    checks: Vec<Arc<Check>>,
    make: Arc<Make<C>>,
}

impl Steps<()> {
    /// No step: the context is the unit value.
    pub fn new() -> Self {
        Self { checks: Vec::new(), make: Arc::new(|_| Box::pin(async { Ok(()) })) }
    }
}

impl Default for Steps<()> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C> Clone for Steps<C> {
    fn clone(&self) -> Self {
        Self { checks: self.checks.clone(), make: Arc::clone(&self.make) }
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
        let make: Arc<Make<D>> = Arc::new(move |opening| {
            let (former, step) = (Arc::clone(&self.make), Arc::clone(&step));
            Box::pin(async move {
                let made = former(Arc::clone(&opening)).await?;
                step(made, opening).await
            })
        });
        Steps { checks: self.checks, make }
    }

    /// Adds a check, which comes after those added before and before all steps.
    pub fn check<F, Fut>(mut self, check: F) -> Self
    where
        F: Fn(Arc<Opening>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), Refusal>> + Send + 'static,
    {
        self.checks.push(Arc::new(move |opening| Box::pin(check(opening))));
        self
    }

    pub(crate) async fn allow(&self, opening: &Arc<Opening>) -> Result<(), Refusal> {
        for check in &self.checks {
            check(Arc::clone(opening)).await?;
        }
        Ok(())
    }

    pub(crate) async fn make(&self, opening: Arc<Opening>) -> Result<C, Refusal> {
        (self.make)(opening).await
    }
}
