//! A client and a server that talk over HTTP: between them the client's faults, and after those a tap.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, Response, StatusCode};
use axum::response::IntoResponse;
use mcp_conformance::mutant::Offer;
use mcp_conformance::tap::HttpTap;
use mcp_conformance::transcript::Transcript;
use tokio::io::duplex;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use super::{Line, PIPE, http_client};

/// As many bytes as a body may have.
const LIMIT: usize = 64 << 20;

/// How long it may take until the tap knows that its sockets have closed.
const FAREWELL: Duration = Duration::from_millis(50);

/// What belongs to one connection's way of writing, not to the message.
const HOPS: [HeaderName; 3] = [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];

pub(super) struct Http {
    tap: Arc<HttpTap>,
    address: SocketAddr,
    token: Option<&'static str>,
    /// The client's side, until it is told to stop, and all that serves it.
    stop: oneshot::Sender<()>,
    proxied: JoinHandle<()>,
    serving: JoinSet<()>,
}

impl Http {
    pub(super) async fn new(offer: Offer) -> Self {
        let Offer { server: offered, options, token, mutant } = offer;
        let (client, server) = mutant.expect("it is one").parties();
        let mut serving = JoinSet::new();
        let (listener, at) = listen().await;
        serving.spawn(async move {
            let ended = offered.serve_mutant_http(&server, listener, options, std::future::pending()).await;
            panic!("the server ended: {ended:?}");
        });
        let tap = HttpTap::bind((Ipv4Addr::LOCALHOST, 0).into(), at.to_string()).await.expect("a port");
        let tapped = tap.address().expect("an address");
        let tap = Arc::new(tap);
        let running = Arc::clone(&tap);
        serving.spawn(async move { drop(running.run().await) });
        let (listener, address) = listen().await;
        let (stop, stopped) = oneshot::channel::<()>();
        let requests = requests();
        let router = Router::new().fallback(move |request| forward(requests.clone(), tapped, request));
        let proxy = axum::serve(listener, client.carry_http(router));
        let proxied = tokio::spawn(async move {
            drop(proxy.with_graceful_shutdown(async { drop(stopped.await) }).await);
        });
        Self { tap, address, token, stop, proxied, serving }
    }

    pub(super) fn open(&self) -> Line {
        let (pipe, theirs) = duplex(PIPE);
        let carried = tokio::spawn(http_client::carry(theirs, requests(), self.address, self.token));
        Line { pipe, track: None, carried, kill: None }
    }

    pub(super) async fn transcript(self) -> Transcript {
        drop(self.stop);
        let _ = self.proxied.await;
        tokio::time::sleep(FAREWELL).await;
        drop(self.serving);
        self.tap.transcript()
    }
}

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

fn requests() -> reqwest::Client {
    // Another test may have chosen it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy().build().expect("a client")
}

/// Sends a request on as it is, under the name that the client called the server by.
async fn forward(requests: reqwest::Client, to: SocketAddr, request: Request) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    let body = to_bytes(body, LIMIT).await.unwrap_or_default();
    without_hops(&mut parts.headers);
    let place = parts.uri.path_and_query().map_or("/", |place| place.as_str());
    let request = requests.request(parts.method, format!("http://{to}{place}")).headers(parts.headers);
    let request = if body.is_empty() { request } else { request.body(body) };
    let Ok(response) = request.send().await else { return StatusCode::BAD_GATEWAY.into_response() };
    let mut response = Response::<reqwest::Body>::from(response).map(Body::new);
    without_hops(response.headers_mut());
    response
}

fn without_hops(headers: &mut HeaderMap) {
    for name in HOPS {
        headers.remove(name);
    }
}
