//! One service behind many handles, whatever the service itself can or cannot do.

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use tower::{BoxError, Service, ServiceExt, util::BoxService};

/// A cloneable handle to a service that need not be `Clone` or `Sync` itself.
///
/// The lock is held until the service is ready and the call is made, not while it runs; so calls run
/// concurrently, and a service that is not ready (a concurrency limit, say) makes the next ones queue.
pub(crate) struct SharedService<Q, R>(Arc<Mutex<BoxService<Q, R, BoxError>>>);

impl<Q, R> SharedService<Q, R> {
    pub(crate) fn new<S>(service: S) -> Self
    where
        S: Service<Q, Response = R> + Send + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
        Q: 'static,
    {
        let service = BoxService::new(service.map_err(Into::into));
        Self(Arc::new(Mutex::new(service)))
    }
}

impl<Q, R> Clone for SharedService<Q, R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<Q: Send + 'static, R: Send + 'static> Service<Q> for SharedService<Q, R> {
    type Response = R;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<R, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Q) -> Self::Future {
        let service = Arc::clone(&self.0);
        Box::pin(async move {
            let mut service = service.lock_owned().await;
            let answer = service.ready().await?.call(request);
            drop(service);
            answer.await
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tower::{BoxError, Service, ServiceBuilder, service_fn};

    use super::SharedService;

    #[tokio::test(start_paused = true)]
    async fn a_limit_queues_and_calls_run_side_by_side() {
        let limited = ServiceBuilder::new().concurrency_limit(2).service(service_fn(|n: u64| async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok::<_, BoxError>(n)
        }));
        let service = SharedService::new(limited);
        let start = tokio::time::Instant::now();
        let calls = (0..4).map(|n| service.clone().call(n));
        let answers = futures_util::future::try_join_all(calls).await;
        assert_eq!(answers.expect("all succeed"), [0, 1, 2, 3]);
        assert_eq!(start.elapsed().as_secs(), 2);
    }
}
