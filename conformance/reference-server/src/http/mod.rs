//! Streamable HTTP: every message of the client's is a POST, answers are JSON or a stream of events, and a GET listens or
//! goes on with a stream. <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>

mod bearer;
mod conversation;
mod endpoint;
mod event_log;
mod event_stream;
mod headers;
mod hosts;
mod options;
mod posted;
mod protected_resource;
mod reader;
mod refused;
mod sessions;
mod streams;

pub use options::HttpOptions;

use std::{io, sync::Arc, time::Duration};

use axum::{Router, serve::ListenerExt};
use tokio::{net::TcpListener, sync::oneshot};

use crate::Server;
use endpoint::Endpoint;
use hosts::Hosts;
use sessions::Sessions;

/// How long responses that are under way may take after the server was stopped.
const GRACE: Duration = Duration::from_secs(2);

impl<C: Send + Sync + 'static> Server<C> {
    /// Serves any number of clients over Streamable HTTP, until `stop` comes to its end. Then every session and stream
    /// ends, and responses that are under way are finished within two seconds.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http>
    ///
    /// Requests for a host that the options do not allow are refused, and so are those of foreign pages. A request that a
    /// handler serves is answered with a stream, which can be resumed; every other with JSON.
    ///
    /// # Errors
    ///
    /// Where the listener cannot be used.
    pub async fn serve_http(
        &self,
        listener: TcpListener,
        options: HttpOptions,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        self.serve_http_through(listener, options, stop, |router| router).await
    }

    /// The same, with something between the clients and the server.
    pub(crate) async fn serve_http_through(
        &self,
        listener: TcpListener,
        options: HttpOptions,
        stop: impl Future<Output = ()> + Send + 'static,
        through: impl FnOnce(Router) -> Router,
    ) -> io::Result<()> {
        let hosts = Hosts::new(listener.local_addr()?, &options);
        let endpoint = Arc::new(Endpoint { server: self.clone(), options, hosts, sessions: Sessions::new() });
        let router = through(Router::new().fallback(endpoint::serve::<C>).with_state(Arc::clone(&endpoint)));
        let (stopping, stopped) = oneshot::channel::<()>();
        let until = async move {
            stop.await;
            endpoint.sessions.end_all();
            drop(stopping);
        };
        // An event is small, and the next one shall not wait until the client has acknowledged it.
        let listener = listener.tap_io(|connection| {
            let _refused = connection.set_nodelay(true).is_err();
        });
        let serving = axum::serve(listener, router).with_graceful_shutdown(until);
        let overdue = async {
            let _always = stopped.await.is_err();
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            served = serving => served,
            () = overdue => Ok(()),
        }
    }
}
